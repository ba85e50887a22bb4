import type { JSX } from 'preact';
import { columnOf } from '../../../../solver/core/result/tables.js';
import { plainText } from '../../../../solver/core/text/plain-text.js';
import type { PuzzleAnswer } from '../../api.js';
import { NEEDS_MEANINGS, scoreText } from '../../../../solver/core/result/difficulty-words.js';
import {
  starsText,
  bigCountText,
  countText,
  durationText,
  numberOf,
} from '../../../../solver/core/text/numbers.js';
import { NameList, type NamedValue } from '../parts/name-list.js';
import { moment } from '../window/moment.js';
import { useId, useState } from 'preact/hooks';

/** What is stored about a puzzle and its result; each figure explains itself. */
export function PuzzleFigures(props: {
  readonly result: PuzzleAnswer['result'];
  readonly hasStart: boolean;
}): JSX.Element {
  const { result, hasStart } = props;
  const row = result.puzzle;
  const rows: NamedValue[] = [
    ['name', plainText(row.name)],
    ['from', `${plainText(row.path ?? 'an earlier corpus')}, entry ${row.ordinal}`],
    ['size', `${row.width} × ${row.height}${row.colours > 1 ? `, ${row.colours} colours` : ''}`],
    ...(hasStart ? ([['start', 'solved from the given cells']] as const) : []),
  ];
  const figures = FIGURES.flatMap(([name, column, value]): NamedValue[] => {
    const text = value(result);
    const { meaning } = columnOf('results', column);
    return text === null ? [] : [[<Hint key={name} word={name} meaning={meaning} />, text]];
  });
  return (
    <section class="card">
      <h2>Figures</h2>
      <NameList rows={[...rows, ...figures]} stacked />
    </section>
  );
}

type Result = PuzzleAnswer['result'];

/**
 * A figure of a result: its name, the column of `results` whose meaning it has, its value in words
 * or null for nothing.
 */
type Figure = readonly [name: string, column: string, value: (result: Result) => string | null];

const number = (value: number | null): string => (value === null ? '-' : countText(value));

/** Everything that a run stores about a result. */
const FIGURES: readonly Figure[] = [
  [
    'technique',
    'technique',
    ({ status, technique }) => (status === 'multiple' ? 'ambiguous' : (technique ?? 'not known')),
  ],
  [
    'guess depth',
    'guess_depth',
    ({ guessDepth, guessDepthMin }) =>
      guessDepth !== null
        ? String(guessDepth)
        : guessDepthMin === null
          ? '-'
          : `${guessDepthMin}+: not solved at depth ${guessDepthMin - 1}`,
  ],
  [
    'score',
    'difficulty',
    ({ difficulty, difficultyBound }) =>
      difficulty === null ? null : scoreText({ difficulty, difficultyBound }),
  ],
  ['stars', 'stars', ({ stars }) => (stars === null ? null : starsText(stars))],
  ['needs', 'needs', ({ needs }) => (needs === null ? null : `${needs}: ${NEEDS_MEANINGS[needs]}`)],
  [
    'look-ahead',
    'look_ahead',
    ({ lookAhead }) => (lookAhead === null ? null : numberOf(lookAhead, 'round')),
  ],
  [
    'look-ahead inside an assumption',
    'inner_look_ahead',
    ({ innerLookAhead }) => (innerLookAhead === null ? null : numberOf(innerLookAhead, 'round')),
  ],
  ['opens with', 'opening', ({ opening }) => lines(opening)],
  ['narrowest place', 'narrowest', ({ narrowest }) => lines(narrowest)],
  ['tries', 'tries', ({ tries }) => (tries === null || tries === 0 ? null : tries.toFixed(1))],
  [
    'solutions',
    'solutions',
    ({ solutions, solutionsExact }) =>
      `${solutionsExact ? '' : 'at least '}${bigCountText(solutions)}`,
  ],
  ['time', 'solve_ms', ({ solveMs }) => durationText(solveMs)],
  ['stopped by', 'stopped_by', ({ stoppedBy }) => stoppedBy ?? 'nothing'],
  ['sweeps', 'sweeps', ({ sweeps }) => number(sweeps)],
  ['search depth', 'search_depth', ({ searchDepth }) => number(searchDepth)],
  ['line solves', 'line_solves', ({ lineSolves }) => number(lineSolves)],
  ['probes', 'probes', ({ probes }) => number(probes)],
  ['decisions', 'decisions', ({ decisions }) => number(decisions)],
  ['conflicts', 'conflicts', ({ conflicts }) => number(conflicts)],
  ['goal picture', 'goal_matches', goalWords],
  ['cross-check', 'cross_check', ({ crossCheck }) => crossCheck ?? 'not done'],
  ['proof', 'proof', ({ proof }) => (proof === null ? null : `${countText(proof)} steps, checked`)],
  ['attempts', 'attempts', ({ attempts }) => countText(attempts)],
  ['time limit', 'limit_ms', ({ limitMs }) => (limitMs === null ? 'none' : durationText(limitMs))],
  ['taken over', 'reused_run', (result) => reusedWords(result)],
  ['finished', 'finished_at', ({ finishedAt }) => moment(finishedAt)],
  ['error', 'error', ({ error }) => (error === null ? null : plainText(error))],
];

function lines(count: number | null): string | null {
  return count === null ? null : numberOf(count, 'line');
}

/** From which run, which may be gone. */
function reusedWords({ reusedRun, reusedFrom, isRunThere }: Result): string | null {
  if (reusedRun === null) return null;
  if (reusedFrom !== null) return `from run ${reusedRun} of ${plainText(reusedFrom)}`;
  return `from run ${reusedRun}${isRunThere ? '' : ', which was removed since'}`;
}

function goalWords({ goalMatches, status }: Result): string {
  if (goalMatches === null) return 'none given';
  if (!goalMatches) return 'does not fit the clues';
  if (status === 'unique') return 'is the only solution';
  return status === 'multiple' ? 'is one of the solutions' : 'is a solution';
}

/** A word that shows its meaning on hover, focus or touch; Escape closes it. */
function Hint(props: { readonly word: string; readonly meaning: string }): JSX.Element {
  const id = useId();
  const [closed, setClosed] = useState(false);
  const open = (): void => setClosed(false);
  return (
    <span class={closed ? 'hint closed' : 'hint'} onMouseEnter={open}>
      <button
        type="button"
        aria-describedby={id}
        onFocus={open}
        onKeyDown={(event) => event.key === 'Escape' && setClosed(true)}
      >
        {props.word}
      </button>
      <span role="tooltip" id={id}>
        {props.meaning}
      </span>
    </span>
  );
}
