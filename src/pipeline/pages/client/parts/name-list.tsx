import type { ComponentChildren, JSX } from 'preact';

export type NamedValue = readonly [name: ComponentChildren, value: ComponentChildren];

/** Names, each with its value: side by side, or `stacked`. */
export function NameList(props: {
  readonly rows: readonly NamedValue[];
  readonly stacked?: boolean;
}): JSX.Element {
  return (
    <dl class={props.stacked === true ? 'figures stacked' : 'figures'}>
      {props.rows.map(([name, value], i) => (
        <div key={i}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
