import { puzzleOfRow } from '../puzzle-text.js';
import type { JSX } from 'preact';
import { puzzleName } from '../../../record/puzzle-id.js';
import { useMemo } from 'preact/hooks';
import type { PuzzleAnswer } from '../../answers.js';
import { type Asked, useFetched, puzzleAddress } from '../window.js';
import { Notice, Waiting, Title } from '../parts.js';
import { Player } from '../player.js';
import { solutionsOf, useSolved } from '../solve/solver.js';
import { puzzleTrail } from './puzzle.js';

/** How a stored puzzle is solved, worked out in the page: a run keeps no replay. */
export function ReplayPage({ run, puzzle, query }: Asked): JSX.Element {
  const fetched = useFetched<PuzzleAnswer>(`/api/runs/${run}/puzzles/${puzzle}`);
  return (
    <Waiting for={fetched} wholePage>
      {(answer) => <Replay answer={answer} query={query} />}
    </Waiting>
  );
}

function Replay(props: { readonly answer: PuzzleAnswer; readonly query: URLSearchParams }) {
  const { answer, query } = props;
  const row = answer.result.puzzle;
  const puzzle = useMemo(() => puzzleOfRow(row), [row]);
  const { solving, replayed } = useSolved(puzzle);
  const title = puzzleName(row);
  const trail = [
    ...puzzleTrail(answer, query),
    { href: puzzleAddress(answer.runId, row.puzzle_id, query), label: title },
  ];
  return (
    <>
      <Title trail={trail} title={`How ${title} is solved`} />
      {solving.state === 'failed' && <Notice kind="bad" title={solving.reason} />}
      {replayed?.puzzle === puzzle ? (
        <Player
          puzzle={replayed.puzzle}
          replay={replayed.replay}
          name={row.name}
          solutions={solutionsOf(replayed.outcome)}
        />
      ) : (
        <p class="soft" role="status">
          Solving …
        </p>
      )}
    </>
  );
}
