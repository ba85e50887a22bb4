import type { JSX } from 'preact';
import { UNKNOWN } from '../../../puzzle/types.js';
import type { HintStage } from '../advice/advice-words.js';
import type { Game } from './game.js';
import { clockText } from './use-timer.js';

/** The buttons below the grid, and the clock. */
export function PlayActions(props: {
  readonly game: Game;
  readonly solved: boolean;
  /** How much of a hint is shown; null without one. */
  readonly hintStage: HintStage | null;
  readonly clock: {
    readonly seconds: number;
    readonly paused: boolean;
    readonly pause: (paused: boolean) => void;
  };
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onCheck: () => void;
  readonly onHint: () => void;
  readonly onRestart: () => void;
}): JSX.Element {
  const { game, solved, hintStage } = props;
  const { seconds, paused, pause } = props.clock;
  return (
    <div class="row play-actions">
      <button type="button" disabled={game.past.length === 0} onClick={props.onUndo}>
        Undo
      </button>
      <button type="button" disabled={game.future.length === 0} onClick={props.onRedo}>
        Redo
      </button>
      <button type="button" onClick={props.onCheck}>
        Check
      </button>
      <button type="button" disabled={solved} onClick={props.onHint}>
        {hintLabel(hintStage)}
      </button>
      <button
        type="button"
        disabled={game.cells.every((cell) => cell === UNKNOWN)}
        onClick={props.onRestart}
      >
        Start again
      </button>
      <button type="button" aria-pressed={paused} disabled={solved} onClick={() => pause(!paused)}>
        {paused ? 'Go on' : 'Pause'}
      </button>
      <span class="play-clock" role="timer" aria-label="Time">
        {clockText(seconds)}
      </span>
    </div>
  );
}

function hintLabel(stage: HintStage | null): string {
  if (stage === null) return 'Hint';
  return stage === 1 ? 'Which cells?' : stage === 2 ? 'Why?' : 'Fill them in';
}
