import { puzzleOfRow, cellsOfText, LONGEST_SIDE, playHash, tryHash } from '../puzzle-text.js';
import type { JSX } from 'preact';
import { useMemo, useId, useState } from 'preact/hooks';
import { UNKNOWN, type Cells, type Puzzle } from '../../../../solver/core/puzzle/types.js';
import { plainText } from '../../../../solver/core/text/plain-text.js';
import { ownName, puzzleName } from '../../../record/puzzle-id.js';
import type { ResultDetail } from '../../../store/queries/stored-results.js';
import type { PuzzleAnswer } from '../../answers.js';
import { type Asked, useFetched, listQuery, puzzleAddress, moment } from '../window.js';
import { isUndecided } from '../../../../solver/core/result/outcome.js';
import { AmbiguityView, CertificateButton, VerdictNotice } from '../solve/solved-parts.js';
import { GridView } from '../grid-view.js';
import type { Scene } from '../paint.js';
import { Badge, Title, Waiting } from '../parts.js';
import { runTrail } from './runs.js';
import { useKeys } from '../controls.js';
import { ExportMenu, QrCodeButton } from '../sharing.js';
import { Legend, ScoreSentence, NameList, type NamedValue } from '../lists.js';
import {
  numberOf,
  starsText,
  bigCountText,
  countText,
  durationText,
} from '../../../../solver/core/text/numbers.js';
import { columnOf } from '../../../record/tables.js';
import { NEEDS_MEANINGS, scoreText } from '../../../../solver/core/result/difficulty-words.js';

/** One stored puzzle: clues, picture, figures, its replay, and other formats. */
export function PuzzlePage({ run, puzzle, query }: Asked): JSX.Element {
  const address = `/api/runs/${run}/puzzles/${puzzle}${listQuery(query)}`;
  const fetched = useFetched<PuzzleAnswer>(address);
  return (
    <Waiting for={fetched} wholePage>
      {(answer) => <StoredPuzzlePage answer={answer} query={query} />}
    </Waiting>
  );
}

export function puzzleTrail({ runId, runName }: PuzzleAnswer, query: URLSearchParams) {
  return runTrail(runId, plainText(runName ?? '') || undefined, listQuery(query));
}

interface ShownPuzzle {
  readonly answer: PuzzleAnswer;
  readonly query: URLSearchParams;
}

function StoredPuzzlePage({ answer, query }: ShownPuzzle): JSX.Element {
  const { result } = answer;
  const row = result.puzzle;
  const puzzle = useMemo(() => puzzleOfRow(row), [row]);
  const first = useMemo(() => cellsOfText(result.solution, row), [result, row]);
  const second = useMemo(() => cellsOfText(result.secondSolution, row), [result, row]);
  const scene = useMemo(
    (): Scene => ({ cells: first ?? unsolved(puzzle), second }),
    [first, second, puzzle],
  );
  useNeighbourKeys();
  const outcome = { status: result.status, technique: result.technique, solution: first };
  const goal = useMemo(
    () => (result.goalMatches === false ? cellsOfText(row.goal, row) : null),
    [result, row],
  );
  return (
    <>
      <Title trail={puzzleTrail(answer, query)} title={puzzleName(row)}>
        <Badge word={result.status} />
      </Title>
      <Actions answer={answer} query={query} puzzle={puzzle} />
      <VerdictNotice puzzle={puzzle} outcome={outcome} goal={goal}>
        {second !== null &&
          `Two of them are laid over each other: they differ in ${numberOf(differing(first, second), 'cell')}.`}
        {isUndecided(result.status) && (
          <>
            Nothing is proven of this puzzle. <code>nonomill run --retry {result.status}</code>{' '}
            tries it again.
          </>
        )}
      </VerdictNotice>
      <ScoreSentence difficulty={result} rank={answer.rank} definition="/score" />
      <div class="beside">
        <section class="card" aria-label="The puzzle">
          <GridView puzzle={puzzle} scene={scene} label={pictureLabel(answer, puzzle)} />
          {second !== null && (
            <Legend kinds={puzzle.colours > 1 ? ['upper', 'lower'] : ['filled', 'a', 'b']} />
          )}
        </section>
        <PuzzleFigures result={result} hasStart={puzzle.start !== null} />
      </div>
      {result.status === 'multiple' && <AmbiguityView puzzle={puzzle} />}
      <NeighbourLinks answer={answer} query={query} />
    </>
  );
}

/** The author's picture, if it fits and can be drawn on: then a change is a drawing. */
function drawnPicture({ result }: PuzzleAnswer): Cells | null {
  const { puzzle, goalMatches } = result;
  const drawable = goalMatches === true && puzzle.start === null;
  const small = Math.max(puzzle.width, puzzle.height) <= LONGEST_SIDE;
  return drawable && small ? cellsOfText(puzzle.goal, puzzle) : null;
}

function Actions(props: ShownPuzzle & { readonly puzzle: Puzzle }): JSX.Element {
  const { answer, query, puzzle } = props;
  const row = answer.result.puzzle;
  // A file's name would give the picture away.
  const title = ownName(row);
  const picture = drawnPicture(answer);
  return (
    <div class="row">
      <a class="button strong" href={puzzleAddress(answer.runId, row.puzzle_id, query, '/replay')}>
        Watch it being solved
      </a>
      <a class="button" href={`/try${playHash(puzzle, title, picture)}`}>
        Play it
      </a>
      <a class="button" href={`/try${tryHash(puzzle, title, picture)}`}>
        Change it
      </a>
      <ExportMenu
        puzzle={puzzle}
        name={row.name}
        title={row.title}
        goal={cellsOfText(row.goal, row)}
      />
      <CertificateButton puzzle={puzzle} name={row.name} />
      <QrCodeButton puzzle={puzzle} />
    </div>
  );
}

/** The puzzles before and after this one in the list that the reader came from. */
function NeighbourLinks({ answer, query }: ShownPuzzle): JSX.Element {
  const { previous, next, runId } = answer;
  const filtered = listQuery(query) !== '';
  return (
    <nav class="row" aria-label="Other puzzles">
      {previous !== null && (
        <a class="button" rel="prev" href={puzzleAddress(runId, previous, query)}>
          Previous puzzle
        </a>
      )}
      {next !== null && (
        <a class="button" rel="next" href={puzzleAddress(runId, next, query)}>
          Next puzzle
        </a>
      )}
      {filtered && <span class="soft small">of those that the filter leaves, in its order</span>}
    </nav>
  );
}

function differing(first: Cells | null, second: Cells | null): number {
  if (first === null || second === null) return 0;
  return first.reduce((count, value, i) => count + (value === second[i] ? 0 : 1), 0);
}

function unsolved({ width, height, start }: Puzzle): Cells {
  return start ?? new Uint8Array(width * height).fill(UNKNOWN);
}

function pictureLabel({ result }: PuzzleAnswer, { width, height }: Puzzle): string {
  const what = result.solution === null ? 'without a solution' : 'with its solution';
  const called = puzzleName(result.puzzle);
  return `${called}: a grid of ${width} by ${height} cells with its clues, ${what}`;
}

/** What is stored about a puzzle and its result; each figure explains itself. */
function PuzzleFigures(props: {
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
  const figures = FIGURES.map(([name, column, value]): NamedValue => {
    const { meaning } = columnOf('results', column);
    return [<Hint key={name} word={name} meaning={meaning} />, value(result)];
  }).filter(([, text]) => text !== null);
  return (
    <section class="card">
      <h2>Figures</h2>
      <NameList rows={[...rows, ...figures]} stacked />
    </section>
  );
}

const number = (value: number | null): string => (value === null ? '-' : countText(value));

/** All that is stored of a result: its name, the column with its meaning, its value or null. */
const FIGURES: readonly (readonly [
  name: string,
  column: string,
  value: (result: ResultDetail) => string | null,
])[] = [
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
  ['score', 'difficulty', (result) => (result.difficulty === null ? null : scoreText(result))],
  ['stars', 'stars', ({ stars }) => (stars === null ? null : starsText(stars))],
  ['needs', 'needs', ({ needs }) => (needs === null ? null : `${needs}: ${NEEDS_MEANINGS[needs]}`)],
  ['look-ahead', 'look_ahead', ({ lookAhead }) => ifKnown(lookAhead, 'round')],
  [
    'look-ahead inside an assumption',
    'inner_look_ahead',
    ({ innerLookAhead }) => ifKnown(innerLookAhead, 'round'),
  ],
  ['opens with', 'opening', ({ opening }) => ifKnown(opening, 'line')],
  ['narrowest place', 'narrowest', ({ narrowest }) => ifKnown(narrowest, 'line')],
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

function ifKnown(count: number | null, what: string): string | null {
  return count === null ? null : numberOf(count, what);
}

/** From which run, which may be gone. */
function reusedWords({ reusedRun, reusedFrom, isRunThere }: ResultDetail): string | null {
  if (reusedRun === null) return null;
  if (reusedFrom !== null) return `from run ${reusedRun} of ${plainText(reusedFrom)}`;
  return `from run ${reusedRun}${isRunThere ? '' : ', which was removed since'}`;
}

function goalWords({ goalMatches, status }: ResultDetail): string {
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

/** On the page of one puzzle, j and k follow its links to the next and the previous one. */
function useNeighbourKeys(): void {
  useKeys(({ key }) => {
    const rel = { j: 'next', k: 'prev' }[key];
    if (rel !== undefined) document.querySelector<HTMLElement>(`main a[rel=${rel}]`)?.click();
  });
}
