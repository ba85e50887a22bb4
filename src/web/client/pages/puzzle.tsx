import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { UNKNOWN, type Cells, type Puzzle } from '../../../puzzle/types.js';
import type { PuzzleAnswer } from '../../api.js';
import { useFetched } from '../fetched.js';
import { GridView } from '../grid/grid-view.js';
import type { Scene } from '../grid/paint.js';
import { Badge } from '../parts/badge.js';
import { ExportMenu } from '../parts/export-menu.js';
import { Hint } from '../parts/hint.js';
import { Legend } from '../parts/legend.js';
import { Notice } from '../parts/notice.js';
import { Title } from '../parts/title.js';
import { Waiting } from '../parts/waiting.js';
import { tryAddress } from '../try-address.js';
import { cellsOfText, puzzleOfRow } from '../stored-puzzle.js';
import { figureRows } from './figure-rows.js';

/** One stored puzzle: clues, picture, figures, the way to its replay and into other formats. */
export function PuzzlePage(props: { readonly run: string; readonly puzzle: string }): JSX.Element {
  const { run, puzzle } = props;
  const fetched = useFetched<PuzzleAnswer>(`/api/runs/${run}/puzzles/${puzzle}`);
  return (
    <Waiting for={fetched} wholePage>
      {(answer) => <StoredPuzzlePage answer={answer} />}
    </Waiting>
  );
}

/** The way from the start to a puzzle's page. */
export function puzzleTrail({ runId, runName }: PuzzleAnswer): { href: string; label: string }[] {
  return [
    { href: '/', label: 'Runs' },
    { href: `/runs/${runId}`, label: runName ?? `Run ${runId}` },
  ];
}

function StoredPuzzlePage({ answer }: { readonly answer: PuzzleAnswer }): JSX.Element {
  const { result, runId } = answer;
  const row = result.puzzle;
  const puzzle = useMemo(() => puzzleOfRow(row), [row]);
  const first = useMemo(() => cellsOfText(result.solution, row), [result, row]);
  const second = useMemo(() => cellsOfText(result.secondSolution, row), [result, row]);
  const scene = useMemo(
    (): Scene => ({ cells: first ?? open(puzzle), second }),
    [first, second, puzzle],
  );
  const here = `/runs/${runId}/puzzles`;
  return (
    <>
      <Title trail={puzzleTrail(answer)} title={row.title ?? row.name}>
        <Badge word={result.status} />
      </Title>
      <div class="row">
        <a class="button strong" href={`${here}/${row.puzzle_id}/replay`}>
          Watch it being solved
        </a>
        <a class="button" href={tryAddress(puzzle, row.title ?? row.name)}>
          Change it
        </a>
        <ExportMenu
          puzzle={puzzle}
          name={row.name}
          title={row.title}
          goal={cellsOfText(row.goal, row)}
        />
      </div>
      <Verdict answer={answer} differing={differing(first, second)} />
      <div class="beside">
        <section class="card" aria-label="The puzzle">
          <GridView puzzle={puzzle} scene={scene} label={pictureLabel(answer, puzzle)} />
          {second !== null && (
            <Legend kinds={puzzle.colours > 1 ? ['upper', 'lower'] : ['a', 'b']} />
          )}
        </section>
        <section class="card">
          <h2>Figures</h2>
          <dl class="figures stacked">
            <div>
              <dt>name</dt>
              <dd>{row.name}</dd>
            </div>
            <div>
              <dt>from</dt>
              <dd>
                {row.path ?? 'an earlier corpus'}, entry {row.ordinal}
              </dd>
            </div>
            <div>
              <dt>size</dt>
              <dd>
                {row.width} × {row.height}
                {row.colours > 1 && `, ${row.colours} colours`}
              </dd>
            </div>
            {puzzle.start !== null && (
              <div>
                <dt>start</dt>
                <dd>solved from the cells given</dd>
              </div>
            )}
            {figureRows(result).map(({ name, value, meaning }) => (
              <div key={name}>
                <dt>
                  <Hint word={name} meaning={meaning} />
                </dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
      <nav class="row" aria-label="Other puzzles">
        {result.previous !== null && (
          <a class="button" href={`${here}/${result.previous}`}>
            Previous puzzle
          </a>
        )}
        {result.next !== null && (
          <a class="button" href={`${here}/${result.next}`}>
            Next puzzle
          </a>
        )}
      </nav>
    </>
  );
}

function Verdict(props: {
  readonly answer: PuzzleAnswer;
  readonly differing: number;
}): JSX.Element {
  const { status, technique } = props.answer.result;
  if (status === 'unique') {
    return technique === 'line' ? (
      <Notice kind="good" title="One solution, and no guessing">
        Looking at one line at a time solves it.
      </Notice>
    ) : (
      <Notice kind="good" title="One solution">
        {technique === 'probe'
          ? 'Lines alone do not solve it: now and then one must assume a cell and find a contradiction.'
          : 'Lines alone do not solve it, and neither do contradictions of one assumed cell.'}
      </Notice>
    );
  }
  if (status === 'multiple') {
    return (
      <Notice kind="doubt" title="More than one solution">
        Two of them are laid over each other: they differ in {props.differing} cells.
      </Notice>
    );
  }
  if (status === 'contradiction') {
    return (
      <Notice kind="bad" title="No solution">
        No picture fits these clues.
      </Notice>
    );
  }
  return (
    <Notice kind="doubt" title={`Not decided: ${status}`}>
      Nothing is proven of this puzzle. <code>nonomill run --retry {status}</code> tries it again.
    </Notice>
  );
}

function differing(first: Cells | null, second: Cells | null): number {
  if (first === null || second === null) return 0;
  return first.reduce((count, value, i) => count + (value === second[i] ? 0 : 1), 0);
}

function open({ width, height, start }: Puzzle): Cells {
  return start ?? new Uint8Array(width * height).fill(UNKNOWN);
}

function pictureLabel({ result }: PuzzleAnswer, { width, height }: Puzzle): string {
  const what = result.solution === null ? 'without a solution' : 'with its solution';
  return `${result.puzzle.title ?? result.puzzle.name}: a grid of ${width} by ${height} cells with its clues, ${what}`;
}
