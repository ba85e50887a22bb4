import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { Notice } from '../../../pipeline/pages/client/parts.js';
import { ScoreSentence } from '../../../pipeline/pages/client/lists.js';
import { MisfitNotice } from '../../../pipeline/pages/client/solve/solved-parts.js';
import type { JudgedPuzzle, SolvingState } from '../../../pipeline/pages/client/solve/solver.js';
import type { Puzzle } from '../../../solver/core/puzzle/types.js';
import { starsText, durationText, numberOf } from '../../../solver/core/text/numbers.js';
import { openingText } from '../advice-words.js';

/**
 * Whether the puzzle is a good one: three lamps, and a sentence. Until the next verdict is there,
 * it says the last.
 */
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
        {judged?.verdict.difficulty != null && (
          <ScoreSentence
            difficulty={judged.verdict.difficulty}
            rank={null}
            definition={definition}
          />
        )}
        {judged?.verdict.difficulty != null && (
          <p class="small soft">{openingText(judged.verdict.difficulty, judged.verdict.opening)}</p>
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

/** The clues, or the start position alone: the first wrong cell of that is looked for. */
function WrongStart({ puzzle }: { readonly puzzle: Puzzle }): JSX.Element {
  const solved = useMemo(
    () => ({ puzzle, goal: null, status: 'contradiction' as const, solution: null }),
    [puzzle],
  );
  return (
    <>
      <Notice kind="bad" title="Not a puzzle: no picture fits these clues and the start position" />
      <MisfitNotice solved={solved} />
    </>
  );
}

function JudgedNotice({ puzzle, verdict }: JudgedPuzzle): JSX.Element {
  const { outcome, ms } = verdict;
  const time = timeWords(ms);
  if (outcome.status === 'unique') {
    return outcome.technique === 'line' ? (
      <Notice kind="good" title="A good puzzle: one solution, and no guessing">
        Looking at one line at a time solves it. {time}
      </Notice>
    ) : (
      <Notice kind="doubt" title="One solution, but lines alone do not find it">
        {outcome.technique === 'probe'
          ? 'Now and then one must assume a cell and find a contradiction.'
          : 'Even contradictions of one assumed cell are not enough.'}{' '}
        {time}
      </Notice>
    );
  }
  if (outcome.status === 'multiple') {
    return (
      <Notice kind="bad" title="Not a good puzzle: it has more than one solution">
        The replay ends on two of them, laid over each other. {time}
      </Notice>
    );
  }
  if (outcome.status === 'contradiction' && puzzle.start !== null) {
    return <WrongStart puzzle={puzzle} />;
  }
  if (outcome.status === 'contradiction') {
    return (
      <Notice kind="bad" title="Not a puzzle: no picture fits these clues">
        The replay shows where they contradict each other. {time}
      </Notice>
    );
  }
  return (
    <Notice
      kind="doubt"
      title={`Not decided: the ${outcome.status} limit of this page was reached`}
    >
      <code>nonomill solve</code> can take longer.
    </Notice>
  );
}

/** Below, the clocks of browsers tell too little: they are coarse on purpose. */
const MEASURED_MS = 5;

/** How long it took, in whole milliseconds at most; nothing where that was not measured. */
function timeWords(ms: number): string {
  if (ms < MEASURED_MS) return '';
  return `Solved in ${ms < 999 ? `${Math.round(ms)} ms` : durationText(ms)}.`;
}

/**
 * A lamp: off until something is known. Each way to shine has a sign of its own, not only a colour.
 */
interface Lamp {
  readonly shine: 'off' | 'good' | 'doubt' | 'bad';
  readonly words: string;
}

const SIGNS = { off: '–', good: '✓', doubt: '!', bad: '✕' } as const;

/** One solution, no guessing, stars: what a puzzle is worth, at a glance. */
function Lamps({ judged }: { readonly judged: JudgedPuzzle | null }): JSX.Element {
  const lamps = [solutionLamp(judged), guessingLamp(judged)];
  const stars = judged?.verdict.difficulty?.stars ?? null;
  return (
    <ul class="lamps" aria-label="At a glance">
      {lamps.map(({ shine, words }, i) => (
        <li key={i} class={shine}>
          <span class="lamp" aria-hidden="true">
            {SIGNS[shine]}
          </span>
          {words}
          {shine === 'off' && <NotKnown />}
        </li>
      ))}
      <li class={stars === null ? 'off' : 'rated'}>
        <span class="lamp" aria-hidden="true">
          {stars === null ? SIGNS.off : starsText(stars)}
        </span>
        {stars === null ? 'Stars' : numberOf(stars, 'star')}
        {stars === null && <NotKnown />}
      </li>
    </ul>
  );
}

/** What a screen reader says of a lamp that is off, of which its words alone would be praise. */
function NotKnown(): JSX.Element {
  return <span class="unseen">: not known</span>;
}

function solutionLamp(judged: JudgedPuzzle | null): Lamp {
  if (judged === null) return { shine: 'off', words: 'One solution' };
  const { status } = judged.verdict.outcome;
  if (status === 'unique') return { shine: 'good', words: 'One solution' };
  if (status === 'multiple') return { shine: 'bad', words: 'Several solutions' };
  if (status === 'contradiction') return { shine: 'bad', words: 'No solution' };
  return { shine: 'doubt', words: 'Not decided' };
}

function guessingLamp(judged: JudgedPuzzle | null): Lamp {
  const outcome = judged?.verdict.outcome;
  if (outcome?.status !== 'unique') return { shine: 'off', words: 'No guessing' };
  return outcome.technique === 'line'
    ? { shine: 'good', words: 'No guessing' }
    : { shine: 'doubt', words: 'Lines do not suffice' };
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
