import type { JSX } from 'preact';
import { TECHNIQUE_KEYS } from '../../../result/technique-keys.js';
import type { Bar } from '../../../charts/bars.js';

/** What the colours of some bars mean. */
export function TechniqueLegend({ bars }: { readonly bars: readonly Bar[] }): JSX.Element {
  const shown = TECHNIQUE_KEYS.filter((key) => bars.some(({ parts }) => (parts[key] ?? 0) > 0));
  return (
    <ul class="legend">
      {shown.map((key) => (
        <li key={key}>
          <i class={`proof-${key}`} aria-hidden="true" />
          {key}
        </li>
      ))}
    </ul>
  );
}
