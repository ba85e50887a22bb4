import type { JSX } from 'preact';
import { columnOf } from '../../../core/result/tables.js';
import { plainText } from '../../../core/text/plain-text.js';
import type { PuzzleAnswer } from '../../api.js';
import { NEEDS_MEANINGS, scoreText, starsText } from '../../../core/result/difficulty-words.js';
import { estimateText } from '../../../core/result/estimate-words.js';
import { durationText } from '../../../core/text/durations.js';
import { bigCountText, countText } from '../../../core/text/numbers.js';
import { moment } from '../window/moment.js';
import { useId, useState } from 'preact/hooks';

/** What is stored about a puzzle and its result; each figure explains itself. */
export function PuzzleFigures(props: {
  readonly result: PuzzleAnswer['result'];
  readonly hasStart: boolean;
}): JSX.Element {
  const { result, hasStart } = props;
  const row = result.puzzle;
  const rows: [string, string][] = [
    ['name', plainText(row.name)],
    ['from', `${plainText(row.path ?? 'an earlier corpus')}, entry ${row.ordinal}`],
    ['size', `${row.width} × ${row.height}${row.colours > 1 ? `, ${row.colours} colours` : ''}`],
    ...(hasStart ? [['start', 'solved from the given cells'] as [string, string]] : []),
  ];
  return (
    <section class="card">
      <h2>Figures</h2>
      <dl class="figures stacked">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {FIGURES.map(({ name, column, value }) => {
          const text = value(result);
          return text === null ? null : (
            <div key={name}>
              <dt>
                <Hint word={name} meaning={columnOf('results', column).meaning} />
              </dt>
              <dd>{text}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

type Result = PuzzleAnswer['result'];

/** A figure of a result. */
interface Figure {
  readonly name: string;
  /** The column of `results` that it shows, whose meaning it has. */
  readonly column: string;
  /** The value in words; null if there is nothing to say. */
  readonly value: (result: Result) => string | null;
}

const number = (value: number | null): string => (value === null ? '-' : countText(value));

/** Everything that a run stores about a result. */
const FIGURES: readonly Figure[] = [
  {
    name: 'technique',
    column: 'technique',
    value: ({ status, technique }) =>
      status === 'multiple' ? 'ambiguous' : (technique ?? 'not known'),
  },
  {
    name: 'guess depth',
    column: 'guess_depth',
    value: ({ guessDepth, guessDepthMin }) =>
      guessDepth !== null
        ? String(guessDepth)
        : guessDepthMin === null
          ? '-'
          : `${guessDepthMin}+: not solved at depth ${guessDepthMin - 1}`,
  },
  {
    name: 'score',
    column: 'difficulty',
    value: ({ difficulty, difficultyBound }) =>
      difficulty === null ? null : scoreText({ difficulty, difficultyBound }),
  },
  {
    name: 'stars',
    column: 'stars',
    value: ({ stars }) => (stars === null ? null : starsText(stars)),
  },
  {
    name: 'needs',
    column: 'needs',
    value: ({ needs }) => (needs === null ? null : `${needs}: ${NEEDS_MEANINGS[needs]}`),
  },
  {
    name: 'tries',
    column: 'tries',
    value: ({ tries }) => (tries === null || tries === 0 ? null : tries.toFixed(1)),
  },
  {
    name: 'solutions',
    column: 'solutions',
    value: ({ solutions, solutionsExact }) =>
      `${solutionsExact ? '' : 'at least '}${bigCountText(solutions)}`,
  },
  {
    name: 'estimated solutions',
    column: 'count_estimate',
    value: (result) => estimateText(result),
  },
  {
    name: 'time',
    column: 'solve_ms',
    value: ({ solveMs }) => durationText(solveMs),
  },
  {
    name: 'stopped by',
    column: 'stopped_by',
    value: ({ stoppedBy }) => stoppedBy ?? 'nothing',
  },
  {
    name: 'sweeps',
    column: 'sweeps',
    value: ({ sweeps }) => number(sweeps),
  },
  {
    name: 'search depth',
    column: 'search_depth',
    value: ({ searchDepth }) => number(searchDepth),
  },
  {
    name: 'line solves',
    column: 'line_solves',
    value: ({ lineSolves }) => number(lineSolves),
  },
  {
    name: 'probes',
    column: 'probes',
    value: ({ probes }) => number(probes),
  },
  {
    name: 'decisions',
    column: 'decisions',
    value: ({ decisions }) => number(decisions),
  },
  {
    name: 'conflicts',
    column: 'conflicts',
    value: ({ conflicts }) => number(conflicts),
  },
  {
    name: 'goal picture',
    column: 'goal_matches',
    value: goalWords,
  },
  {
    name: 'cross-check',
    column: 'cross_check',
    value: ({ crossCheck }) => crossCheck ?? 'not done',
  },
  {
    name: 'proof',
    column: 'proof',
    value: ({ proof }) => (proof === null ? null : `${countText(proof)} steps, checked`),
  },
  {
    name: 'attempts',
    column: 'attempts',
    value: ({ attempts }) => countText(attempts),
  },
  {
    name: 'time limit',
    column: 'limit_ms',
    value: ({ limitMs }) => (limitMs === null ? 'none' : durationText(limitMs)),
  },
  {
    name: 'finished',
    column: 'finished_at',
    value: ({ finishedAt }) => moment(finishedAt),
  },
  {
    name: 'error',
    column: 'error',
    value: ({ error }) => (error === null ? null : plainText(error)),
  },
];

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
