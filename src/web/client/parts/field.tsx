import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

/** A control with its label, apart from it: a label round a list would be named by its options. */
export function Field(props: {
  readonly label: string;
  readonly class?: string;
  readonly children: (id: string) => JSX.Element;
}): JSX.Element {
  const id = useId();
  return (
    <div class={props.class ?? 'field'}>
      <label for={id}>{props.label}</label>
      {props.children(id)}
    </div>
  );
}
