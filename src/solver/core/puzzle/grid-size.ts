/** How many cells a grid has each way. */
export interface GridSize {
  readonly width: number;
  readonly height: number;
}

export interface SizeRange {
  readonly from: GridSize;
  readonly to: GridSize;
}

/** Sizes from one to another, so many cells apart. */
export interface SizeSteps {
  readonly steps: readonly GridSize[];
}

/** A size with a density, for which random puzzles are drawn. */
export interface GridPoint {
  readonly size: GridSize;
  /** The chance of each cell to be filled, with three decimals at most. */
  readonly density: number;
  /** The same seed draws the same puzzles. */
  readonly seed: number;
}

export function isSizeRange(
  sizes: readonly GridSize[] | SizeRange | SizeSteps,
): sizes is SizeRange {
  return 'from' in sizes;
}

export function isSizeSteps(
  sizes: readonly GridSize[] | SizeRange | SizeSteps,
): sizes is SizeSteps {
  return 'steps' in sizes;
}
