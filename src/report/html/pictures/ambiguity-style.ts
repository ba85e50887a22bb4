/** How many places of one puzzle can be switched, and between how many ways each. */
export const PLACES = 6;
export const WAYS = 6;

/**
 * The styles by which a place shows the way that is chosen, as the report has no script: a rule for
 * each place and way. A browser that does not know `:has` shows the first way of each place.
 */
export const AMBIGUITY_STYLE = `
.mapped .varies { fill: none; stroke: var(--search); stroke-width: 1.6; }
.mapped .way { display: none; }
.mapped .w1 { display: inline; }
.mapped fieldset { border: 0; margin: 10px 0 0; padding: 0; font-size: 14px; }
.mapped legend { color: var(--muted); padding: 0; }
.mapped label { margin-right: 12px; white-space: nowrap; }
.mapped input { accent-color: var(--accent); }
@supports selector(:has(*)) {
.mapped .w1 { display: none; }
${numbers(PLACES)
  .flatMap((place) =>
    numbers(WAYS).map(
      (way) =>
        `.mapped:has(.s${place} label:nth-of-type(${way}) input:checked) .p${place}.w${way} { display: inline; }`,
    ),
  )
  .join('\n')}
}`;

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i + 1);
}
