import type { JSX } from 'preact';
import { useMemo, useRef, useEffect, useState } from 'preact/hooks';
import { Presses, Tick } from '../../../pipeline/pages/client/controls.js';
import { Notice } from '../../../pipeline/pages/client/parts.js';
import { ScoreSentence } from '../../../pipeline/pages/client/lists.js';
import { VerdictNotice } from '../../../pipeline/pages/client/solve/solved-parts.js';
import {
  type JudgedPuzzle,
  type SolvingState,
  type Replayed,
  useAdvice,
} from '../../../pipeline/pages/client/solve/solver.js';
import type { Puzzle } from '../../../solver/core/puzzle/types.js';
import { isUndecided } from '../../../solver/core/result/outcome.js';
import { starsText, durationText, numberOf } from '../../../solver/core/text/numbers.js';
import { openingText } from '../advice-words.js';
import { type Change, type FixGoal, fixWords } from '../../../solver/craft/fix/fix.js';
import { capital } from '../../../solver/core/text/plain-text.js';
import { cellValueText } from '../../../solver/craft/replay/colour-name.js';
import { type Drawn, drawnWith } from '../drawing/drawn.js';

/** Whether the puzzle is good: three lamps and a sentence, of the last verdict until the next. */
export function TryVerdict(props: {
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
export function judgedOf(solving: SolvingState): JudgedPuzzle | null {
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
export function useScoreChange(stroke: unknown, judged: JudgedPuzzle | null): number | null {
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
export function FixOffer(props: {
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
export function useFixes(
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

/** How many changes are told one by one. */
const TOLD = 12;

/** The changes of a fix, as sentences. */
export function changesText(changes: readonly Change[], puzzle: Puzzle): string {
  const lines = changes
    .slice(0, TOLD)
    .map(({ row, column, to }) => `Row ${row}, cell ${column}: ${cellValueText(to, puzzle)}.`);
  return [...lines, ...(changes.length > TOLD ? ['And more, as marked.'] : [])].join(' ');
}
