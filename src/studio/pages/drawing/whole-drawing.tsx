import type { JSX } from 'preact';
import { TextField } from '../../../pipeline/pages/client/parts/text-field.js';
import {
  inverted,
  mirrored,
  resized,
  shifted,
  trimmed,
  drawnWith,
  type Anchor,
  type Drawn,
} from './drawn.js';
import { LONGEST_SIDE } from '../../../pipeline/pages/client/window/try-address.js';

/**
 * What changes a drawing as a whole: its place, mirrors, and what of it stays in place in another
 * size.
 */
export function WholeDrawing(props: {
  readonly drawn: Drawn;
  readonly anchor: Anchor;
  readonly onAnchor: (anchor: Anchor) => void;
  /** The colour in which blank cells are filled by inverting. */
  readonly brush: number;
  readonly onDraw: (drawn: Drawn) => void;
}): JSX.Element {
  const { drawn, anchor, onAnchor, brush, onDraw } = props;
  const isBlank = drawn.cells.every((cell) => cell === 0);
  return (
    <>
      <div class="row tight" role="group" aria-label="Change the drawing as a whole">
        {MOVES.map(({ sign, name, right, down }) => (
          <button
            key={name}
            type="button"
            class="icon"
            aria-label={name}
            title={name}
            onClick={() => onDraw(shifted(drawn, right, down))}
          >
            {sign}
          </button>
        ))}
        {MIRRORS.map(({ sign, name, mirror }) => (
          <button
            key={name}
            type="button"
            aria-label={name}
            title={name}
            onClick={() => onDraw(mirrored(drawn, mirror))}
          >
            {sign}
          </button>
        ))}
        <button
          type="button"
          title="Blank cells become filled, and filled ones blank"
          onClick={() => onDraw(inverted(drawn, brush))}
        >
          Invert
        </button>
        <button
          type="button"
          disabled={isBlank}
          title="Cuts off the blank rows and columns at the edges"
          onClick={() => onDraw(trimmed(drawn))}
        >
          Trim
        </button>
        <button
          type="button"
          disabled={isBlank}
          title="All cells become blank, except for those that are locked"
          onClick={() => onDraw(drawnWith(drawn, (cells) => cells.fill(0)))}
        >
          Clear
        </button>
        {drawn.locked !== null && (
          <button type="button" onClick={() => onDraw({ ...drawn, locked: null })}>
            Unlock all
          </button>
        )}
      </div>
      <Anchors anchor={anchor} onAnchor={onAnchor} />
    </>
  );
}

/** Which corner, edge or middle of a drawing stays in place when it gets another size. */
function Anchors(props: {
  readonly anchor: Anchor;
  readonly onAnchor: (anchor: Anchor) => void;
}): JSX.Element {
  const { anchor, onAnchor } = props;
  return (
    <fieldset class="anchors">
      <legend>What stays in place in another size</legend>
      {ANCHORS.map(({ name, across, down }) => (
        <input
          key={name}
          type="radio"
          name="anchor"
          aria-label={name}
          title={name}
          checked={anchor.across === across && anchor.down === down}
          onChange={() => onAnchor({ across, down })}
        />
      ))}
    </fieldset>
  );
}

const MOVES = [
  { sign: '←', name: 'Move left', right: -1, down: 0 },
  { sign: '→', name: 'Move right', right: 1, down: 0 },
  { sign: '↑', name: 'Move up', right: 0, down: -1 },
  { sign: '↓', name: 'Move down', right: 0, down: 1 },
] as const;

const MIRRORS = [
  { sign: 'Mirror ↔', name: 'Mirror left to right', mirror: 'beside' },
  { sign: 'Mirror ↕', name: 'Mirror top to bottom', mirror: 'below' },
] as const;

/** The size of a drawing, which changes around its anchor. */
export function SizeFields(props: {
  readonly drawn: Drawn;
  readonly anchor: Anchor;
  readonly onDraw: (drawn: Drawn) => void;
}): JSX.Element {
  const { drawn, anchor, onDraw } = props;
  const { width, height } = drawn;
  return (
    <div class="row size">
      <SideField
        label="Width"
        value={width}
        onChange={(value) => onDraw(resized(drawn, value, height, anchor))}
      />
      <SideField
        label="Height"
        value={height}
        onChange={(value) => onDraw(resized(drawn, width, value, anchor))}
      />
    </div>
  );
}

const ANCHORS: readonly (Anchor & { readonly name: string })[] = ([0, 0.5, 1] as const).flatMap(
  (down, row) =>
    ([0, 0.5, 1] as const).map((across, column) => {
      const vertical = ['top', 'middle', 'bottom'][row];
      const name = `${vertical} ${['left', 'centre', 'right'][column]}`;
      return { across, down, name: name === 'middle centre' ? 'the middle' : `the ${name}` };
    }),
);

function SideField(props: {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}): JSX.Element {
  const { label, value, onChange } = props;
  return (
    <label class="row tight small">
      {label}
      <TextField
        kind="number"
        min={1}
        max={LONGEST_SIDE}
        value={String(value)}
        onTake={(text) => {
          const side = Number.parseInt(text, 10);
          if (!Number.isNaN(side)) onChange(side);
        }}
      />
    </label>
  );
}
