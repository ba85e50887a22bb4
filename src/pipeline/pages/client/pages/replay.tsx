import type { JSX } from 'preact';
import { puzzleName } from '../../../../solver/core/text/names.js';
import { useMemo } from 'preact/hooks';
import type { PuzzleAnswer } from '../../api.js';
import { useFetched, puzzleOfRow } from '../window/fetched.js';
import { Notice, Waiting } from '../parts/notice.js';
import { Player } from '../player/player.js';
import { Title } from '../parts/title.js';
import { solutionsOf } from '../solve/solve-request.js';
import { useSolved } from '../solve/use-solved.js';
import { puzzleAddress } from '../window/location.js';
import { puzzleTrail } from './puzzle.js';

/** How a stored puzzle is solved, worked out in the page: a run keeps no replay. */
export function ReplayPage(props: {
  readonly run: string;
  readonly puzzle: string;
  readonly query: URLSearchParams;
}): JSX.Element {
  const { run, puzzle, query } = props;
  const fetched = useFetched<PuzzleAnswer>(`/api/runs/${run}/puzzles/${puzzle}`);
  return (
    <Waiting for={fetched} wholePage>
      {(answer) => <Replay answer={answer} query={query} />}
    </Waiting>
  );
}

function Replay(props: {
  readonly answer: PuzzleAnswer;
  readonly query: URLSearchParams;
}): JSX.Element {
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
