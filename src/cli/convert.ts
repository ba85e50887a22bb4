import { CorpusReader } from '../corpus/corpus-reader.js';
import { findSources } from '../corpus/sources.js';
import { losses } from '../formats/convert.js';
import type { Format, NamedPuzzle } from '../formats/format.js';
import { FORMATS, formatByName, formatsByExtension } from '../formats/registry.js';
import { viewBatch } from '../puzzle/packed-batch.js';
import { unpack } from '../puzzle/packed.js';
import { textToCells } from '../puzzle/text.js';
import type { CorpusBatch } from '../corpus/corpus-batch.js';
import { DEFAULT_LIMITS } from '../puzzle/validate.js';
import { command, type CommandContext } from './command.js';
import { Failure, UsageError } from './failure.js';
import type { FlagValues } from './flag.js';
import * as known from './flags.js';
import type { CommandOutcome } from './outcome.js';
import { sayReject } from './say-reject.js';
import { openSink, writeLines } from './text-sink.js';

const flags = { format: known.format, limit: known.limit, toFormat: known.toFormat };

interface ConvertOptions {
  readonly from: string;
  /** Null for standard output. */
  readonly out: string | null;
  readonly format: string | null;
  readonly limit: number | null;
  readonly to: Format;
}

export const convert = command({
  name: 'convert',
  summary: 'From any format to any other.',
  operands: { usage: '<in> <out>', min: 2, max: 2, missing: 'a file to read and one to write' },
  description:
    'Reads the puzzles of a file (- for standard input; plain or gzipped) and writes them down ' +
    'in the format that the name of the other asks for. As .cnf a puzzle becomes a question to ' +
    'any SAT solver, with comments that say which variable is which cell.',
  flags,
  sections: { Puzzles: ['format', 'limit'], Output: ['toFormat'] },
  examples: [
    { line: 'nonomill convert puzzle.non puzzle.cnf', what: 'For a SAT solver to check.' },
    { line: 'nonomill convert book.csv.gz - --to ndjson', what: 'To standard output.' },
  ],
  check: checkConvert,
  execute,
});

function checkConvert(
  [from, out]: readonly string[],
  { format, limit, toFormat }: FlagValues<typeof flags>,
): ConvertOptions {
  return { from, out: out === '-' ? null : out, format, limit, to: writtenFormat(out, toFormat) };
}

/** @throws UsageError where neither the flag nor the file's name tells a format that is written. */
export function writtenFormat(out: string, name: string | null): Format {
  const format =
    name === null
      ? formatsByExtension(out).find(({ write }) => write !== null)
      : formatByName(name);
  if (format !== undefined && format !== null && format.write !== null) return format;
  const names = FORMATS.filter(({ write }) => write !== null).map((written) => written.name);
  throw new UsageError(
    `"${name ?? out}" says no format that can be written; say --to with one of ${names.join(', ')}`,
  );
}

const BATCH = { puzzles: 256, cells: 1 << 20 };

/** Reads everything before it writes: what is no puzzle is said, and then nothing is written. */
async function execute(
  { from, out, format, limit, to }: ConvertOptions,
  { terminal }: CommandContext,
): Promise<CommandOutcome> {
  const { sources } = await findSources([from], format);
  const reading = { limit, ignoreStart: false, maxSide: DEFAULT_LIMITS.maxSide };
  const reader = new CorpusReader(sources, reading, () => terminal.stdin);
  const batches: CorpusBatch[] = [];
  let rejects = 0;
  for (let batch = await reader.next(BATCH); batch !== null; batch = await reader.next(BATCH)) {
    for (const reject of batch.rejects) sayReject(reject, from, terminal);
    rejects += batch.rejects.length;
    batches.push(batch);
  }
  const puzzles = [...puzzlesOf(batches)];
  requireHolds(to, puzzles, terminal);
  await writeLines(to.write!(puzzles), await openSink(out, terminal), () => false);
  return rejects > 0 ? 'failed' : 'done';
}

/**
 * Says what the format leaves out.
 * @throws Failure where the format cannot hold what is to be written.
 */
export function requireHolds(
  format: Format,
  puzzles: readonly NamedPuzzle[],
  terminal: CommandContext['terminal'],
): void {
  if (puzzles.length === 0) throw new Failure('there is no puzzle in it', 'Nothing was written.');
  if (puzzles.length > 1 && !format.holds.many) {
    throw new Failure(
      `${format.name} holds one puzzle a file, and there are ${puzzles.length}`,
      'Say --limit 1 for the first, or choose another format.',
    );
  }
  const leftOut = new Map<string, number>();
  for (const [index, named] of puzzles.entries()) {
    const { errors, warnings } = losses(named, format);
    if (errors.length > 0) {
      throw new Failure(
        `${named.name ?? `puzzle ${index + 1}`}: ${errors.join('; ')}`,
        'Nothing was written. Choose a format that can hold it: json, ndjson, non, webpbn.',
      );
    }
    for (const warning of warnings) leftOut.set(warning, (leftOut.get(warning) ?? 0) + 1);
  }
  for (const [warning, count] of leftOut) {
    terminal.say(`nonomill: ${warning}: left out${count > 1 ? ` of ${count} puzzles` : ''}`);
  }
}

function* puzzlesOf(batches: readonly CorpusBatch[]): Generator<NamedPuzzle> {
  for (const { packed, columns } of batches) {
    const { words, offsets } = viewBatch(packed);
    for (const [i, offset] of offsets.entries()) {
      const puzzle = unpack(words, offset);
      const palette = columns.palettes[i]?.split(' ') ?? null;
      const goal = columns.goals[i];
      yield {
        name: columns.names[i],
        title: columns.titles[i],
        puzzle: { ...puzzle, palette },
        goal: goal === null ? null : textToCells(goal, puzzle.width, puzzle.height),
      };
    }
  }
}
