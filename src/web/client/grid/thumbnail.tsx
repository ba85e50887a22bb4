import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ResultRow } from '../../api.js';
import { useThemed } from './use-themed.js';

/** The longest side of a thumbnail in a table, in pixels. */
const SIDE = 44;

/**
 * The solution as a tiny picture in the colours of the large one; nothing if there is none, or it
 * is too large.
 */
export function Thumbnail(props: {
  readonly row: ResultRow;
  /** Its longest side in pixels. */
  readonly side?: number;
}): JSX.Element | null {
  const { row, side = SIDE } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const { solution, width, height } = row;
  const themed = useThemed();
  useLayoutEffect(() => {
    const brush = canvas.current?.getContext('2d');
    if (brush == null || solution === null) return;
    const palette = row.palette?.split(' ') ?? [themed.theme.blank, themed.theme.filled];
    brush.fillStyle = palette[0];
    brush.fillRect(0, 0, width, height);
    solution.split('/').forEach((line, y) => {
      for (let x = 0; x < line.length; x++) {
        const colour = line[x] === '#' ? 1 : Number.parseInt(line[x], 32);
        if (!(colour > 0)) continue;
        brush.fillStyle = palette[colour];
        brush.fillRect(x, y, 1, 1);
      }
    });
  }, [solution, width, height, row.palette, themed]);
  if (solution === null) return null;
  const scale = side / Math.max(width, height);
  return (
    <canvas
      ref={canvas}
      class="thumbnail"
      width={width}
      height={height}
      aria-hidden="true"
      style={{ width: `${width * scale}px`, height: `${height * scale}px` }}
    />
  );
}
