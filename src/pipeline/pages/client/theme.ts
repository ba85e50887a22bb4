import { useEffect, useState } from 'preact/hooks';

/** The colours of grids by meaning, and the font. */
export const GRID = {
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

/** The colours for canvases. */
export type GridTheme = Readonly<Record<keyof typeof GRID, string>>;

/** What the style sheet has other colours for: a dark screen, and paper. */
const KINDS = ['(prefers-color-scheme: dark)', 'print'].map((kind) => window.matchMedia(kind));

/** What these variables are in the current style sheet; a new object whenever colours change. */
export function useColours<Name extends string>(
  variables: Readonly<Record<Name, string>>,
): Readonly<Record<Name, string>> {
  const [colours, setColours] = useState(() => readColours(variables));
  useEffect(() => {
    const change = (): void => setColours(readColours(variables));
    for (const kind of KINDS) kind.addEventListener('change', change);
    return () => {
      for (const kind of KINDS) kind.removeEventListener('change', change);
    };
  }, []);
  return colours;
}

function readColours<Name extends string>(variables: Readonly<Record<Name, string>>) {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(
    Object.entries<string>(variables).map(([name, variable]) => [
      name,
      style.getPropertyValue(variable).trim(),
    ]),
  ) as Record<Name, string>;
}
