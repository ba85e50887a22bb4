import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { Puzzle } from '../../../solver/core/puzzle/types.js';
import { Presses } from '../../../pipeline/pages/client/controls.js';
import { GridView } from '../../../pipeline/pages/client/grid-view.js';
import type { Scene } from '../../../pipeline/pages/client/paint.js';
import { usePlayback } from '../../../pipeline/pages/client/player.js';
import { finishedLines, type Game, gameAfter } from './game.js';

/** How long a replay takes at most, in seconds. */
const MOST_SECONDS = 20;

/** How somebody solved a puzzle, move by move; it plays by itself, unless motion is unwanted. */
export function OwnReplay(props: {
  readonly puzzle: Puzzle;
  readonly game: Game;
  readonly label: string;
  readonly onClose: () => void;
}): JSX.Element {
  const { puzzle, game, label, onClose } = props;
  const moves = game.moves.length;
  const { position, playing, toggle, go, setSpeed } = usePlayback(moves);
  useEffect(() => {
    setSpeed(Math.max(3, moves / MOST_SECONDS));
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) toggle();
  }, []);
  const scene = useMemo((): Scene => {
    const { cells } = gameAfter(game, position);
    const last = position === 0 ? [] : game.moves[position - 1].map(({ cell }) => cell);
    return { cells, fresh: new Set(last), finished: finishedLines(puzzle, cells) };
  }, [puzzle, game, position]);
  return (
    <>
      <div class="play-grid">
        <GridView puzzle={puzzle} scene={scene} label={`${label}, as you solved it`} />
      </div>
      <div class="play-panel">
        <p>
          Move {position} of {moves}
        </p>
        <input
          type="range"
          min={0}
          max={moves}
          value={position}
          aria-label="Move"
          onInput={(event) => go(Number(event.currentTarget.value))}
        />
        <Presses
          class="row"
          label="The replay"
          presses={[
            { name: playing ? 'Pause' : 'Play', act: toggle },
            { name: 'Back to the puzzle', act: onClose },
          ]}
        />
      </div>
    </>
  );
}
