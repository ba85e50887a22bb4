import type { ChartOption } from './draw.js';

/** What all charts have in common: font, margins, and tooltips without inline styles. */
export function baseOption(colours: ChartColours): ChartOption {
  return {
    textStyle: { fontFamily: colours.font, color: colours.ink },
    grid: { left: 8, right: 28, top: 16, bottom: 32, containLabel: true },
    tooltip: tooltipStyle(colours),
  };
}

/** Drawn on the canvas: the content security policy forbids the styled HTML otherwise used. */
export function tooltipStyle(colours: ChartColours) {
  return {
    renderMode: 'richText' as const,
    backgroundColor: colours.ink,
    borderWidth: 0,
    textStyle: { color: colours.card, fontSize: 13 },
    confine: true,
  };
}

export function axisStyle(colours: ChartColours) {
  return {
    axisLabel: { color: colours.soft, fontSize: 12 },
    nameTextStyle: { color: colours.soft },
    nameLocation: 'middle' as const,
    nameGap: 28,
    axisLine: { lineStyle: { color: colours.rule } },
    splitLine: { lineStyle: { color: colours.rule } },
  };
}

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
