import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { countText, numberOf } from '../../../../solver/core/text/numbers.js';
import { plainText } from '../../../../solver/core/text/plain-text.js';
import type { RejectRowsAnswer, RejectsAnswer } from '../../api.js';
import { useFetched } from '../window.js';
import { Notice, Waiting, Title } from '../parts.js';
import { PagedTable, type ColumnHead } from '../lists.js';

/** The entries of a run that are not puzzles, by the kind of reason. */
export function RejectsPage({ run }: { readonly run: string }): JSX.Element {
  const fetched = useFetched<RejectsAnswer>(`/api/runs/${run}/rejects`);
  const trail = [
    { href: '/', label: 'Runs' },
    { href: `/runs/${run}`, label: `Run ${run}` },
  ];
  return (
    <>
      <Title trail={trail} title="Rejects" />
      <p class="soft">Entries of the corpora that are not puzzles. The run went on without them.</p>
      <Waiting for={fetched}>
        {({ kinds, total }) =>
          total === 0 ? (
            <Notice kind="good" title="Every entry is a puzzle">
              This run has no rejects.
            </Notice>
          ) : (
            <>
              <p>
                {numberOf(total, 'reject')}
                {kinds.length > 1 && `, of ${countText(kinds.length)} kinds`}
              </p>
              {kinds.map(({ kind, count }) => (
                <Kind key={kind} {...{ run, kind, count }} isFirst={kinds.length === 1} />
              ))}
            </>
          )
        }
      </Waiting>
    </>
  );
}

/** The rejects of one kind, folded: there may be thousands, so they come page by page. */
function Kind(props: {
  readonly run: string;
  readonly kind: string;
  readonly count: number;
  /** Whether it is unfolded at first. */
  readonly isFirst: boolean;
}): JSX.Element {
  const { run, kind, count, isFirst } = props;
  const [unfolded, setUnfolded] = useState(isFirst);
  return (
    <details
      class="card fold"
      open={unfolded}
      onToggle={(event) => setUnfolded(event.currentTarget.open)}
    >
      <summary>
        <strong>{countText(count)}</strong> <span class="reason">{plainText(kind)}</span>
      </summary>
      {unfolded && (
        <PagedTable
          title="Rejects"
          class="cards"
          columns={REJECT}
          address={`/api/runs/${run}/rejects?${new URLSearchParams({ kind }).toString()}`}
          cellsOf={({ path, line, ordinal, name, reason, excerpt }: RejectRow) => [
            plainText(path),
            line ?? '-',
            ordinal,
            plainText(name ?? '-'),
            plainText(reason),
            plainText(excerpt),
          ]}
          more="More of them"
        />
      )}
    </details>
  );
}

type RejectRow = RejectRowsAnswer['rows'][number];

const REJECT: readonly ColumnHead[] = [
  ['File', 'file'],
  ['Line', 'number'],
  ['Entry', 'number'],
  ['Name', 'name'],
  ['Why it is not a puzzle', 'reason'],
  ['How it begins', 'excerpt'],
];
