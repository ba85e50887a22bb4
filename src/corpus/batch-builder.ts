import type { FoundEntry, FoundReject } from '../formats/format.js';
import { checkPacked } from '../puzzle/check.js';
import { fingerprint } from '../puzzle/fingerprint.js';
import { cluesToJson } from '../puzzle/json.js';
import { packBatch } from '../puzzle/packed-batch.js';
import { pack, type PackedWords } from '../puzzle/packed.js';
import { emptyColumns, type PuzzleColumns, type Reject } from '../puzzle/puzzle-columns.js';
import { cellsToText } from '../puzzle/text.js';
import type { Cells, Puzzle } from '../puzzle/types.js';
import type { CorpusBatch } from './corpus-batch.js';

/** An entry that passed validation, and its place in its source. */
export interface ReadPuzzle {
  readonly ordinal: number;
  readonly name: string | null;
  readonly title: string | null;
  readonly puzzle: Puzzle;
  readonly goal: Cells | null;
}

export type ReadEntry = ReadPuzzle | Reject;

export function isReject(entry: ReadEntry): entry is Reject {
  return 'reason' in entry;
}

/** The reject that an entry becomes. */
export function rejectOf(
  ordinal: number,
  found: Pick<FoundEntry, 'line' | 'name'> | FoundReject,
  reason: string,
  excerpt: string,
): Reject {
  return { ordinal, line: found.line, name: found.name, reason, excerpt };
}

/** Packs entries of one source into a batch. */
export function buildBatch(
  entries: readonly ReadEntry[],
  place: Pick<CorpusBatch, 'source' | 'last' | 'bytesRead'>,
): CorpusBatch {
  const columns = emptyColumns();
  const packed: PackedWords[] = [];
  const rejects: Reject[] = [];
  for (const entry of entries) {
    if (isReject(entry)) rejects.push(entry);
    else packed.push(addPuzzle(columns, entry));
  }
  return { ...place, columns, packed: packBatch(packed), rejects };
}

function addPuzzle(columns: PuzzleColumns, entry: ReadPuzzle): PackedWords {
  const { puzzle, goal } = entry;
  const { width, height, colours, palette, start } = puzzle;
  const words = pack(puzzle);
  columns.ordinals.push(entry.ordinal);
  columns.names.push(entry.name);
  columns.titles.push(entry.title);
  columns.widths.push(width);
  columns.heights.push(height);
  columns.colours.push(colours);
  columns.palettes.push(palette === null ? null : palette.join(' '));
  columns.clues.push(cluesToJson(puzzle.rows, puzzle.columns, colours));
  columns.starts.push(start === null ? null : cellsToText(start, width, height, colours));
  columns.goals.push(goal === null ? null : cellsToText(goal, width, height, colours));
  columns.goalMatches.push(goal === null ? null : checkPacked(words, 0, goal) === null);
  columns.fingerprints.push(fingerprint(words, palette));
  return words;
}
