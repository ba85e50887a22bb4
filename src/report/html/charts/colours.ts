import type { TechniqueKey } from '../../../result/technique-keys.js';

/**
 * The colours of the page by meaning. A chart is drawn with these placeholders, which chart
 * libraries take for colours. `chartSvg` then replaces them by the page's CSS variables, so that
 * charts follow light and dark with the text around them.
 */
export const COLOURS = {
  ink: '#010101',
  muted: '#010102',
  rule: '#010103',
  accent: '#010104',
  line: '#010105',
  probe: '#010106',
  search: '#010107',
  unproven: '#010108',
  paper: '#010109',
  ambiguous: '#01010a',
  contradiction: '#01010b',
} as const;

/** What a technique is drawn in; told apart also by those who see red and green alike. */
export const TECHNIQUE_COLOURS: Readonly<Record<TechniqueKey, string>> = {
  line: COLOURS.line,
  probe: COLOURS.probe,
  search: COLOURS.search,
  ambiguous: COLOURS.ambiguous,
  contradiction: COLOURS.contradiction,
  unproven: COLOURS.unproven,
};

/** The text with every placeholder replaced by its CSS variable. */
export function themed(svg: string): string {
  return Object.entries(COLOURS).reduce(
    (text, [name, colour]) => text.replaceAll(colour, `var(--${name})`),
    svg,
  );
}
