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

/** Sizes from one to another, so many cells apart. */
export interface SizeSteps {
  readonly steps: readonly GridSize[];
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
