/** The colours of charts by meaning, and the font. */
const NAMES = {
  ink: '--ink',
  soft: '--ink-soft',
  rule: '--line',
  card: '--card',
  accent: '--accent',
  accentSoft: '--accent-soft',
  differA: '--differ-a',
  differB: '--differ-b',
  unique: '--unique',
  line: '--proof-line',
  probe: '--proof-probe',
  search: '--proof-search',
  ambiguous: '--proof-ambiguous',
  contradiction: '--proof-contradiction',
  unproven: '--proof-unproven',
  font: '--sans',
} as const;

export type ChartColours = Readonly<Record<keyof typeof NAMES, string>>;

/** The colours in the current style sheet. */
export function chartColours(): ChartColours {
  const style = getComputedStyle(document.documentElement);
  const entries = Object.entries(NAMES);
  return Object.fromEntries(
    entries.map(([name, variable]) => [name, style.getPropertyValue(variable).trim()]),
  ) as ChartColours;
}
