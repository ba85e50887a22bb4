import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { type Cells, type Puzzle, BLANK, UNKNOWN } from '../../../solver/core/puzzle/types.js';
import { Drawing, type BoardMarks } from '../drawing/drawing.js';
import { changed, drawingOf, type Drawn, emptyDrawing, newHistory } from '../drawing/drawn.js';
import { drawingOfPicture, PictureForm, usePicture, useUnderlay } from '../drawing/picture.js';
import { Tick } from '../../../pipeline/pages/client/controls.js';
import { lazily, Notice } from '../../../pipeline/pages/client/parts.js';
import {
  useSolved,
  askAdvice,
  type JudgedPuzzle,
  type Replayed,
  solutionsOf,
} from '../../../pipeline/pages/client/solve/solver.js';
import { keepTyped, typedBefore, type Beginning } from '../intake/welcome.js';
import { fromDrawing, type Given, hashOf, NOTHING, useGiven, useKept } from '../intake/given.js';
import { ShelfList } from '../intake/shelf-list.js';
import { FixOffer, useFixes, judgedOf, TryVerdict, useScoreChange } from './verdict.js';
import { countText, numberOf } from '../../../solver/core/text/numbers.js';
import { knownText } from '../advice-words.js';

const TextForm = lazily(async () => (await import('../intake/text-form.js')).TextForm);
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
  // Before it is painted: whoever sees it may leave the page at once.
  useLayoutEffect(() => keepTyped(typed), [typed]);
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
              <PictureForm picture={picture} drawn={drawn}>
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
            take({ ...NOTHING, puzzle, title: given.title });
          }}
        />
      )}
    </>
  );
}

function VerdictCard(props: {
  readonly work: Work;
  readonly definition: string | null;
}): JSX.Element {
  const { work, definition } = props;
  const { given, judged, replayed } = work;
  const { puzzle, problem, picture } = given;
  return (
    <section class="card verdict" aria-label="Verdict">
      {puzzle !== null && (
        <>
          <TryVerdict {...{ puzzle, definition }} solving={work.solving} change={work.change} />
          {picture !== null && <BoardSwitches switches={work.switches} />}
          <FixOffer puzzle={puzzle} fixes={work.fixes} onTake={work.takeFix} />
          <Outlets
            {...{ given, puzzle, judged, replayed }}
            onDraw={(cells) => work.drawOn(puzzle, cells)}
            onTitle={(title) => work.take({ ...given, title })}
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

/** The drawing and its puzzle, all that is found out about them, and what can be done with them. */
type Work = ReturnType<typeof useWork>;

function useWork(beginning: Beginning) {
  const [tab, setTab] = useState(beginning.kind === 'address' ? 'draw' : beginning.kind);
  const [history, setHistory] = useState(() => newHistory(emptyDrawing(10, 10)));
  const drawn = history.present;
  const [given, take] = useGiven((found) => {
    beginAnother();
    open(found);
    setTab(found.picture === null ? 'text' : 'draw');
  });
  const beginAnother = useKept(given, hashOf(given));
  const open = ({ puzzle, picture, locked }: Given): void => {
    if (puzzle === null || picture === null) return;
    setHistory(newHistory({ ...drawingOf(puzzle, picture), locked }));
  };
  const { solving, replayed } = useSolved(given.puzzle, PAUSE_MS);
  const judged = judgedOf(solving);
  const rests = useRest(drawn);
  const drawnPuzzle = given.picture === null ? null : given.puzzle;
  const tint = useTint(drawnPuzzle, rests, judged, replayed);
  const fixes = useFixes({ drawn, puzzle: drawnPuzzle, rests }, replayed);
  const switches = useSwitches(judged, tint);
  const marks = useMarks(drawn, switches, fixes.ghosts);
  const change = useScoreChange(history.past, judged);
  const turn = (next: typeof history): void => {
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
    beginAnother();
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
  const doings = { setTab, turn, take, check, begin, drawOn, takeFix };
  const found = { solving, judged, replayed, fixes, switches, marks, change };
  return { tab, history, drawn, given, picture, ...doings, ...found };
}

type Tab = Work['tab'];

const TABS = [
  { name: 'draw', label: 'Draw a picture' },
  { name: 'picture', label: 'From a picture' },
  { name: 'text', label: 'Type or paste' },
] as const;

/** Tabs over `panel-text`, `panel-draw` and `panel-picture`; arrow keys change between them. */
function Tabs(props: { readonly tab: Tab; readonly onPick: (tab: Tab) => void }): JSX.Element {
  const { tab, onPick } = props;
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    const step = key === 'ArrowLeft' ? TABS.length - 1 : 1;
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
          onKeyDown={onKeyDown}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** How long a drawing rests, in milliseconds, before marks that change with every stroke. */
const REST_MS = 1000;

/** The least share of filled cells: else nearly all vary, and a fix would draw the picture. */
const LEAST_FILLED = 0.1;

/** Whether marks help: a tenth is filled, and nothing was drawn or pressed for a second. */
function useRest(drawn: Drawn): boolean {
  const [rested, setRested] = useState<Drawn | null>(null);
  const isHeld = useHeld();
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => setRested(drawn), REST_MS);
    return () => clearTimeout(timer);
  }, [drawn, isHeld]);
  const filled = drawn.cells.filter((cell) => cell !== BLANK).length;
  return rested === drawn && filled / drawn.cells.length >= LEAST_FILLED;
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

/** What of a verdict is shown on the board, each with a switch. */
type Switches = ReturnType<typeof useSwitches>;

function useSwitches(judged: JudgedPuzzle | null, tint: Tint) {
  const [showsStuck, turnStuck] = useState(true);
  // Which place of a line-solvable puzzle is marked: where it opens, or the fewest lines go on.
  const [place, turnPlace] = useState<'first' | 'narrowest' | null>(null);
  const stuck = judged?.verdict.stuck ?? NO_LINES;
  const opening = judged?.verdict.opening ?? null;
  return { tint, stuck, showsStuck, turnStuck, opening, place, turnPlace };
}

/** The marks of a board: none that are still of another size. */
function useMarks(drawn: Drawn, switches: Switches, ghosts: BoardMarks['ghosts']): BoardMarks {
  const { tint, stuck, showsStuck, opening, place } = switches;
  const { varying, isOn } = tint;
  const cells = drawn.cells.length;
  const lines = drawn.width + drawn.height;
  const at = place === 'first' ? opening?.lines : place && opening?.narrowest?.lines;
  const marked = [...(showsStuck ? stuck : []), ...(at ?? [])];
  return useMemo(
    () => ({
      varying: isOn && Math.max(...varying) < cells ? varying : NONE,
      lines: Math.max(...marked) < lines ? new Set(marked) : NONE,
      ghosts: Math.max(...ghosts.keys()) < cells ? ghosts : new Map(),
    }),
    [varying, isOn, stuck, showsStuck, opening, place, ghosts, cells, lines],
  );
}

const NO_LINES: readonly number[] = [];
const NONE: ReadonlySet<number> = new Set();

function BoardSwitches({ switches }: { readonly switches: Switches }): JSX.Element | null {
  const { tint, stuck, showsStuck, turnStuck, opening, place, turnPlace } = switches;
  if (tint.varying.size === 0 && stuck.length === 0 && opening === null) return null;
  return (
    <div class="switches">
      {tint.varying.size > 0 && (
        <Tick isOn={tint.isOn} onTurn={tint.turn}>
          {tint.isWhole
            ? `Tint the ${numberOf(tint.varying.size, 'cell that varies', 'cells that vary')} between solutions`
            : `Tint the cells that vary between solutions, at least ${countText(tint.varying.size)}`}
        </Tick>
      )}
      {stuck.length > 0 && (
        <Tick isOn={showsStuck} onTurn={turnStuck}>
          {`Mark the ${numberOf(stuck.length, 'line that gets', 'lines that get')} stuck without guessing`}
        </Tick>
      )}
      {opening !== null && (
        <Tick
          isOn={place === 'first'}
          onTurn={(on) => turnPlace(on ? 'first' : null)}
        >{`Mark the ${numberOf(opening.lines.length, 'line')} that it opens with`}</Tick>
      )}
      {opening?.narrowest != null && opening.narrowest.known > 0 && (
        <Tick isOn={place === 'narrowest'} onTurn={(on) => turnPlace(on ? 'narrowest' : null)}>
          {`Mark its narrowest place: ${numberOf(opening.narrowest.lines.length, 'line')} ${knownText(opening.narrowest.known)}`}
        </Tick>
      )}
    </div>
  );
}

type Tint = ReturnType<typeof useTint>;

/** Finds the cells that vary once the hand rests: first where two solutions differ, then all. */
function useTint(
  puzzle: Puzzle | null,
  rests: boolean,
  judged: JudgedPuzzle | null,
  replayed: Replayed | null,
) {
  const [isOn, turn] = useState(true);
  type Mapped = { readonly puzzle: Puzzle; readonly cells: number[]; readonly isWhole: boolean };
  const [mapped, setMapped] = useState<Mapped | null>(null);
  // Of a puzzle that has changed since, nothing is shown.
  const shown = rests && judged?.puzzle === puzzle ? judged : null;
  const isReplayed = replayed?.puzzle === puzzle && replayed.outcome.status === 'multiple';
  const asked = rests && isOn && isReplayed ? puzzle : null;
  useEffect(() => {
    if (asked === null) return undefined;
    const stop = new AbortController();
    void askAdvice('map', [asked], stop.signal).then((map) => {
      if (map == null) return;
      const { settled, undecided } = map;
      const open = new Set(undecided);
      const cells = [...settled.keys()].filter((i) => settled[i] === UNKNOWN && !open.has(i));
      setMapped({ puzzle: asked, cells, isWhole: open.size === 0 });
    });
    return () => stop.abort();
  }, [asked]);
  const known = shown !== null && shown.puzzle === mapped?.puzzle ? mapped : null;
  const varying = useMemo(
    () => new Set([...differing(shown), ...(known?.cells ?? [])]),
    [shown, known],
  );
  return { varying, isWhole: known?.isWhole === true, isOn, turn };
}

/** The cells in which the two solutions of a verdict differ. */
function differing(judged: JudgedPuzzle | null): number[] {
  const both = judged === null ? null : solutionsOf(judged.verdict.outcome);
  if (both === null) return [];
  return [...both[0].keys()].filter((i) => both[0][i] !== both[1][i]);
}
