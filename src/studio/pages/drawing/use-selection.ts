import { useEffect, useRef, useState } from 'preact/hooks';
import { BLANK } from '../../../solver/core/puzzle/types.js';
import { cropped, painted, type Drawn, type Region } from './drawn.js';
import { cellsIn, copied, moved, movedRegion, pasted, pastePlace, type Copied } from './tools.js';

/** A region of a drawing that is selected, and what can be done with it. */
export interface RegionSelection {
  readonly region: Region | null;
  readonly select: (region: Region | null) => void;
  readonly copy: () => void;
  readonly cut: () => void;
  /** Null if nothing was copied. The corner goes where the selection's is, or to the upper left. */
  readonly paste: (() => void) | null;
  readonly clear: () => void;
  readonly fill: (value: number) => void;
  readonly crop: () => void;
  readonly move: (right: number, down: number) => void;
}

/** The selection of a drawing; `onDraw` is told of what it changes. */
export function useRegionSelection(drawn: Drawn, onDraw: (drawn: Drawn) => void): RegionSelection {
  const [region, select] = useState<Region | null>(null);
  const [part, setPart] = useState<Copied | null>(null);
  const { width, height } = drawn;
  const size = useRef({ width, height });
  useEffect(() => {
    if (size.current.width === width && size.current.height === height) return;
    size.current = { width, height };
    select(null);
  }, [width, height]);
  const fill = (value: number): void => {
    if (region !== null) onDraw(painted(drawn, cellsIn(region, width), value));
  };
  const copy = (): void => {
    if (region !== null) setPart(copied(drawn, region));
  };
  return {
    region,
    select,
    copy,
    cut: () => {
      copy();
      fill(BLANK);
    },
    paste:
      part === null
        ? null
        : () => {
            const { left, top } = region ?? { left: 0, top: 0 };
            onDraw(pasted(drawn, part, left, top));
            select(pastePlace(part, left, top, drawn));
          },
    clear: () => fill(BLANK),
    fill,
    crop: () => {
      if (region !== null) onDraw(cropped(drawn, region));
    },
    move: (right, down) => {
      if (region === null) return;
      const next = movedRegion(region, [right, down], drawn);
      if (next === null) return;
      onDraw(moved(drawn, region, right, down));
      select(next);
    },
  };
}
