import type { JSX } from 'preact';
import { durationText } from '../../../../text/durations.js';
import { scoreText } from '../../../../result/difficulty-words.js';
import { ordinalOf } from '../../../../result/puzzle-id.js';
import { bigCountText, countText } from '../../../../text/numbers.js';
import { plainText } from '../../../../text/plain-text.js';
import type { ResultRow } from '../../../api.js';
import { Thumbnail } from '../../grid/thumbnail.js';
import { puzzleAddress } from '../../navigation/list-query.js';
import { Badge } from '../../parts/badge.js';
import { Stars } from '../../parts/stars.js';

const SORTED = [
  { sort: 'order', label: 'Entry' },
  { sort: 'name', label: 'Name' },
  { sort: 'size', label: 'Size' },
  { sort: 'time', label: 'Time' },
  { sort: 'score', label: 'Score' },
] as const;

type Sorted = (typeof SORTED)[number]['sort'];

/** The headings of the columns; those that can be sorted by are buttons. */
export function HeadRow(props: {
  readonly query: URLSearchParams;
  readonly show: (changes: Record<string, string>) => void;
}): JSX.Element {
  const { query, show } = props;
  const now = query.get('sort') ?? 'order';
  const head = (sort: Sorted, kind = ''): JSX.Element => {
    const { label } = SORTED.find((one) => one.sort === sort)!;
    const up = now === sort;
    const down = now === `-${sort}`;
    return (
      <th scope="col" class={kind} aria-sort={up ? 'ascending' : down ? 'descending' : undefined}>
        <button type="button" class="plain" onClick={() => show({ sort: up ? `-${sort}` : sort })}>
          {label}
          <span aria-hidden="true">{up ? ' ▲' : down ? ' ▼' : ''}</span>
        </button>
      </th>
    );
  };
  return (
    <tr>
      <th scope="col">
        <span class="unseen">Picture</span>
      </th>
      {head('name')}
      {head('size', 'number')}
      <th scope="col">Status</th>
      <th scope="col">Technique</th>
      <th scope="col" class="number">
        Depth
      </th>
      <th scope="col" class="number">
        Solutions
      </th>
      {head('score', 'number')}
      <th scope="col">Stars</th>
      <th scope="col">Needs</th>
      {head('time', 'number')}
      {head('order', 'number')}
    </tr>
  );
}

/** One puzzle of the table; its link keeps the filter. */
export function Row(props: {
  readonly run: string;
  readonly row: ResultRow;
  readonly query: URLSearchParams;
}): JSX.Element {
  const { run, row, query } = props;
  const { solutionsExact, solutions } = row;
  return (
    <tr>
      <td>
        <Thumbnail row={row} />
      </td>
      <td class="name">
        <a href={puzzleAddress(run, row.puzzleId, query)}>{plainText(row.name)}</a>
        {row.title !== null && <div class="soft small">{plainText(row.title)}</div>}
      </td>
      <td class="number">
        {row.width}×{row.height}
        {row.colours > 1 && <div class="soft small">{row.colours} colours</div>}
      </td>
      <td>
        <Badge word={row.status} />
      </td>
      <td>{row.technique ?? '-'}</td>
      <td class="number">{row.guessDepth ?? depthAtLeast(row)}</td>
      <td class="number">
        {solutionsExact === 1 ? '' : '≥ '}
        {bigCountText(solutions)}
      </td>
      <td class="number">{score(row)}</td>
      <td>{row.stars === null ? '-' : <Stars stars={row.stars} />}</td>
      <td>{row.needs ?? '-'}</td>
      <td class="number">{durationText(row.solveMs)}</td>
      <td class="number">{countText(ordinalOf(row.puzzleId))}</td>
    </tr>
  );
}

function score({ difficulty, difficultyBound }: ResultRow): string {
  return scoreText({ difficulty, difficultyBound: difficultyBound === 1 });
}

function depthAtLeast({ guessDepthMin }: ResultRow): string {
  return guessDepthMin === null ? '-' : `≥ ${guessDepthMin}`;
}
