import type { JSX } from 'preact';
import type { ResultRow, ResultsAnswer } from '../../api.js';
import { useFetched } from '../fetched.js';
import { durationText } from '../../../text/durations.js';
import { bigCountText, countText } from '../../../text/numbers.js';
import { Thumbnail } from '../grid/thumbnail.js';
import { readdress } from '../location.js';
import { Badge } from '../parts/badge.js';
import { Notice } from '../parts/notice.js';
import { ResultFilters } from './result-filters.js';

const SORTED = [
  { sort: 'order', label: 'Entry' },
  { sort: 'name', label: 'Name' },
  { sort: 'size', label: 'Size' },
  { sort: 'time', label: 'Time' },
] as const;

type Sorted = (typeof SORTED)[number]['sort'];

/** The table of a run's puzzles; filter, sorting and page are in the address. */
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
      <p class="small soft" role="status">
        {data === null ? 'Loading …' : foundWords(data)}
      </p>
      {data !== null && data.rows.length > 0 && (
        <div class="scroll" tabIndex={0} role="group" aria-label="Puzzles of this run">
          <table>
            <thead>
              <HeadRow query={query} show={show} />
            </thead>
            <tbody>
              {data.rows.map((row) => (
                <Row key={row.puzzleId} run={run} row={row} />
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

function foundWords({ rows, found, foundAtLeast }: ResultsAnswer): string {
  if (rows.length === 0) return 'No puzzle matches. Take something out of the filter.';
  if (found === null) return `The first ${rows.length} that match`;
  if (foundAtLeast) return `More than ${countText(found)} puzzles`;
  return `${countText(found)} ${found === 1 ? 'puzzle' : 'puzzles'}`;
}

function HeadRow(props: {
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
      {head('time', 'number')}
      {head('order', 'number')}
    </tr>
  );
}

function Row({ run, row }: { readonly run: string; readonly row: ResultRow }): JSX.Element {
  const { solutionsExact, solutions } = row;
  return (
    <tr>
      <td>
        <Thumbnail row={row} />
      </td>
      <td class="name">
        <a href={`/runs/${run}/puzzles/${row.puzzleId}`}>{row.name}</a>
        {row.title !== null && <div class="soft small">{row.title}</div>}
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
      <td class="number">{durationText(row.solveMs)}</td>
      <td class="number">{row.puzzleId % 2 ** 32}</td>
    </tr>
  );
}

function depthAtLeast({ guessDepthMin }: ResultRow): string {
  return guessDepthMin === null ? '-' : `≥ ${guessDepthMin}`;
}

function Downloads(props: { readonly run: string; readonly query: URLSearchParams }): JSX.Element {
  const filter = new URLSearchParams(props.query);
  filter.delete('after');
  const words = filter.toString() === '' ? '' : `?${filter.toString()}`;
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
