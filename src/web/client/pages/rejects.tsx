import type { JSX } from 'preact';
import { plainText } from '../../../core/text/plain-text.js';
import type { RejectsAnswer } from '../../api.js';
import { useFetched } from '../window/fetched.js';
import { numberOf } from '../../../core/text/numbers.js';
import { Notice, Waiting } from '../parts/notice.js';
import { Table, type Column } from '../parts/table.js';
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
              <Table
                title="Rejects"
                class="cards"
                caption={numberOf(total, 'reject')}
                columns={REJECT}
                rows={rows.map(({ path, line, ordinal, name, reason, excerpt }) => [
                  plainText(path),
                  line ?? '-',
                  ordinal,
                  plainText(name ?? '-'),
                  plainText(reason),
                  plainText(excerpt),
                ])}
              />
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

const REJECT: readonly Column[] = [
  ['File', 'file'],
  ['Line', 'number'],
  ['Entry', 'number'],
  ['Name', 'name'],
  ['Why it is not a puzzle', 'reason'],
  ['How it begins', 'excerpt'],
];
