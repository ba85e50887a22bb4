/** The colours for canvases, read from the style sheet. */
export interface GridTheme {
  readonly ink: string;
  readonly soft: string;
  readonly card: string;
  readonly filled: string;
  readonly blank: string;
  readonly unknown: string;
  readonly mark: string;
  readonly thin: string;
  readonly thick: string;
  readonly work: string;
  readonly workSoft: string;
  readonly fresh: string;
  readonly broken: string;
  readonly brokenSoft: string;
  readonly differA: string;
  readonly differB: string;
  readonly font: string;
}

/** The theme in the current style sheet: it changes with the reader's colour scheme. */
export function readTheme(): GridTheme {
  const style = getComputedStyle(document.documentElement);
  const value = (name: string): string => style.getPropertyValue(name).trim();
  return {
    ink: value('--ink'),
    soft: value('--ink-soft'),
    card: value('--card'),
    filled: value('--cell-filled'),
    blank: value('--cell-blank'),
    unknown: value('--cell-unknown'),
    mark: value('--cell-mark'),
    thin: value('--grid-thin'),
    thick: value('--grid-thick'),
    work: value('--work'),
    workSoft: value('--work-soft'),
    fresh: value('--fresh'),
    broken: value('--contradiction'),
    brokenSoft: value('--contradiction-soft'),
    differA: value('--differ-a'),
    differB: value('--differ-b'),
    font: value('--sans'),
  };
}

/** What the style sheet has other colours for: a dark screen, and paper. */
const KINDS = ['(prefers-color-scheme: dark)', 'print'].map((kind) => window.matchMedia(kind));

/**
 * Calls `changed` whenever the colours change, with the reader's scheme and before something is
 * printed; returns a function that stops this.
 */
export function onThemeChange(changed: () => void): () => void {
  for (const kind of KINDS) kind.addEventListener('change', changed);
  return () => {
    for (const kind of KINDS) kind.removeEventListener('change', changed);
  };
}
