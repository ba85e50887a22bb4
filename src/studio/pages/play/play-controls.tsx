import type { JSX } from 'preact';
import { cellValueText } from '../../../solver/craft/replay/colour-name.js';
import { BLANK, type Puzzle } from '../../../solver/core/puzzle/types.js';
import type { HintStage } from '../adviser/advice-words.js';
import { Field } from '../../../pipeline/pages/client/parts/field.js';
import { PLAYED_HASH } from '../../../pipeline/pages/client/window/hash-words.js';
import { cleared } from './game.js';
import { MISTAKE_MODES, type MistakeMode } from './mistakes.js';
import { clockText } from './play-words.js';
import type { KeptSettings } from './settings.js';
import type { Play } from './use-game.js';
import type { Keeping } from './use-log.js';

/** What a press on a cell does: fill it in one of the colours, or cross it out. */
export function PlayTools(props: {
  readonly puzzle: Puzzle;
  readonly tool: number;
  readonly onTool: (tool: number) => void;
}): JSX.Element {
  const { puzzle, tool, onTool } = props;
  const values = [...Array.from({ length: puzzle.colours }, (_, i) => i + 1), BLANK];
  return (
    <div class="row play-tools" role="group" aria-label="What a press on a cell does">
      {values.map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={tool === value}
          onClick={() => onTool(value)}
        >
          {puzzle.palette !== null && value !== BLANK && (
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <rect width="10" height="10" fill={puzzle.palette[value]} stroke="currentColor" />
            </svg>
          )}
          {value === BLANK
            ? 'Cross out'
            : puzzle.colours === 1
              ? 'Fill'
              : cellValueText(value, puzzle)}
        </button>
      ))}
    </div>
  );
}

/** The buttons below the grid, and the clock. */
export function PlayActions(props: {
  readonly puzzle: Puzzle;
  readonly play: Play;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}): JSX.Element {
  const { game, solved, told, clock, check, hint, restart } = props.play;
  const { seconds, paused, pause } = clock;
  const stage = told !== null && 'hint' in told && told.hint.kind === 'step' ? told.stage : null;
  return (
    <div class="row play-actions">
      <button type="button" disabled={game.past.length === 0} onClick={props.onUndo}>
        Undo
      </button>
      <button type="button" disabled={game.future.length === 0} onClick={props.onRedo}>
        Redo
      </button>
      <button type="button" onClick={check}>
        Check
      </button>
      <button type="button" disabled={solved} onClick={hint}>
        {hintLabel(stage)}
      </button>
      <button type="button" disabled={cleared(game, props.puzzle) === game} onClick={restart}>
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

const MODE_WORDS: Readonly<Record<MistakeMode, string>> = {
  never: 'never',
  line: 'at a wrong line',
  cell: 'at once',
};

/** What is shown and done without being asked. */
export function PlaySettings(props: {
  readonly settings: KeptSettings;
  readonly onChange: (changes: Partial<KeptSettings>) => void;
}): JSX.Element {
  const { settings, onChange } = props;
  return (
    <div class="row small play-settings">
      <Field label="Show mistakes" class="row">
        {(id) => (
          <select
            id={id}
            value={settings.mistakes}
            onChange={({ currentTarget }) =>
              onChange({ mistakes: MISTAKE_MODES.find((mode) => mode === currentTarget.value)! })
            }
          >
            {MISTAKE_MODES.map((mode) => (
              <option key={mode} value={mode}>
                {MODE_WORDS[mode]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <label class="tick">
        <input
          type="checkbox"
          checked={settings.crosses}
          onChange={(event) => onChange({ crosses: event.currentTarget.checked })}
        />
        cross out the rest of finished lines
      </label>
    </div>
  );
}

export function PlayHelp(): JSX.Element {
  return (
    <>
      <p class="soft small for-mouse">
        Drag along a row or column to set several cells; the right button crosses out. Keys: arrows
        move, with Shift they drag, space fills, x crosses out, u undoes, r redoes.
      </p>
      <p class="soft small for-fingers">
        Drag along a row or column to set several cells. Two fingers move and enlarge the grid.
      </p>
    </>
  );
}

const KEEPING_WORDS: Readonly<Record<Keeping, string>> = {
  kept: 'This browser keeps your games, with the time of each move, hint and check.',
  refused: 'This browser does not keep this game: its storage is full, or switched off.',
  elsewhere: 'This game was begun elsewhere, so this browser does not keep how long it takes.',
};

/** What is kept of a game and where, for whoever begins to play. */
export function KeepingNote(props: { readonly keeping: Keeping }): JSX.Element {
  return (
    <p class="soft small">
      {KEEPING_WORDS[props.keeping]} Nothing is sent anywhere.{' '}
      <a href={PLAYED_HASH}>What you have played</a>
    </p>
  );
}
