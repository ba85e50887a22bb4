import { existsSync, readFileSync } from 'node:fs';
import { DEFAULT_PARSER_LIMITS } from '../../src/formats/contract/limits.js';
import { detectFormat } from '../../src/formats/registry.js';
import type { Puzzle } from '../../src/puzzle/types.js';
import { validate } from '../../src/puzzle/validate.js';

/** Where the corpora lie that are not part of the project. */
const CORPORA = new URL('../../../../shared/corpora/', import.meta.url);

/** A puzzle of a file, with the title that the file gives it. */
export interface TitledPuzzle {
  readonly title: string;
  readonly puzzle: Puzzle;
}

/** The puzzles of one file below ../shared/corpora; null if it is not there. */
export function readCorpus(path: string): TitledPuzzle[] | null {
  const file = new URL(path, CORPORA);
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  const format = detectFormat(path, text);
  if (format === null || format.createParser === null) {
    throw new Error(`${path} is in no format that can be read`);
  }
  const found: TitledPuzzle[] = [];
  const parser = format.createParser(
    {
      entry: ({ draft, name, title }) => {
        const { puzzle, reason } = validate(draft);
        if (puzzle === undefined) throw new Error(`${path}: ${reason}`);
        found.push({ title: title ?? name ?? path, puzzle });
      },
      reject: ({ reason }) => {
        throw new Error(`${path}: ${reason}`);
      },
    },
    DEFAULT_PARSER_LIMITS,
  );
  parser.write(text);
  parser.end();
  return found;
}
