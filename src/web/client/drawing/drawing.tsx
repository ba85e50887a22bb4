import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { valueText } from '../../../advice/check/value-text.js';
import { GridView } from '../grid/grid-view.js';
import { LONGEST_SIDE, cellWords, puzzleOfDrawing, resized, type Drawn } from './drawn.js';
import { useDrawing } from './use-drawing.js';

/** A picture to be drawn with a pointer or the keyboard; the clues follow. */
export function Drawing(props: {
  readonly drawn: Drawn;
  readonly onDraw: (drawn: Drawn) => void;
}): JSX.Element {
  const { drawn, onDraw } = props;
  const { width, height, cells } = drawn;
  const [picked, setPicked] = useState(1);
  const brush = Math.min(picked, drawn.colours);
  const { input, cursor, drawing, forgetCursor } = useDrawing(drawn, brush, onDraw);
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
        <button
          type="button"
          onClick={() => onDraw({ ...drawn, cells: new Uint8Array(cells.length) })}
        >
          Clear
        </button>
      </div>
      {drawn.colours > 1 && <Brushes drawn={drawn} brush={brush} onPick={setPicked} />}
      <p class="soft small for-mouse">
        Click or drag to fill cells. With the keyboard: arrows move, the space bar fills.
      </p>
      <p class="soft small for-fingers">Tap or drag to fill cells. Two fingers zoom in.</p>
      <GridView
        puzzle={puzzle}
        scene={scene}
        label={`Drawing, ${width} by ${height} cells`}
        input={input}
        held={drawing}
      />
      <p class="unseen" aria-live="polite">
        {cursor !== null && cellWords(drawn, cursor)}
      </p>
    </div>
  );
}

/** The colours to draw in; what is there already in that colour becomes blank. */
function Brushes(props: {
  readonly drawn: Drawn;
  readonly brush: number;
  readonly onPick: (brush: number) => void;
}): JSX.Element {
  const { drawn, brush, onPick } = props;
  const puzzle = puzzleOfDrawing(drawn);
  return (
    <div class="row" role="group" aria-label="Colour to draw in">
      {Array.from({ length: drawn.colours }, (_, i) => i + 1).map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === brush}
          onClick={() => onPick(value)}
        >
          <span
            class="swatch"
            aria-hidden="true"
            style={{ background: drawn.palette?.[value] ?? 'currentColor' }}
          />
          {valueText(value, puzzle)}
        </button>
      ))}
    </div>
  );
}

function SideField(props: {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}): JSX.Element {
  const { label, value, onChange } = props;
  // What is being typed stays while the page is drawn anew, as it is when the solver answers.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <label class="field">
      {label}
      <input
        type="number"
        min={1}
        max={LONGEST_SIDE}
        value={typed ?? value}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onChange={(event) => {
          setTyped(null);
          onChange(event.currentTarget.valueAsNumber);
        }}
      />
    </label>
  );
}
