import type { JSX } from 'preact';

/** Names, each with its value: side by side, or `stacked`. */
export function NameList(props: {
  readonly rows: readonly (readonly [name: string, value: string])[];
  readonly stacked?: boolean;
}): JSX.Element {
  return (
    <dl class={props.stacked === true ? 'figures stacked' : 'figures'}>
      {props.rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
