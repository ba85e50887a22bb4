import type { JSX } from 'preact';
import { BLANK, type Puzzle } from '../../../puzzle/types.js';
import { valueText } from '../../../advice/check/value-text.js';

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
          {value === BLANK ? 'Cross out' : puzzle.colours === 1 ? 'Fill' : valueText(value, puzzle)}
        </button>
      ))}
    </div>
  );
}
