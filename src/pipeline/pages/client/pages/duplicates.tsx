import type { JSX } from 'preact';
import { countText, numberOf } from '../../../../solver/core/text/numbers.js';
import { plainText } from '../../../../solver/core/text/plain-text.js';
import { puzzleName } from '../../../../solver/core/text/names.js';
import type { DuplicatesAnswer } from '../../api.js';
import { useFetched, puzzleAddress } from '../window.js';
import { Notice, Waiting, Title } from '../parts.js';

/** The groups of equal puzzles of a run. */
export function DuplicatesPage(props: {
  readonly run: string;
  readonly query: URLSearchParams;
}): JSX.Element {
  const { run, query } = props;
  const skip = query.get('skip');
  const place = skip === null ? '' : `&skip=${encodeURIComponent(skip)}`;
  const fetched = useFetched<DuplicatesAnswer>(`/api/runs/${run}/duplicates?places=1${place}`);
  const trail = [
    { href: '/', label: 'Runs' },
    { href: `/runs/${run}`, label: `Run ${run}` },
  ];
  return (
    <>
      <Title trail={trail} title="Equal puzzles" />
      <p class="soft">
        Turned and mirrored puzzles count as equal, and so do those in other colours.
      </p>
      <Waiting for={fetched}>{(answer) => <Found run={run} answer={answer} />}</Waiting>
    </>
  );
}

function Found(props: { readonly run: string; readonly answer: DuplicatesAnswer }): JSX.Element {
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
