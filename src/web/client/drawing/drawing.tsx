import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { GridView } from '../grid/grid-view.js';
import {
  LONGEST_SIDE,
  cellWords,
  emptyDrawing,
  puzzleOfDrawing,
  resized,
  type Drawn,
} from './drawn.js';
import { useDrawing } from './use-drawing.js';

/** A picture to be drawn with a pointer or the keyboard; the clues follow. */
export function Drawing(props: {
  readonly drawn: Drawn;
  readonly onDraw: (drawn: Drawn) => void;
}): JSX.Element {
  const { drawn, onDraw } = props;
  const { width, height, cells } = drawn;
  const { input, cursor, forgetCursor } = useDrawing(drawn, onDraw);
  const puzzle = useMemo(() => puzzleOfDrawing(drawn), [drawn]);
  const scene = useMemo(() => ({ cells, cursor }), [cells, cursor]);
  const resize = (nextWidth: number, nextHeight: number): void => {
    forgetCursor();
    onDraw(resized(drawn, nextWidth, nextHeight));
  };
  return (
    <div class="drawing">
      <div class="filters">
        <SideField label="Width" value={width} onChange={(value) => resize(value, height)} />
        <SideField label="Height" value={height} onChange={(value) => resize(width, value)} />
        <button type="button" onClick={() => onDraw(emptyDrawing(width, height))}>
          Clear
        </button>
      </div>
      <p class="soft small">
        Click or drag to fill cells. With the keyboard: arrows move, the space bar fills.
      </p>
      <GridView
        puzzle={puzzle}
        scene={scene}
        label={`Drawing, ${width} by ${height} cells`}
        input={input}
      />
      <p class="unseen" aria-live="polite">
        {cursor !== null && cellWords(drawn, cursor)}
      </p>
    </div>
  );
}

function SideField(props: {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}): JSX.Element {
  return (
    <label class="field">
      {props.label}
      <input
        type="number"
        min={1}
        max={LONGEST_SIDE}
        value={props.value}
        onChange={(event) => props.onChange(event.currentTarget.valueAsNumber)}
      />
    </label>
  );
}
