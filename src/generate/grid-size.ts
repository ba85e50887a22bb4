/** How many cells a grid has each way. */
export interface GridSize {
  readonly width: number;
  readonly height: number;
}
