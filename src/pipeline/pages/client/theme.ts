/** The colours of grids by meaning, and the font. */
const GRID = {
  ink: '--ink',
  soft: '--ink-soft',
  card: '--card',
  filled: '--cell-filled',
  blank: '--cell-blank',
  unknown: '--cell-unknown',
  mark: '--cell-mark',
  thin: '--grid-thin',
  thick: '--grid-thick',
  work: '--work',
  workSoft: '--work-soft',
  fresh: '--fresh',
  broken: '--contradiction',
  brokenSoft: '--contradiction-soft',
  differA: '--differ-a',
  differB: '--differ-b',
  font: '--sans',
} as const;

/** The colours for canvases, read from the style sheet. */
export type GridTheme = Readonly<Record<keyof typeof GRID, string>>;

/** The theme in the current style sheet: it changes with the reader's colour scheme. */
export function readTheme(): GridTheme {
  return readColours(GRID);
}

/** What the variables of these names are in the current style sheet. */
export function readColours<Name extends string>(
  variables: Readonly<Record<Name, string>>,
): Readonly<Record<Name, string>> {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(
    Object.entries<string>(variables).map(([name, variable]) => [
      name,
      style.getPropertyValue(variable).trim(),
    ]),
  ) as Record<Name, string>;
}

/** What the style sheet has other colours for: a dark screen, and paper. */
const KINDS = ['(prefers-color-scheme: dark)', 'print'].map((kind) => window.matchMedia(kind));

/** Calls `changed` whenever the colours do, for printing too, until the function is called. */
export function onThemeChange(changed: () => void): () => void {
  for (const kind of KINDS) kind.addEventListener('change', changed);
  return () => {
    for (const kind of KINDS) kind.removeEventListener('change', changed);
  };
}
