import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState, useRef } from 'preact/hooks';
import { type Cells, type Puzzle, BLANK, UNKNOWN } from '../../../solver/core/puzzle/types.js';
import { Drawing } from '../drawing/drawing.js';
import {
  changed,
  drawingOf,
  type Drawn,
  emptyDrawing,
  newHistory,
  drawnWith,
  puzzleOfDrawing,
} from '../drawing/drawn.js';
import { drawingOfPicture, PictureForm, usePicture, useUnderlay } from '../drawing/picture.js';
import { Tick, Presses } from '../../../pipeline/pages/client/controls.js';
import { lazily, Notice } from '../../../pipeline/pages/client/parts.js';
import {
  useSolved,
  askAdvice,
  type JudgedPuzzle,
  type Replayed,
  solutionsOf,
  type SolvingState,
  useAdvice,
} from '../../../pipeline/pages/client/solve/solver.js';
import { keepTyped, typedBefore } from '../browser.js';
import { type Given, hashOf, NOTHING, useGiven, useKept } from '../intake/given.js';
import { ShelfList } from '../intake/shelf-list.js';
import { countText, numberOf, starsText, durationText } from '../../../solver/core/text/numbers.js';
import { changesText, knownText, openingText } from '../advice-words.js';
import { ScoreSentence } from '../../../pipeline/pages/client/lists.js';
import { VerdictNotice } from '../../../pipeline/pages/client/solve/solved-parts.js';
import { isUndecided } from '../../../solver/core/result/outcome.js';
import { type Change, type FixGoal, fixWords } from '../../../solver/craft/fix/fix.js';
import { capital } from '../../../solver/core/text/plain-text.js';

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

type BoardMarks = Parameters<typeof Drawing>[0]['marks'];

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

/** Whether the puzzle is good: three lamps and a sentence, of the last verdict until the next. */
function TryVerdict(props: {
  readonly puzzle: Puzzle;
  readonly solving: SolvingState;
  /** Where the score is defined; null if this site has no such page. */
  readonly definition: string | null;
  /** By how much the last stroke changed the score; null if that is not known. */
  readonly change: number | null;
}): JSX.Element {
  const { puzzle, solving, definition, change } = props;
  const empty = isEmpty(puzzle);
  const judged = empty ? null : judgedOf(solving);
  const difficulty = judged?.verdict.difficulty ?? null;
  return (
    <>
      <Lamps judged={judged} />
      <div class="card-body" aria-live="polite" aria-busy={solving.state === 'solving'}>
        {empty && (
          <Notice kind="plain" title="An empty picture">
            Every clue is empty, so there is nothing to solve yet.
          </Notice>
        )}
        {judged !== null && <JudgedNotice {...judged} />}
        {!empty && solving.state === 'failed' && <Notice kind="bad" title={solving.reason} />}
        {difficulty !== null && <ScoreSentence {...{ difficulty, definition }} rank={null} />}
        {difficulty !== null && (
          <p class="small soft">{openingText(difficulty, judged!.verdict.opening)}</p>
        )}
        <p class="small soft score-change">{scoreChangeText(change)}</p>
      </div>
      {!empty && solving.state === 'solving' && <p class="soft small late">Solving …</p>}
    </>
  );
}

/** The newest verdict there is; null of an empty puzzle. */
function judgedOf(solving: SolvingState): JudgedPuzzle | null {
  const judged =
    solving.state === 'solving' ? solving.before : solving.state === 'solved' ? solving : null;
  return judged === null || isEmpty(judged.puzzle) ? null : judged;
}

function isEmpty({ rows }: Puzzle): boolean {
  return rows.every((clue) => clue.length === 0);
}

function JudgedNotice({ puzzle, verdict }: JudgedPuzzle): JSX.Element {
  const { outcome, ms } = verdict;
  const { status } = outcome;
  return (
    <VerdictNotice puzzle={puzzle} outcome={outcome} goal={null}>
      {status === 'multiple' && 'The replay ends on two of them, laid over each other. '}
      {status === 'contradiction' && 'The replay shows where they contradict each other. '}
      {isUndecided(status) ? (
        <>
          The limit of this page was reached; <code>nonomill solve</code> can take longer.
        </>
      ) : (
        timeWords(ms)
      )}
    </VerdictNotice>
  );
}

/** Below, the clocks of browsers tell too little: they are coarse on purpose. */
const MEASURED_MS = 5;

/** How long it took, in whole milliseconds at most; nothing where that was not measured. */
function timeWords(ms: number): string {
  if (ms < MEASURED_MS) return '';
  return `Solved in ${ms < 999 ? `${Math.round(ms)} ms` : durationText(ms)}.`;
}

/** A lamp: off until something is known. Each way to shine has a sign, not only a colour. */
type Lamp = readonly [shine: 'off' | 'good' | 'doubt' | 'bad' | 'rated', words: string];

const SIGNS = { off: '–', good: '✓', doubt: '!', bad: '✕' } as const;

/** One solution, no guessing, stars: what a puzzle is worth, at a glance. */
function Lamps({ judged }: { readonly judged: JudgedPuzzle | null }): JSX.Element {
  const stars = judged?.verdict.difficulty?.stars ?? null;
  const lamps: readonly Lamp[] = [
    solutionLamp(judged),
    guessingLamp(judged),
    stars === null ? ['off', 'Stars'] : ['rated', numberOf(stars, 'star')],
  ];
  return (
    <ul class="lamps" aria-label="At a glance">
      {lamps.map(([shine, words], i) => (
        <li key={i} class={shine}>
          <span class="lamp" aria-hidden="true">
            {shine === 'rated' ? starsText(stars) : SIGNS[shine]}
          </span>
          {words}
          {/* Its words alone would be praise. */}
          {shine === 'off' && <span class="unseen">: not known</span>}
        </li>
      ))}
    </ul>
  );
}

function solutionLamp(judged: JudgedPuzzle | null): Lamp {
  const status = judged?.verdict.outcome.status;
  if (status === undefined) return ['off', 'One solution'];
  if (status === 'unique') return ['good', 'One solution'];
  if (status === 'multiple') return ['bad', 'Several solutions'];
  return status === 'contradiction' ? ['bad', 'No solution'] : ['doubt', 'Not decided'];
}

function guessingLamp(judged: JudgedPuzzle | null): Lamp {
  const outcome = judged?.verdict.outcome;
  if (outcome?.status !== 'unique') return ['off', 'No guessing'];
  return outcome.technique === 'line' ? ['good', 'No guessing'] : ['doubt', 'Lines do not suffice'];
}

/**
 * By how much the last stroke changed the score; null while there is no score to compare.
 * @param stroke what is another object with each stroke
 */
function useScoreChange(stroke: unknown, judged: JudgedPuzzle | null): number | null {
  const score = judged?.verdict.difficulty?.difficulty ?? null;
  const last = useRef({ stroke, judged, score });
  // When a stroke begins, the newest verdict is still of what was there before it.
  if (last.current.stroke !== stroke) last.current = { stroke, judged, score };
  const before = last.current;
  if (score === null || before.score === null || judged === before.judged) return null;
  return score - before.score;
}

/** `The last stroke made it 0.4 harder.`; nothing of a change that does not show in the score. */
function scoreChangeText(change: number | null): string {
  const size = Math.abs(change ?? 0).toFixed(1);
  if (change === null || size === '0.0') return '';
  return `The last stroke made it ${size} ${change > 0 ? 'harder' : 'easier'}.`;
}

/** What each goal is called; one that is reached stays in sight. */
const GOALS = { unique: 'One solution', line: 'No guessing' } as const;

/** The fix whose ghosts are on the board: take it, or see others. Nothing for a good puzzle. */
function FixOffer(props: {
  readonly puzzle: Puzzle;
  readonly fixes: ReturnType<typeof useFixes>;
  readonly onTake: () => void;
}): JSX.Element | null {
  const { puzzle, fixes, onTake } = props;
  const { goal, goals, aim, isOn, turn, found, shown, number, count, next } = fixes;
  if (goal === null) return null;
  return (
    <section class="offer" aria-label="Fix it">
      <Tick class="tick" isOn={isOn} onTurn={turn}>
        <strong>Show a fix on the board</strong>
      </Tick>
      {isOn && (
        <>
          <Presses
            label="What the fix is for"
            presses={(['unique', 'line'] as const).map((one) => ({
              name: goals.includes(one) ? GOALS[one] : `${GOALS[one]} ✓`,
              isPressed: one === goal,
              act: goals.includes(one) ? () => aim(one) : null,
            }))}
          />
          <p class="small" aria-live="polite">
            {found === null && <span class="late">Looking for the fewest changes …</span>}
            {found?.kind === 'none' && `Not fixed: ${found.reason}.`}
            {found?.kind === 'fixed' &&
              `${capital(fixWords(found, shown))}. ${changesText(shown, puzzle)}`}
          </p>
          {count > 0 && shown.length > 0 && (
            <Presses
              label="The fix that is shown"
              presses={[
                { name: 'Take it', isStrong: true, act: onTake },
                count === 1
                  ? { name: 'There is no other', act: null }
                  : { name: `Show another (${number} of ${count})`, act: next },
              ]}
            />
          )}
        </>
      )}
    </section>
  );
}

/** Milliseconds after which the best fix found is offered. */
const PATIENCE_MS = 5000;

/** How many other sets of changes are offered. */
const ALTERNATIVES = 7;

const NO_CHANGES: readonly Change[] = [];

/** The fewest changes that make a drawing's puzzle good, one set after the other; locks stay. */
function useFixes(
  drawing: { readonly drawn: Drawn; readonly puzzle: Puzzle | null; readonly rests: boolean },
  replayed: Replayed | null,
) {
  const [isOn, turn] = useState(true);
  const [wanted, aim] = useState<FixGoal>('unique');
  const [index, setIndex] = useState(0);
  const { drawn, puzzle, rests } = drawing;
  // Of a puzzle that has changed since, nothing is offered.
  const current = rests && replayed?.puzzle === puzzle ? replayed : null;
  const goals = useMemo(() => missedBy(current), [current]);
  const goal = goals.includes(wanted) ? wanted : (goals[0] ?? null);
  const isAsked = isOn && goal !== null && puzzle !== null;
  const options = {
    for: goal ?? undefined,
    by: 'pixels',
    keep: drawn.locked,
    alternatives: ALTERNATIVES,
    prefer: 'symmetry',
    timeoutMs: PATIENCE_MS,
  } as const;
  const asked = isAsked ? ([{ puzzle, goal: drawn.cells }, options] as const) : null;
  const by = [current, goal, isOn];
  useEffect(() => setIndex(0), by);
  // Null while they are looked for.
  const found = useAdvice('fix', asked && [...asked], by) ?? null;
  const sets = found?.kind === 'fixed' ? [found.changes, ...found.alternatives] : [];
  const at = index % Math.max(1, sets.length);
  const shown = sets.at(at) ?? NO_CHANGES;
  const ghosts = useMemo(
    () => new Map(shown.map(({ row, column, to }) => [(row - 1) * drawn.width + column - 1, to])),
    [shown, drawn.width],
  );
  return {
    goal,
    goals,
    aim,
    isOn,
    turn,
    found,
    shown,
    number: at + 1,
    count: sets.length,
    ghosts,
    next: () => setIndex(index + 1),
    taken: (now: Drawn) =>
      drawnWith(now, (cells) => {
        for (const [cell, value] of ghosts) cells[cell] = value;
      }),
  };
}

/** The goals that a puzzle misses; none of one that is good, empty, or undecided. */
function missedBy(replayed: Replayed | null): readonly FixGoal[] {
  const outcome = replayed?.outcome;
  if (outcome?.status === 'multiple') return ['unique', 'line'];
  return outcome?.status === 'unique' && outcome.technique !== 'line' ? ['line'] : [];
}

function fromDrawing(drawn: Drawn, title: string): Given {
  const { cells, locked } = drawn;
  return { puzzle: puzzleOfDrawing(drawn), title, problem: null, picture: cells, locked };
}

/** How somebody begins: with what the address holds, or what they chose, pasted or dropped. */
export type Beginning =
  | { readonly kind: 'address' }
  | { readonly kind: 'draw' }
  | { readonly kind: 'picture'; readonly file: File | null }
  | { readonly kind: 'text'; readonly text: string | null };
