import type { JSX } from 'preact';
import type { ResultRow } from '../../api.js';
import {
  countText,
  bigCountText,
  shareText,
  durationText,
} from '../../../../solver/core/text/numbers.js';
import { puzzleAddress } from '../window/location.js';
import { Pick } from './pick.js';
import type { Selection } from './selection.js';
import { scoreText } from '../../../../solver/core/result/difficulty-words.js';
import { fileName, plainText } from '../../../../solver/core/text/plain-text.js';
import { Thumbnail } from '../grid/grid-view.js';
import { Badge, Stars } from '../parts/badge.js';

/** A page of the puzzles of a run, as the table and the gallery get it. */
export interface Listed {
  readonly run: string;
  readonly rows: readonly ResultRow[];
  readonly query: URLSearchParams;
  readonly show: (changes: Record<string, string | null>) => void;
  readonly selection: Selection;
}

/** The puzzles of a page of the list as a table, sorted by a click on a heading. */
export function ResultTable({ run, rows, query, show, selection }: Listed): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="Puzzles of this run">
      <table>
        <thead>
          <HeadRow query={query} show={show} rows={rows} selection={selection} />
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.puzzleId} run={run} row={row} query={query} selection={selection} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The orders that a click on a heading of the table sets, and the words of that heading. */
const SORTED = {
  order: 'Entry',
  name: 'Name',
  size: 'Size',
  time: 'Time',
  score: 'Score',
  stars: 'Stars',
  needs: 'Needs',
  depth: 'Depth',
  sweeps: 'Sweeps',
  density: 'Filled',
  file: 'File',
} as const;

/** The headings of the columns; those that can be sorted by are buttons. */
function HeadRow({ query, show, rows, selection }: Omit<Listed, 'run'>): JSX.Element {
  const ids = rows.map(({ puzzleId }) => puzzleId);
  const now = query.get('sort') ?? 'order';
  const head = (sort: keyof typeof SORTED, kind = ''): JSX.Element => {
    const up = now === sort;
    const down = now === `-${sort}`;
    return (
      <th scope="col" class={kind} aria-sort={up ? 'ascending' : down ? 'descending' : undefined}>
        <button type="button" class="plain" onClick={() => show({ sort: up ? `-${sort}` : sort })}>
          {SORTED[sort]}
          <span aria-hidden="true">{up ? ' ▲' : down ? ' ▼' : ''}</span>
        </button>
      </th>
    );
  };
  return (
    <tr>
      <th scope="col">
        <label class="pick">
          <input
            type="checkbox"
            aria-label="Select all on this page"
            checked={ids.every((id) => selection.ids.has(id))}
            onChange={(event) => selection.set(ids, event.currentTarget.checked)}
          />
          <span class="unseen">Picture</span>
        </label>
      </th>
      {head('name')}
      <th scope="col">Status</th>
      {head('size', 'number')}
      <th scope="col">Technique</th>
      {head('depth', 'number')}
      <th scope="col" class="number">
        Solutions
      </th>
      {head('score', 'number')}
      {head('stars')}
      {head('needs')}
      {head('time', 'number')}
      {head('sweeps', 'number')}
      {head('density', 'number')}
      {head('order', 'number')}
      {head('file')}
    </tr>
  );
}

/** One puzzle of the table; its link keeps the filter. */
function Row(props: {
  readonly run: string;
  readonly row: ResultRow;
  readonly query: URLSearchParams;
  readonly selection: Selection;
}): JSX.Element {
  const { run, row, query, selection } = props;
  const { solutionsExact, solutions } = row;
  return (
    <tr>
      <td>
        <Pick row={row} selection={selection}>
          <Thumbnail row={row} />
        </Pick>
      </td>
      <td class="name">
        <a data-puzzle href={puzzleAddress(run, row.puzzleId, query)}>
          {plainText(row.name)}
        </a>
        {row.title !== null && <div class="soft small">{plainText(row.title)}</div>}
      </td>
      <td>
        <Badge word={row.status} />
      </td>
      <td class="number">
        {row.width}×{row.height}
        {row.colours > 1 && <div class="soft small">{row.colours} colours</div>}
      </td>
      <td>{row.status === 'multiple' ? 'ambiguous' : (row.technique ?? '-')}</td>
      <td class="number">{row.guessDepth ?? depthAtLeast(row)}</td>
      <td class="number">
        {solutionsExact === 1 ? '' : '≥ '}
        {bigCountText(solutions)}
      </td>
      <td class="number">{score(row)}</td>
      <td>{row.stars === null ? '-' : <Stars stars={row.stars} />}</td>
      <td>{row.needs ?? '-'}</td>
      <td class="number">{durationText(row.solveMs)}</td>
      <td class="number">{row.sweeps === null ? '-' : countText(row.sweeps)}</td>
      <td class="number">{density(row)}</td>
      <td class="number">{countText(row.ordinal)}</td>
      <td class="soft small">{row.path === null ? '-' : fileName(row.path)}</td>
    </tr>
  );
}

function score({ difficulty, difficultyBound }: ResultRow): string {
  return scoreText({ difficulty, difficultyBound: difficultyBound === 1 });
}

function density({ filled, width, height }: ResultRow): string {
  return shareText(filled, width * height);
}

function depthAtLeast({ guessDepthMin }: ResultRow): string {
  return guessDepthMin === null ? '-' : `≥ ${guessDepthMin}`;
}
