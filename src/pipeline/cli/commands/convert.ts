import { statSync } from 'node:fs';
import { findSources } from '../../runs/corpus/sources/sources.js';
import { command, type CommandContext } from '../frame/command.js';
import { convertToFile } from '../converting/convert-to-file.js';
import { convertToFolder } from '../converting/convert-to-folder.js';
import { flagsIn, type FlagValues, switchFlag } from '../frame/flag.js';
import * as outputFlag from '../flags/output-flags.js';
import * as puzzleFlag from '../flags/puzzle-flags.js';
import { LossCheck, sayLeftOutFiles } from '../converting/format-losses.js';
import { type CommandOutcome, UsageError, refuseRejects } from '../terminal/outcome.js';
import { PuzzlesRead } from '../converting/puzzles-read.js';
import { SolvedPictures } from '../converting/solved-pictures.js';
import { onSignals } from '../frame/signals.js';
import { WorkProgress } from '../terminal/work-progress.js';
import { isStandardOutput } from '../terminal/text-sink.js';
import { writtenFormat } from '../converting/written-format.js';

const sections = {
  Puzzles: {
    ...puzzleFlag.reading,
    solve: switchFlag({
      name: 'solve',
      reach: 'none',
      help: 'Solve puzzles that come without a picture, and write the solution as their picture if it is the only one.',
      alsoTried: ['with-solution', 'goal'],
    }),
  },
  Output: { toFormat: outputFlag.toFormat, force: outputFlag.force },
};

const flags = flagsIn(sections);

export const convert = command({
  name: 'convert',
  summary: 'From any format to any other.',
  operands: { usage: '<in> <out>', min: 2, max: 2, missing: 'what to read and where to write' },
  description:
    'Reads the puzzles of a file (- for standard input; plain or gzipped), a folder or a pattern ' +
    'and writes them in the format that the name of <out> asks for. With .cnf, a puzzle becomes ' +
    'a problem for any SAT solver, with comments that say which variable is which cell.' +
    '\n\n' +
    'If <out> is a folder (it ends with a slash, or exists), each puzzle gets a file with its ' +
    'name. Any other name is that of a single file.',
  flags,
  sections,
  examples: {
    'nonomill convert puzzle.non puzzle.cnf': 'For a SAT solver to check.',
    'nonomill convert book.csv.gz - --to ndjson': 'To standard output.',
    'nonomill convert book.csv book.non --solve':
      'With the solution of each puzzle as its picture.',
    'nonomill convert book.csv book/ --to nin': 'A file for each puzzle.',
  },
  check: checkConvert,
  execute,
});

function checkConvert(
  [from, out]: readonly string[],
  { toFormat, ...values }: FlagValues<typeof flags>,
) {
  if (isStandardOutput(out)) {
    return { ...values, from, out: null, isFolder: false, to: writtenFormat(out, toFormat) };
  }
  const isFolder =
    /[/\\]$/.test(out) || statSync(out, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder && toFormat === null) {
    throw new UsageError(
      'NM_FORMAT_UNKNOWN',
      `"${out}" is a folder: name the format of its files with --to`,
    );
  }
  return { ...values, from, out, isFolder, to: writtenFormat(out, toFormat) };
}

async function execute(
  {
    from,
    out,
    isFolder,
    format,
    images,
    limit,
    ignoreStart,
    columnsFirst,
    solve,
    to,
    force,
  }: ReturnType<typeof checkConvert>,
  context: CommandContext,
): Promise<CommandOutcome> {
  const { terminal } = context;
  const { sources, leftOut: files } = await findSources([from], { format, columnsFirst, images });
  sayLeftOutFiles(files, terminal);
  const read = new PuzzlesRead(sources, { limit, ignoreStart }, terminal);
  const leftOut = new LossCheck(to);
  let stopped = false;
  const isStopped = (): boolean => stopped;
  const solved = new SolvedPictures(to);
  const progress = new WorkProgress(terminal, out === null && terminal.output.isTty);
  const given = read.batches(progress);
  const batches = solve ? solved.of(given) : given;
  const conversion = { batches, to, leftOut, force, terminal, isStopped };
  const stop = (): void => {
    stopped = true;
    read.stop();
  };
  const off = onSignals(context, { stop });
  try {
    if (isFolder) {
      const paths = sources.map(({ path }) => path);
      await convertToFolder(out!, paths, conversion);
    } else await convertToFile(out, conversion);
  } finally {
    off();
    progress.close();
  }
  if (stopped) return 'interrupted';
  leftOut.say(terminal);
  solved.say(terminal);
  refuseRejects(read.rejects);
  return 'done';
}
