import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { countText, numberOf } from '../../../../solver/core/text/numbers.js';
import { plainText } from '../../../../solver/core/text/plain-text.js';
import type { DuplicatesAnswer, RejectRowsAnswer, RejectsAnswer } from '../../api.js';
import { type Asked, puzzleAddress, useFetched } from '../window.js';
import { Notice, Title, type TrailLink, Waiting } from '../parts.js';
import { type ColumnHead, PagedTable } from '../lists.js';
import { puzzleName } from '../../../record/puzzle-id.js';

/** The entries of a run that are not puzzles, by the kind of reason. */
export function RejectsPage({ run }: Asked): JSX.Element {
  const fetched = useFetched<RejectsAnswer>(`/api/runs/${run}/rejects`);
  return (
    <>
      <Title trail={trailOf(run)} title="Rejects" />
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

function trailOf(run: string): readonly TrailLink[] {
  return [
    { href: '/', label: 'Runs' },
    { href: `/runs/${run}`, label: `Run ${run}` },
  ];
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

/** The groups of equal puzzles of a run. */
export function DuplicatesPage({ run, query }: Asked): JSX.Element {
  const skip = query.get('skip');
  const place = skip === null ? '' : `&skip=${encodeURIComponent(skip)}`;
  const fetched = useFetched<DuplicatesAnswer>(`/api/runs/${run}/duplicates?places=1${place}`);
  return (
    <>
      <Title trail={trailOf(run)} title="Equal puzzles" />
      <p class="soft">
        Turned and mirrored puzzles count as equal, and so do those in other colours.
      </p>
      <Waiting for={fetched}>{(answer) => <Groups run={run} answer={answer} />}</Waiting>
    </>
  );
}

function Groups(props: { readonly run: string; readonly answer: DuplicatesAnswer }): JSX.Element {
  const { run, answer } = props;
  const { groups, surplus, first, places, next } = answer;
  if (groups === 0) return <Notice kind="good" title="No two puzzles are equal" />;
  return (
    <section class="card">
      <p>
        {numberOf(groups, 'group')} of equal puzzles: {numberOf(surplus, 'puzzle')} could go.
      </p>
      <ul class="groups">
        {first.map((group) => (
          <li key={group.shape}>
            <strong>{countText(group.puzzles)} times</strong>{' '}
            <span class="soft">
              {group.first[0].width}×{group.first[0].height}
            </span>{' '}
            {group.first.map((puzzle, i) => (
              <span key={puzzle.puzzleId}>
                {i > 0 && ', '}
                <a href={puzzleAddress(run, puzzle.puzzleId, new URLSearchParams())}>
                  {puzzleName(puzzle)}
                </a>{' '}
                <span class="soft">({plainText(places[puzzle.puzzleId])})</span>
              </span>
            ))}
            {group.puzzles > group.first.length &&
              `, and ${countText(group.puzzles - group.first.length)} more`}
          </li>
        ))}
      </ul>
      {next !== null && (
        <nav class="row" aria-label="Pages">
          <a class="button" href={`/runs/${run}/duplicates?skip=${next}`}>
            Next page
          </a>
        </nav>
      )}
    </section>
  );
}
