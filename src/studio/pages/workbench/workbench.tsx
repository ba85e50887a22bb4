import type { JSX } from 'preact';
import { useState, useEffect } from 'preact/hooks';
import { type Cells, type Puzzle, BLANK } from '../../../solver/core/puzzle/types.js';
import { Drawing } from '../drawing/drawing.js';
import {
  changed,
  drawingOf,
  type Drawn,
  emptyDrawing,
  type History,
  newHistory,
} from '../drawing/drawn.js';
import { drawingOfPicture, usePicture, useUnderlay } from '../drawing/picture.js';
import { lazily, Notice } from '../../../pipeline/pages/client/parts.js';
import { useSolved } from '../../../pipeline/pages/client/solve/solver.js';
import { keepTyped, typedBefore, type Beginning } from '../intake/welcome.js';
import { fromDrawing, type Given, hashOf, NOTHING, useGiven, useKept } from '../intake/given.js';
import { ShelfList } from '../intake/shelf-list.js';
import { BoardSwitches, useMarks, useSwitches, useTint } from './board-switches.js';
import { FixOffer, useFixes } from './fixes.js';
import { judgedOf, TryVerdict, useScoreChange } from './verdict.js';

const TextForm = lazily(async () => (await import('../intake/text-form.js')).TextForm);
const PictureForm = lazily(async () => (await import('../drawing/picture-form.js')).PictureForm);
const Outlets = lazily(async () => (await import('./outlets.js')).Outlets);
const Details = lazily(async () => (await import('./details.js')).Details);

/** How long a drawing must stay as it is, in milliseconds, before its replay is made. */
const PAUSE_MS = 300;

/** Draw, paste or open a puzzle, and see beside it what it is worth. */
export function Workbench(props: {
  readonly beginning: Beginning;
  /** Where the score is defined; null if this site has no such page. */
  readonly definition: string | null;
}): JSX.Element {
  const { beginning, definition } = props;
  const work = useWork(beginning);
  const { tab, setTab, given, take, check, turn, drawn, picture, replayed } = work;
  const [typed, setTyped] = useState(typedBefore);
  useEffect(() => keepTyped(typed), [typed]);
  const underlay = useUnderlay();
  const board = (
    <Drawing
      history={work.history}
      onHistory={turn}
      marks={work.marks}
      onGhost={work.takeFix}
      chosen={underlay}
      begins={beginning.kind === 'draw'}
    />
  );
  return (
    <>
      {given.title !== '' && <p class="on-paper">{given.title}</p>}
      <div class="workbench">
        <section class="card">
          <Tabs tab={tab} onPick={setTab} />
          <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
            {tab === 'text' && (
              <TextForm
                given={given}
                typed={typed}
                onTyped={setTyped}
                pasted={beginning.kind === 'text' ? beginning.text : null}
                onCheck={check}
              />
            )}
            {tab === 'draw' && board}
            {tab === 'picture' && (
              <PictureForm {...picture} drawn={drawn}>
                {board}
              </PictureForm>
            )}
          </div>
        </section>
        <VerdictCard work={work} definition={definition} />
      </div>
      <ShelfList open={hashOf(given)} onNew={work.begin} />
      {replayed !== null && (
        <Details
          replayed={replayed}
          given={given}
          onFixed={({ puzzle }) => {
            setTab('text');
            take({ puzzle, title: given.title, problem: null, picture: null, locked: null });
          }}
        />
      )}
    </>
  );
}

/** What is said of the puzzle, and what can be done with it. */
function VerdictCard(props: {
  readonly work: ReturnType<typeof useWork>;
  readonly definition: string | null;
}): JSX.Element {
  const { work, definition } = props;
  const { puzzle, problem, picture } = work.given;
  return (
    <section class="card verdict" aria-label="Verdict">
      {puzzle !== null && (
        <>
          <TryVerdict
            puzzle={puzzle}
            solving={work.solving}
            definition={definition}
            change={work.change}
          />
          {picture !== null && <BoardSwitches switches={work.switches} />}
          <FixOffer puzzle={puzzle} fixes={work.fixes} onTake={work.takeFix} />
          <Outlets
            given={work.given}
            puzzle={puzzle}
            judged={work.judged}
            replayed={work.replayed}
            onDraw={(cells) => work.drawOn(puzzle, cells)}
            onTitle={(title) => work.take({ ...work.given, title })}
            offered={picture === null ? null : (work.picture.settings?.name ?? null)}
          />
        </>
      )}
      {problem !== null && <Notice kind="bad" title={problem} />}
      {puzzle === null && problem === null && (
        <p class="soft">The verdict on your puzzle is shown here, and changes with every stroke.</p>
      )}
    </section>
  );
}

/** The drawing and its puzzle, and all that is found out about them. */
function useWork(beginning: Beginning) {
  const [tab, setTab] = useState<Tab>(() => tabOf(beginning));
  const [history, setHistory] = useState(() => newHistory(emptyDrawing(10, 10)));
  const drawn = history.present;
  const [given, take] = useGiven((found) => {
    saved.another();
    open(found);
    setTab(found.picture === null ? 'text' : 'draw');
  });
  const saved = useKept(given, hashOf(given));
  const open = ({ puzzle, picture, locked }: Given): void => {
    if (picture !== null) setHistory(newHistory({ ...drawingOf(puzzle, picture), locked }));
  };
  const { solving, replayed } = useSolved(given.puzzle, PAUSE_MS);
  const judged = judgedOf(solving);
  const rests = useRest(drawn);
  const drawnPuzzle = given.picture === null ? null : given.puzzle;
  const tint = useTint(drawnPuzzle, rests, { judged, replayed });
  const fixes = useFixes({ drawn, puzzle: drawnPuzzle, rests }, replayed);
  const switches = useSwitches(judged, tint);
  const marks = useMarks(drawn, switches, fixes);
  const change = useScoreChange(history.past, judged);
  const turn = (next: History<Drawn>): void => {
    setHistory(next);
    take(fromDrawing(next.present, given.title));
  };
  const draw = (next: Drawn): void => turn(changed(history, next));
  const check = (found: Given): void => {
    open(found);
    take(found);
  };
  const drawOn = (puzzle: Puzzle, cells: Cells): void => {
    draw(drawingOf(puzzle, cells));
    setTab('draw');
  };
  const begin = (): void => {
    saved.another();
    setHistory(newHistory(emptyDrawing(10, 10)));
    take(NOTHING);
    setTab('draw');
  };
  const takeFix = (): void => {
    draw(fixes.taken(drawn));
    if (tab === 'text') setTab('draw');
  };
  const picture = usePicture(beginning.kind === 'picture' ? beginning.file : null, (settings) => {
    setTab('picture');
    draw(drawingOfPicture(settings));
  });
  return {
    tab,
    setTab,
    history,
    drawn,
    turn,
    given,
    take,
    check,
    begin,
    drawOn,
    picture,
    solving,
    judged,
    replayed,
    fixes,
    switches,
    marks,
    change,
    takeFix,
  };
}

function tabOf({ kind }: Beginning): Tab {
  return kind === 'address' ? 'draw' : kind;
}

type Tab = 'text' | 'draw' | 'picture';

const TABS = [
  { name: 'draw', label: 'Draw a picture' },
  { name: 'picture', label: 'From a picture' },
  { name: 'text', label: 'Type or paste' },
] as const;

/**
 * The tabs over the panels `panel-text`, `panel-draw` and `panel-picture`; arrow keys change
 * between them.
 */
function Tabs(props: { readonly tab: Tab; readonly onPick: (tab: Tab) => void }): JSX.Element {
  const { tab, onPick } = props;
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const step = event.key === 'ArrowLeft' ? TABS.length - 1 : 1;
    const { name } = TABS[(TABS.findIndex((one) => one.name === tab) + step) % TABS.length];
    onPick(name);
    document.getElementById(`tab-${name}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="How to enter a puzzle">
      {TABS.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-selected={tab === name}
          aria-controls={tab === name ? `panel-${name}` : undefined}
          tabIndex={tab === name ? 0 : -1}
          onClick={() => onPick(name)}
          onKeyDown={key}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/**
 * How long a drawing must stay as it is, in milliseconds, before anything is marked on it that
 * changes with every stroke.
 */
const REST_MS = 1000;

/**
 * The share of cells that must be filled: before, nearly all of them vary, and a fix would draw the
 * picture.
 */
const LEAST_FILLED = 0.1;

/**
 * Whether it helps to look at a drawing: a tenth of it is filled, and the hand has rested, neither
 * drawing nor pressing anything, for a second.
 */
function useRest(drawn: Drawn): boolean {
  const [rested, setRested] = useState<Drawn | null>(null);
  const isHeld = useHeld();
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => setRested(drawn), REST_MS);
    return () => clearTimeout(timer);
  }, [drawn, isHeld]);
  return rested === drawn && filledShare(drawn) >= LEAST_FILLED;
}

/** Whether a finger, a pen or a button of the mouse is down. */
function useHeld(): boolean {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener('pointerdown', () => setHeld(true), { signal });
    for (const end of ['pointerup', 'pointercancel'] as const) {
      window.addEventListener(end, () => setHeld(false), { signal });
    }
    return () => stop.abort();
  }, []);
  return isHeld;
}

function filledShare({ cells }: Drawn): number {
  return cells.filter((cell) => cell !== BLANK).length / cells.length;
}
