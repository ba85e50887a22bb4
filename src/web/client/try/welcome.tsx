import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { UNKNOWN } from '../../../puzzle/types.js';
import { emptyDrawing, puzzleOfDrawing } from '../drawing/drawn.js';
import { GridView } from '../grid/grid-view.js';
import type { Scene } from '../grid/paint.js';

/** A heart, and beside it the step that settles each cell as the solver goes, a first. */
const PICTURE = '.##.##.' + '#######' + '#######' + '.#####.' + '..###..' + '...#...';
const STEPS = 'dkkkkkj' + 'aaaaaaa' + 'bbbbbbb' + 'decccij' + 'dlfghlj' + 'demnoij';

const HEART = puzzleOfDrawing({
  ...emptyDrawing(7, 6),
  cells: Uint8Array.from(PICTURE, (cell) => (cell === '#' ? 1 : 0)),
});

/** The step that settles each cell, from 1, and the last of them. */
const SETTLED = Array.from(STEPS, (letter) => letter.charCodeAt(0) - 96);
const LAST = Math.max(...SETTLED);

const STEP_MS = 300;

/** What a visitor sees who brings no puzzle: a small picture that solves itself once, and ways to begin. */
export function Welcome(props: {
  readonly onDraw: () => void;
  readonly onOpen: () => void;
  readonly onPaste: () => void;
}): JSX.Element {
  const { onDraw, onOpen, onPaste } = props;
  const step = useSteps();
  const scene = useMemo(
    (): Scene => ({
      cells: Uint8Array.from(PICTURE, (cell, i) =>
        SETTLED[i] > step ? UNKNOWN : cell === '#' ? 1 : 0,
      ),
      fresh: new Set(freshAt(step)),
    }),
    [step],
  );
  return (
    <div class="card-body welcome">
      <GridView puzzle={HEART} scene={scene} label="A heart that solves itself, line by line" />
      <p class="soft">
        {step < LAST ? 'One line at a time …' : 'One solution, and no guessing: a good puzzle.'}
      </p>
      <div class="row">
        <button type="button" class="strong" onClick={onDraw}>
          Draw your own
        </button>
        <button type="button" onClick={onOpen}>
          Open a picture
        </button>
        <button type="button" onClick={onPaste}>
          Paste a puzzle
        </button>
      </div>
    </div>
  );
}

/** The cells that a step settles; the whole picture has none that stand out. */
function freshAt(step: number): number[] {
  return step === LAST ? [] : SETTLED.flatMap((at, i) => (at === step ? [i] : []));
}

/** Counts the steps up once; for those who want no motion, all are made at once. */
function useSteps(): number {
  const [step, setStep] = useState(() =>
    matchMedia('(prefers-reduced-motion: reduce)').matches ? LAST : 0,
  );
  useEffect(() => {
    if (step >= LAST) return undefined;
    const timer = setTimeout(() => setStep(step + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [step]);
  return step;
}
