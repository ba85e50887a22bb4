import type { JSX } from 'preact';

const WORDS = {
  filled: 'filled',
  unknown: 'not known yet',
  fresh: 'settled by this step',
  work: 'assumed, or the line at work',
  a: 'only in the first solution',
  b: 'only in the second solution',
  upper: 'upper left: the first solution',
  lower: 'lower right: the second solution',
} as const;

/** What the colours of a grid mean. */
export function Legend(props: { readonly kinds: readonly (keyof typeof WORDS)[] }): JSX.Element {
  return (
    <ul class="legend">
      {props.kinds.map((kind) => (
        <li key={kind}>
          <i class={kind} aria-hidden="true" />
          {WORDS[kind]}
        </li>
      ))}
    </ul>
  );
}
