import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

/**
 * A control with its label beside it: if a label contained a list, its options would be part of the
 * name.
 */
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
