import type { JSX } from 'preact';
import { cellValueText } from '../../../solver/craft/replay/colour-name.js';
import { BLACK_ON_WHITE, BLANK, MAX_COLOURS } from '../../../solver/core/puzzle/types.js';
import { TextField } from '../../../pipeline/pages/client/parts/text-field.js';
import {
  puzzleOfDrawing,
  recolouredDrawing,
  withColour,
  withoutColour,
  type Drawn,
} from './drawn.js';

/** The colours of a drawing: each can be changed and removed, and others added. */
export function PaletteEditor(props: {
  readonly drawn: Drawn;
  readonly onDraw: (drawn: Drawn) => void;
  /** Told of the colour to draw in next. */
  readonly onBrush: (brush: number) => void;
}): JSX.Element {
  const { drawn, onDraw, onBrush } = props;
  const palette = drawn.palette ?? BLACK_ON_WHITE;
  const puzzle = puzzleOfDrawing(drawn);
  const nameOf = (value: number): string =>
    value === BLANK ? 'the background' : cellValueText(value, puzzle);
  return (
    <>
      <ul class="palette">
        {palette.map((colour, value) => (
          <li key={value}>
            <TextField
              kind="color"
              label={`Change ${nameOf(value)}`}
              title={`Change ${nameOf(value)}`}
              value={colour}
              onTake={(chosen) => onDraw(recolouredDrawing(drawn, value, chosen))}
            />
            <code>{colour}</code>
            {value !== BLANK && drawn.colours > 1 && (
              <button
                type="button"
                class="plain"
                aria-label={`Remove ${nameOf(value)}; its cells become blank`}
                title="Its cells become blank"
                onClick={() => onDraw(withoutColour(drawn, value))}
              >
                ✕
              </button>
            )}
          </li>
        ))}
      </ul>
      <div class="row">
        <button
          type="button"
          disabled={drawn.colours >= MAX_COLOURS}
          onClick={() => {
            onDraw(withColour(drawn, NEW_COLOURS[drawn.colours % NEW_COLOURS.length]));
            onBrush(drawn.colours + 1);
          }}
        >
          Add a colour
        </button>
      </div>
    </>
  );
}

/** Colours that are easy to tell apart, for those that are added. */
const NEW_COLOURS = ['#1f6fb5', '#d7263d', '#2e9e4f', '#f5a800', '#7b4fa3', '#6b4226', '#00a3ad'];
