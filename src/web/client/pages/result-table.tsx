import type { JSX } from 'preact';
import type { ResultsAnswer, ResultRow } from '../../api.js';
import { useFetched } from '../fetched.js';
import { countText, numberOf, bigCountText, shareText } from '../../../text/numbers.js';
import { listQuery, readdress, puzzleAddress } from '../location.js';
import { Notice } from '../parts/notice.js';
import { ResultFilters } from './result-filters.js';
import { durationText } from '../../../text/durations.js';
import { scoreText } from '../../../result/difficulty-words.js';
import { powerText } from '../../../result/estimate-words.js';
import { ordinalOf } from '../../../result/puzzle-id.js';
import { fileName, plainText } from '../../../text/plain-text.js';
import { Thumbnail } from '../grid/grid-view.js';
import { Badge, Stars } from '../parts/badge.js';

/** The table of a run's puzzles; filter, order and page are in the address. */
export function ResultTable(props: {
  readonly run: string;
  readonly query: URLSearchParams;
}): JSX.Element {
  const { run, query } = props;
  const asked = query.toString();
  const fetched = useFetched<ResultsAnswer>(
    `/api/runs/${run}/results${asked === '' ? '' : `?${asked}`}`,
  );
  const show = (changes: Record<string, string | null>): void => {
    const next = new URLSearchParams(query);
    next.delete('after');
    for (const [word, value] of Object.entries(changes)) {
      if (value === null || value === '') next.delete(word);
      else next.set(word, value);
    }
    const text = next.toString();
    readdress(`/runs/${run}${text === '' ? '' : `?${text}`}`);
  };
  const { data } = fetched;
  return (
    <section class="card" id="puzzles" aria-labelledby="puzzles-title">
      <div class="row apart">
        <h2 id="puzzles-title">Puzzles</h2>
        <Downloads run={run} query={query} />
      </div>
      <ResultFilters query={query} show={show} />
      {fetched.state === 'failed' && <Notice kind="bad" title={fetched.reason} />}
      {fetched.state !== 'failed' && (
        <p class="small soft" role="status">
          {data === null ? 'Loading …' : foundWords(data, query.has('after'))}
        </p>
      )}
      {data !== null && data.rows.length > 0 && (
        <div class="scroll" tabIndex={0} role="group" aria-label="Puzzles of this run">
          <table>
            <thead>
              <HeadRow query={query} show={show} />
            </thead>
            <tbody>
              {data.rows.map((row) => (
                <Row key={row.puzzleId} run={run} row={row} query={query} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data !== null && (
        <nav class="row" aria-label="Pages of the table">
          {query.has('after') && (
            <button type="button" onClick={() => show({})}>
              First page
            </button>
          )}
          {data.next !== null && (
            <button type="button" onClick={() => show({ after: data.next })}>
              Next page
            </button>
          )}
        </nav>
      )}
    </section>
  );
}

function foundWords({ rows, found, foundAtLeast, next }: ResultsAnswer, later: boolean): string {
  if (rows.length === 0) return 'No puzzle matches. Take something out of the filter.';
  if (found !== null) {
    return foundAtLeast ? `More than ${countText(found)} puzzles` : numberOf(found, 'puzzle');
  }
  if (!later && next === null) return numberOf(rows.length, 'puzzle');
  return `${numberOf(rows.length, 'puzzle')} on this page`;
}

function Downloads(props: { readonly run: string; readonly query: URLSearchParams }): JSX.Element {
  const words = listQuery(props.query);
  return (
    <span class="row small">
      <span class="soft">All of these rows:</span>
      <a href={`/api/runs/${props.run}/results.csv${words}`} download>
        CSV
      </a>
      <a href={`/api/runs/${props.run}/results.ndjson${words}`} download>
        NDJSON
      </a>
    </span>
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
function HeadRow(props: {
  readonly query: URLSearchParams;
  readonly show: (changes: Record<string, string>) => void;
}): JSX.Element {
  const { query, show } = props;
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
        <span class="unseen">Picture</span>
      </th>
      {head('name')}
      {head('size', 'number')}
      <th scope="col">Status</th>
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
      <td>{row.status === 'multiple' ? 'ambiguous' : (row.technique ?? '-')}</td>
      <td class="number">{row.guessDepth ?? depthAtLeast(row)}</td>
      <td class="number">
        {solutionsExact === 1 ? '' : '≥ '}
        {bigCountText(solutions)}
        {row.countEstimate !== null && (
          <div class="soft small">estimated {powerText(row.countEstimate)}</div>
        )}
      </td>
      <td class="number">{score(row)}</td>
      <td>{row.stars === null ? '-' : <Stars stars={row.stars} />}</td>
      <td>{row.needs ?? '-'}</td>
      <td class="number">{durationText(row.solveMs)}</td>
      <td class="number">{row.sweeps === null ? '-' : countText(row.sweeps)}</td>
      <td class="number">{density(row)}</td>
      <td class="number">{countText(ordinalOf(row.puzzleId))}</td>
      <td class="soft small">{row.path === null ? '-' : fileName(row.path)}</td>
    </tr>
  );
}

function score({ difficulty, difficultyBound }: ResultRow): string {
  return scoreText({ difficulty, difficultyBound: difficultyBound === 1 });
}

function density({ filled, width, height }: ResultRow): string {
  return filled === null ? '-' : shareText(filled, width * height);
}

function depthAtLeast({ guessDepthMin }: ResultRow): string {
  return guessDepthMin === null ? '-' : `≥ ${guessDepthMin}`;
}
