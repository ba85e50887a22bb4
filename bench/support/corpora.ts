import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_PARSER_LIMITS } from '../../src/solver/formats/contract/format.js';
import { detectFormat } from '../../src/solver/formats/registry.js';
import type { Puzzle } from '../../src/solver/core/puzzle/types.js';
import { validate } from '../../src/solver/core/puzzle/validate.js';

/** Where the corpora lie that are not part of the project. */
export const CORPORA = fileURLToPath(new URL('../../../../shared/corpora/', import.meta.url));

/** A puzzle of a file, with the title that the file gives it. */
export interface TitledPuzzle {
  readonly title: string;
  readonly puzzle: Puzzle;
}

/** What a file holds. */
export interface PuzzleFile {
  readonly puzzles: readonly TitledPuzzle[];
  /** Entries that are not puzzles, with the reasons. */
  readonly rejects: readonly string[];
}

/** The puzzles of one file below ../shared/corpora; null if it is not there. */
export function readCorpus(path: string): readonly TitledPuzzle[] | null {
  const file = join(CORPORA, path);
  if (!existsSync(file)) return null;
  const found = readPuzzleFile(file);
  if (found === null) throw new Error(`${path} is in no format that can be read`);
  if (found.rejects.length > 0) throw new Error(`${path}: ${found.rejects[0]}`);
  return found.puzzles;
}

/** The puzzles of any file; null if it is in no format that can be read. */
export function readPuzzleFile(path: string): PuzzleFile | null {
  const text = readFileSync(path, 'utf8');
  const format = detectFormat(path, text);
  if (format === null || format.createParser === null) return null;
  const puzzles: TitledPuzzle[] = [];
  const rejects: string[] = [];
  const parser = format.createParser(
    {
      entry: ({ draft, name, title }) => {
        const { puzzle, reason } = validate(draft);
        if (puzzle === undefined) rejects.push(reason);
        else puzzles.push({ title: title ?? name ?? basename(path), puzzle });
      },
      reject: ({ reason }) => rejects.push(reason),
    },
    DEFAULT_PARSER_LIMITS,
  );
  parser.write(text);
  parser.end();
  return { puzzles, rejects };
}
