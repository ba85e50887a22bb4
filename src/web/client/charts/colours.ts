/** The colours of charts by meaning, and the font. */
const NAMES = {
  ink: '--ink',
  soft: '--ink-soft',
  line: '--line',
  card: '--card',
  accent: '--accent',
  accentSoft: '--accent-soft',
  differA: '--differ-a',
  differB: '--differ-b',
  unique: '--unique',
  multiple: '--multiple',
  contradiction: '--contradiction',
  open: '--open',
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

/** The colour of a status. */
export function statusColour(status: string, colours: ChartColours): string {
  if (status === 'unique') return colours.unique;
  if (status === 'multiple') return colours.multiple;
  if (status === 'contradiction' || status === 'crash') return colours.contradiction;
  return colours.open;
}
