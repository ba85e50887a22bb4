/** How many cells a grid has each way. */
export interface GridSize {
  readonly width: number;
  readonly height: number;
}

/** Sizes from one to another. */
export interface SizeRange {
  readonly from: GridSize;
  readonly to: GridSize;
}

export function isSizeRange(sizes: readonly GridSize[] | SizeRange): sizes is SizeRange {
  return 'from' in sizes;
}
