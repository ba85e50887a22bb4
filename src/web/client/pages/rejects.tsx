import type { JSX } from 'preact';
import { plainText } from '../../../core/text/plain-text.js';
import type { RejectRow, RejectsAnswer } from '../../api.js';
import { useFetched } from '../window/fetched.js';
import { numberOf } from '../../../core/text/numbers.js';
import { Notice, Waiting } from '../parts/notice.js';
import { Title } from '../parts/title.js';

/** The entries of a run that are not puzzles, with where they are and why. */
export function RejectsPage(props: {
  readonly run: string;
  readonly query: URLSearchParams;
}): JSX.Element {
  const { run, query } = props;
  const after = query.get('after');
  const place = after === null ? '' : `?after=${encodeURIComponent(after)}`;
  const fetched = useFetched<RejectsAnswer>(`/api/runs/${run}/rejects${place}`);
  const trail = [
    { href: '/', label: 'Runs' },
    { href: `/runs/${run}`, label: `Run ${run}` },
  ];
  return (
    <>
      <Title trail={trail} title="Rejects" />
      <p class="soft">Entries of the corpora that are not puzzles. The run went on without them.</p>
      <Waiting for={fetched}>
        {({ rows, next, total }) =>
          total === 0 ? (
            <Notice kind="good" title="Every entry is a puzzle">
              This run has no rejects.
            </Notice>
          ) : (
            <section class="card">
              <RejectTable rows={rows} total={total} />
              <nav class="row" aria-label="Pages">
                {after !== null && (
                  <a class="button" href={`/runs/${run}/rejects`}>
                    First page
                  </a>
                )}
                {next !== null && (
                  <a class="button" href={`/runs/${run}/rejects?after=${next}`}>
                    Next page
                  </a>
                )}
              </nav>
            </section>
          )
        }
      </Waiting>
    </>
  );
}

function RejectTable(props: {
  readonly rows: readonly RejectRow[];
  readonly total: number;
}): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="Rejects">
      <table class="rejects">
        <caption>{numberOf(props.total, 'reject')}</caption>
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col" class="number">
              Line
            </th>
            <th scope="col" class="number">
              Entry
            </th>
            <th scope="col">Name</th>
            <th scope="col">Why it is not a puzzle</th>
            <th scope="col">How it begins</th>
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={`${row.sourceId} ${row.ordinal}`}>
              <td class="file">{plainText(row.path)}</td>
              <td class="number" data-label="line">
                {row.line ?? '-'}
              </td>
              <td class="number" data-label="entry">
                {row.ordinal}
              </td>
              <td class="name">{plainText(row.name ?? '-')}</td>
              <td class="reason">{plainText(row.reason)}</td>
              <td class="excerpt">{plainText(row.excerpt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
