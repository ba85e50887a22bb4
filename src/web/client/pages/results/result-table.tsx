import type { JSX } from 'preact';
import type { ResultsAnswer } from '../../../api.js';
import { useFetched } from '../../fetched.js';
import { countText, numberOf } from '../../../../text/numbers.js';
import { listQuery } from '../../navigation/list-query.js';
import { readdress } from '../../navigation/location.js';
import { Notice } from '../../parts/notice.js';
import { ResultFilters } from './result-filters.js';
import { HeadRow, Row } from './result-rows.js';

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
