export interface NightPart {
  sourceId: number;
  heldBy: number;
  ids: Float64Array;
  verdicts: Uint8Array;
  reused: number;
}
