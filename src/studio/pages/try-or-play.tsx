import type { JSX } from 'preact';
import { lazily, Title } from '../../pipeline/pages/client/parts.js';
import { useEffect, useState, useMemo, useRef } from 'preact/hooks';
import { isPlayHash, holdsPuzzle } from '../../pipeline/pages/client/window.js';
import { PLAYED_HASH, hasGames, readShelf, typedBefore, useGivenToPage } from './browser.js';
import type { Beginning } from './workbench/workbench.js';
import { GridView } from '../../pipeline/pages/client/grid-view.js';
import type { Scene } from '../../pipeline/pages/client/paint.js';
import { UNKNOWN } from '../../solver/core/puzzle/types.js';
import { emptyDrawing, puzzleOfDrawing } from './drawing/drawn.js';

const PlayPage = lazily(async () => (await import('./play/play-page.js')).PlayPage);
const PlayedPage = lazily(async () => (await import('./played-page.js')).PlayedPage);

/** The puzzle of the address, to be tried or to be played; or what was played. */
export function TryOrPlay(props: {
  /** Where the score is defined; null if this site has no such page. */
  readonly definition: string | null;
}): JSX.Element {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const read = (): void => setHash(location.hash);
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  if (hash === PLAYED_HASH) return <PlayedPage />;
  return isPlayHash(hash) ? <PlayPage key={hash} /> : <TryPage definition={props.definition} />;
}

const Workbench = lazily(async () => (await import('./workbench/workbench.js')).Workbench);

/** Draw, open or paste a puzzle: is it good, how is it solved? A first visit sees how to begin. */
function TryPage({ definition }: Parameters<typeof TryOrPlay>[0]): JSX.Element {
  const [beginning, begin] = useBeginning();
  return (
    <>
      <Title trail={[]} title="Workbench" />
      {beginning === null ? (
        <Welcome onBegin={begin} />
      ) : (
        <Workbench beginning={beginning} definition={definition} />
      )}
    </>
  );
}

const ShelfList = lazily(async () => (await import('./intake/shelf-list.js')).ShelfList);

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

const STEP_MS = 180;

/** Shows a visitor without a puzzle a small picture that solves itself once, and ways to begin. */
function Welcome(props: { readonly onBegin: (beginning: Beginning) => void }): JSX.Element {
  const { onBegin } = props;
  const step = useSteps();
  const scene = useMemo(
    (): Scene => ({
      cells: Uint8Array.from(PICTURE, (cell, i) =>
        SETTLED[i] > step ? UNKNOWN : cell === '#' ? 1 : 0,
      ),
      // The whole picture has none that stand out.
      fresh: new Set([...SETTLED.keys()].filter((i) => SETTLED[i] === step && step < LAST)),
    }),
    [step],
  );
  return (
    <section class="card welcome" aria-label="How to begin">
      <GridView puzzle={HEART} scene={scene} label="A heart that solves itself, line by line" />
      <p class="soft">
        {step < LAST ? 'One line at a time …' : 'One solution, and no guessing: a good puzzle.'}
      </p>
      <div class="row">
        <button type="button" class="strong" onClick={() => onBegin({ kind: 'draw' })}>
          Draw your own
        </button>
        <OpenFile onBegin={onBegin} />
        <button type="button" onClick={() => onBegin({ kind: 'text', text: null })}>
          Paste a puzzle
        </button>
        <RandomOne />
      </div>
      <p class="soft small">
        Draw a picture, and each stroke is answered: has its puzzle one solution, does it take
        guessing, how hard is it? It is worked out on your device, and nothing is sent anywhere.
        What you draw and play is kept in this browser alone
        {hasGames() && (
          <>
            : <a href={PLAYED_HASH}>what you have played</a>
          </>
        )}
        .
      </p>
      {readShelf().length > 0 && <ShelfList open={null} onNew={null} />}
    </section>
  );
}

function RandomOne(): JSX.Element {
  const [state, setState] = useState<'idle' | 'working' | 'failed'>('idle');
  const play = async (): Promise<void> => {
    setState('working');
    const [{ askAdvice }, { playHash }] = await Promise.all([
      import('../../pipeline/pages/client/solve/solver.js'),
      import('../../pipeline/pages/client/puzzle-text.js'),
    ]);
    const seed = Math.floor(Math.random() * 2 ** 32);
    const puzzle = await askAdvice('random', [15, 2, seed]);
    if (puzzle === undefined) setState('failed');
    else location.hash = playHash(puzzle, 'A random one');
  };
  return (
    <button
      type="button"
      disabled={state !== 'idle'}
      onClick={() => void play().catch(() => setState('failed'))}
    >
      {state === 'failed' ? 'That did not work here' : 'Play a random one of 2 stars'}
    </button>
  );
}

function OpenFile(props: { readonly onBegin: (beginning: Beginning) => void }): JSX.Element {
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" onClick={() => file.current?.click()}>
        Open a picture or a puzzle
      </button>
      <input
        type="file"
        hidden
        ref={file}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          if (chosen !== undefined) void beginningWith(chosen).then(props.onBegin);
        }}
      />
    </>
  );
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

/** A file that was chosen: a picture, or else a puzzle as text. */
async function beginningWith(file: File): Promise<Beginning> {
  if (file.type.startsWith('image/')) return { kind: 'picture', file };
  return { kind: 'text', text: await file.text() };
}

/** How work begins, once it does: by the address, a drop, a paste, or a call of `begin`. */
function useBeginning(): [Beginning | null, (beginning: Beginning) => void] {
  const [beginning, begin] = useState(inAddress);
  const isWaiting = beginning === null;
  useGivenToPage((data) => {
    const file = data?.files[0];
    const text = data?.getData('text/plain') ?? '';
    if (!isWaiting || (file === undefined && text.trim() === '')) return false;
    if (file === undefined) begin({ kind: 'text', text });
    else void beginningWith(file).then(begin);
    return true;
  });
  useEffect(() => {
    if (!isWaiting) return undefined;
    const read = (): void => begin(inAddress());
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, [isWaiting]);
  return [beginning, begin];
}

function inAddress(): Beginning | null {
  if (holdsPuzzle(location.hash)) return { kind: 'address' };
  return typedBefore()?.of === '' ? { kind: 'text', text: null } : null;
}
