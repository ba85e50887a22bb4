import { basename, extname, join, relative } from 'node:path';
import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Format, NamedPuzzle } from '../../solver/formats/contract/format.js';
import { FORMATS, formatsByExtension } from '../../solver/formats/registry.js';
import { convertToFile, LossCheck } from '../../pipeline/cli/converting.js';
import { markdownTable } from '../../solver/core/text/escape.js';
import type { Terminal } from '../../pipeline/cli/terminal/terminal.js';
import {
  openOutFile,
  refuseUnwritable,
  openSink,
} from '../../pipeline/cli/terminal/input-output.js';
import { withSlashes } from '../../pipeline/files/with-slashes.js';
import type { FixedPuzzle } from './fixed-puzzles.js';
import { changeText, fixWords, fixedName, needsNone, type FixCounts } from './fix-text.js';
import { DEFAULT_FIX_MS } from '../../solver/craft/fix/fix.js';
import {
  flagsIn,
  choiceFlag,
  integerFlag,
  switchFlag,
  textFlag,
} from '../../pipeline/cli/frame/flag.js';
import * as generateFlag from '../../pipeline/cli/flags/generate-flags.js';
import * as runFlag from '../../pipeline/cli/flags/run-flags.js';
import * as outputFlag from '../../pipeline/cli/flags/output-flags.js';
import * as puzzleFlag from '../../pipeline/cli/flags/puzzle-flags.js';

interface FixedOut {
  /** A file, or a folder with a file for each source. */
  readonly path: string;
  readonly isFolder: boolean;
  /** What was typed: the folder of the sources, or the only source. */
  readonly from: string;
  /** Null: by each file's name. */
  readonly to: Format | null;
  readonly force: boolean;
  /** Whether the list of changes names the puzzles that need none, too. */
  readonly unchanged: boolean;
  /** `tell` counts them. */
  readonly counts: FixCounts;
  readonly terminal: Terminal;
  readonly isStopped: () => boolean;
}

/**
 * Writes fixed puzzles as they come, in the order of their sources; puzzles that could not be fixed
 * are written unchanged. `tell` is called for each. A folder gets a README.md that lists the
 * changes: of all puzzles, or of the puzzles that need some.
 */
export async function writeFixed(
  puzzles: AsyncGenerator<FixedPuzzle, void, undefined>,
  out: FixedOut,
  tell: (fixed: FixedPuzzle) => Promise<void>,
): Promise<void> {
  const reportFile = join(out.path, 'README.md');
  await refuseUnwritable(out.isFolder ? reportFile : out.path, out.force);
  const report: string[][] = [];
  let next = await puzzles.next();
  /** Puzzles of a source that need no change, until it is known whether another one does. */
  let held: FixedPuzzle[] = [];
  const note = async (fixed: FixedPuzzle): Promise<void> => {
    await tell(fixed);
    if (out.unchanged || !needsNone(fixed)) report.push(reportRow(fixed, out.from));
  };
  const batches = async function* (
    source: string | null,
  ): AsyncGenerator<readonly NamedPuzzle[], void, undefined> {
    for (let fixed = held.shift(); fixed !== undefined; fixed = held.shift()) {
      await note(fixed);
      yield [puzzleAfter(fixed)];
    }
    for (; next.done !== true; next = await puzzles.next()) {
      const fixed = next.value;
      if (source !== null && fixed.named.source !== source) return;
      await note(fixed);
      yield [puzzleAfter(fixed)];
    }
  };
  const written = new Set<string>();
  while (next.done !== true && !out.isStopped()) {
    const { source } = next.value.named;
    if (out.isFolder && out.to === null && isCopied(source)) {
      // A file of which nothing changes is copied, byte by byte; if something does, all is written.
      for (held = []; held.length < MOST_HELD; next = await puzzles.next()) {
        if (next.done === true || next.value.named.source !== source) break;
        if (!needsNone(next.value)) break;
        held.push(next.value);
      }
      const isWhole = next.done === true || next.value.named.source !== source;
      if (isWhole && held.length > 0 && !out.isStopped()) {
        for (const fixed of held.splice(0)) await note(fixed);
        const path = join(out.path, placeOf(source, out.from));
        await copyFile(source, path, out);
        written.add(path);
        continue;
      }
    }
    const firstOfSource = held.at(0) ?? next.value!;
    const { path, to } = out.isFolder
      ? fileFor(firstOfSource, out, written)
      : fileOf(firstOfSource, out);
    written.add(path);
    const leftOut = new LossCheck(to);
    await convertToFile(path, {
      ...out,
      batches: batches(out.isFolder ? source : null),
      to,
      leftOut,
    });
    leftOut.say(out.terminal);
  }
  if (out.isFolder && !out.isStopped() && out.counts.seen > 0) {
    const sink = await openSink({ out: reportFile, force: out.force }, out.terminal);
    await sink.write(reportText(report, out.counts));
    await sink.done();
  }
}

/** So many puzzles of a file are held until it is known whether all of it is copied. */
const MOST_HELD = 10_000;

/** Whether a source is a file of puzzles in some format, rather than a picture or an input. */
function isCopied(source: string): boolean {
  return (
    !/\.png$/i.test(source) &&
    statSync(source, { throwIfNoEntry: false })?.isFile() === true &&
    !source.endsWith('.sqlite')
  );
}

async function copyFile(
  source: string,
  path: string,
  { force, isStopped }: FixedOut,
): Promise<void> {
  const file = await openOutFile(path, force, isStopped);
  try {
    await pipeline(createReadStream(source), file.stream);
    await file.keep();
  } catch (error) {
    file.discard();
    throw error;
  }
}

/** A source's place within the folder, or just its name. */
function placeOf(source: string, from: string): string {
  const isFolder = statSync(from, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? relative(from, source) : basename(source);
}

function puzzleAfter({ named, answer }: FixedPuzzle): NamedPuzzle {
  const { name, title } = named;
  if (answer.kind === 'none') return { name, title, puzzle: named.puzzle, goal: named.goal };
  return { name, title, puzzle: answer.puzzle, goal: answer.goal };
}

interface FixedFile {
  readonly path: string;
  readonly to: Format;
}

/** The file that was named, in a format that its name allows and that suits the first puzzle. */
function fileOf(fixed: FixedPuzzle, { path, to }: FixedOut): FixedFile {
  return { path, to: to ?? suitable(path, fixed) ?? anyFormat(path) };
}

/**
 * The file for the puzzles of a source: it has the same name, if a format of that name can hold
 * what the first of them has; else it is JSON. If another source was written there, as cat.json
 * before cat.png, the whole name of the source comes before the extension.
 */
function fileFor(
  fixed: FixedPuzzle,
  { path, from, to }: FixedOut,
  written: ReadonlySet<string>,
): FixedFile {
  const { source } = fixed.named;
  const name = placeOf(source, from).replace(/\.gz$/i, '');
  const stem = name.slice(0, name.length - extname(name).length);
  const own = to === null ? suitable(name, fixed) : null;
  const format = own ?? to ?? anyFormat('.json');
  const ending = own === null ? format.extensions[0] : extname(name);
  const file = join(path, stem + ending);
  return { path: written.has(file) ? join(path, name + ending) : file, to: format };
}

/**
 * Of the formats with a file's extension, the one that holds a picture if the puzzle came with one,
 * and the start position if cells may be given; null if there is none.
 */
function suitable(path: string, fixed: FixedPuzzle): Format | null {
  const { named } = fixed;
  const after = puzzleAfter(fixed);
  const formats = formatsByExtension(path).filter(({ write }) => write !== null);
  const holding = formats.filter(({ holds }) => holds.start);
  if (named.goal === null || after.puzzle.start !== null) return holding[0] ?? null;
  return (
    formats.find(({ holds, unfit }) => holds.goal && unfit?.(after) == null) ?? holding[0] ?? null
  );
}

function anyFormat(path: string): Format {
  const found = formatsByExtension(path).find(({ write }) => write !== null);
  return found ?? FORMATS.find(({ name }) => name === 'ndjson')!;
}

function reportRow(fixed: FixedPuzzle, from: string): string[] {
  const { named, answer } = fixed;
  const { width, height } = named.puzzle;
  const changes =
    answer.kind === 'none'
      ? ''
      : answer.changes.map((change) => changeText(change, named.puzzle)).join('; ');
  const place = withSlashes(relative(from, named.source)) || basename(named.source);
  return [fixedName(named), place, `${width}x${height}`, fixWords(answer), changes, fixed.after];
}

function reportText(rows: readonly (readonly string[])[], counts: FixCounts): string {
  const head = ['puzzle', 'from', 'size', 'fix', 'changes', 'now'];
  const table = rows.length === 0 ? '' : `\n${markdownTable(head, rows)}`;
  return `# What was changed\n\n${counts.text}.\n${table}`;
}

/** The flags of `nonomill fix` under the headings of its help. */
export const fixSections = {
  'What to change': {
    for: choiceFlag({
      name: 'for',
      reach: 'none',
      choices: ['unique', 'line'] as const,
      fallback: 'unique' as const,
      help: 'What the puzzle should become: one with a single solution, or one that lines alone solve.',
      alsoTried: ['target', 'require'],
    }),
    by: choiceFlag({
      name: 'by',
      reach: 'none',
      choices: ['pixels', 'givens'] as const,
      defaultText: 'pixels if there is a picture, else givens',
      help: 'What may change: cells of the picture, or which of its cells are given at the start.',
    }),
    keep: textFlag({
      name: 'keep',
      reach: 'read',
      value: 'mask.png',
      help: 'A picture (PNG or PBM) whose dark pixels are cells that must not change.',
      alsoTried: ['mask'],
    }),
    maxChanges: integerFlag({
      name: 'max-changes',
      reach: 'none',
      min: 0,
      max: 10_000,
      defaultText: 'a tenth of the cells, at least 5',
      help: 'The most changes to consider.',
      alsoTried: ['max'],
    }),
    alternatives: integerFlag({
      name: 'alternatives',
      reach: 'none',
      min: 1,
      max: 100,
      defaultText: 'none',
      help: 'Show up to this many other ways with as few changes, the best first.',
    }),
    prefer: choiceFlag({
      name: 'prefer',
      reach: 'none',
      choices: ['looks', 'opening'] as const,
      fallback: 'looks' as const,
      help: 'Which of several pictures with as few changes comes first: the one that is hurt least, or the one whose puzzle offers most lines to go on with.',
      alsoTried: ['first', 'widest', 'widen'],
    }),
    timeout: { ...runFlag.timeout, fallback: DEFAULT_FIX_MS, defaultText: '20s' },
    threads: runFlag.threads,
  },
  Puzzles: {
    ...puzzleFlag.reading,
    size: { ...generateFlag.size, defaultText: "a picture file's own, at most 100 a side" },
    threshold: generateFlag.threshold,
    palette: generateFlag.palette,
    db: outputFlag.db,
  },
  Output: {
    out: { ...outputFlag.out, value: 'file|dir/', defaultText: 'none' },
    to: outputFlag.toFormat,
    unchanged: switchFlag({
      name: 'unchanged',
      reach: 'none',
      help: 'Of several puzzles, list those that need no change, too.',
      alsoTried: ['all', 'verbose'],
    }),
    force: outputFlag.force,
    json: outputFlag.jsonFlag,
  },
};

/** The same without headings. */
export const fixFlags = flagsIn(fixSections);
