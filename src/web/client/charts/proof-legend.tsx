import type { JSX } from 'preact';
import { PROOFS, type Bar } from './bars.js';

/** What the colours of some bars mean. */
export function ProofLegend({ bars }: { readonly bars: readonly Bar[] }): JSX.Element {
  const shown = PROOFS.filter((proof) => bars.some(({ parts }) => (parts[proof] ?? 0) > 0));
  return (
    <ul class="legend">
      {shown.map((proof) => (
        <li key={proof}>
          <i class={`proof-${proof}`} aria-hidden="true" />
          {proof}
        </li>
      ))}
    </ul>
  );
}
