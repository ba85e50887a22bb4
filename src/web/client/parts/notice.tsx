import type { ComponentChildren, JSX } from 'preact';

/** A message with a title; screen readers read `bad` ones at once. */
export function Notice(props: {
  readonly kind: 'good' | 'doubt' | 'bad' | 'plain';
  readonly title: string;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class={`notice ${props.kind}`} role={props.kind === 'bad' ? 'alert' : undefined}>
      <strong>{props.title}</strong>
      {props.children !== undefined && <div>{props.children}</div>}
    </div>
  );
}
