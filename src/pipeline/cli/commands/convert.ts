import { flag, shared } from '../flags.js';
import { isFolderAt } from '../../files/files.js';
import { findSources } from '../../corpus/sources.js';
import { command, requireUnread } from '../command.js';
import {
  convertToFile,
  convertToFolder,
  LossCheck,
  sayLeftOutFiles,
  PuzzlesRead,
  writtenFormat,
} from '../converting.js';
import { switchFlag } from '../flag.js';
import { UsageError, refuseRejects, Failure, type Terminal } from '../terminal.js';
import { untilStopped } from '../progress.js';
import { isStandardOutput } from '../input-output.js';
import type { Format, NamedPuzzle } from '../../../solver/formats/contract/format.js';
import { pack } from '../../../solver/core/puzzle/packed.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../solver/engine/model/limits.js';
import { Solver } from '../../../solver/engine/solver/solve.js';
import { plainText } from '../../../solver/core/text/plain-text.js';

export const convert = command({
  name: 'convert',
  summary: 'From any format to any other.',
  operands: '<in> <out>',
  writesLast: true,
  missing: 'what to read and where to write',
  description:
    'Reads the puzzles of a file (- for standard input; plain or gzipped), a folder or a pattern ' +
    'and writes them in the format that the name of <out> asks for. With .cnf, a puzzle becomes ' +
    'a problem for any SAT solver, with comments that say which variable is which cell.' +
    '\n\n' +
    'If <out> is a folder (it ends with a slash, or exists), each puzzle gets a file with its ' +
    'name. Any other name is that of a single file.',
  sections: {
    Puzzles: {
      ...flag.reading,
      solve: switchFlag('--solve (with-solution, goal)', 'none', {
        help: 'Solve puzzles that come without a picture, and write the solution as their picture if it is the only one.',
      }),
    },
    Output: shared('toFormat', 'force'),
  },
  examples: {
    'nonomill convert puzzle.non puzzle.cnf': 'For a SAT solver to check.',
    'nonomill convert book.csv.gz - --to ndjson': 'To standard output.',
    'nonomill convert book.csv book.non --solve':
      'With the solution of each puzzle as its picture.',
    'nonomill convert book.csv book/ --to nin': 'A file for each puzzle.',
  },
  check([from, out], { toFormat, ...values }) {
    if (isStandardOutput(out)) {
      return { ...values, from, out: null, isFolder: false, to: writtenFormat(out, toFormat) };
    }
    const isFolder = /[/\\]$/.test(out) || isFolderAt(out);
    if (isFolder && toFormat === null) {
      const message = `"${out}" is a folder: name the format of its files with --to`;
      throw new UsageError('NM_FORMAT_UNKNOWN', message);
    }
    return { ...values, from, out, isFolder, to: writtenFormat(out, toFormat) };
  },
  async execute(options, context) {
    const { from, out, isFolder, format, images, columnsFirst, solve, to, force } = options;
    const { terminal } = context;
    const { sources, leftOut: files } = await findSources([from], { format, columnsFirst, images });
    const paths = sources.map(({ path }) => path);
    if (out !== null && !isFolder) requireUnread([out], paths);
    sayLeftOutFiles(files, terminal);
    const read = new PuzzlesRead(sources, options, terminal);
    const leftOut = new LossCheck(to);
    const solved = new SolvedPictures(to);
    const inTheWay = out === null && terminal.output.isTty;
    const isDone = await untilStopped(context, inTheWay, async (stop, progress) => {
      stop.onRequest(() => read.stop());
      const isStopped = (): boolean => stop.reason !== null;
      const given = read.batches(progress);
      const batches = solve ? solved.of(given) : given;
      const conversion = { from, batches, to, leftOut, force, terminal, isStopped };
      if (isFolder) await convertToFolder(out!, paths, conversion);
      else await convertToFile(out, conversion);
      return !isStopped();
    });
    if (!isDone) return 'interrupted';
    leftOut.say(terminal);
    solved.say(terminal);
    refuseRejects(read.rejects);
    return 'done';
  },
});

/** Gives puzzles without a picture their only solution as one. */
class SolvedPictures {
  private without = 0;
  private readonly solver = new Solver();

  constructor(private readonly to: Format) {}

  /**
   * The same puzzles; those with several solutions, or none, still have no picture.
   * @throws Failure if such a puzzle is to be written in a format that holds only pictures.
   */
  async *of(
    batches: AsyncIterable<readonly NamedPuzzle[]>,
  ): AsyncGenerator<readonly NamedPuzzle[], void, undefined> {
    for await (const puzzles of batches) {
      for (const named of puzzles) {
        yield [named.goal === null ? this.solved(named) : named];
        // A hard puzzle takes seconds: signals must get in between two.
        await new Promise(setImmediate);
      }
    }
  }

  say(terminal: Terminal): void {
    if (this.without === 0) return;
    const many = this.without === 1 ? '1 puzzle was' : `${this.without} puzzles were`;
    terminal.say(`nonomill: ${many} not proven to have one solution: written without a picture`);
  }

  private solved(named: NamedPuzzle): NamedPuzzle {
    const { status, solution } = this.solver.solve(pack(named.puzzle), 0, DEFAULT_SOLVE_LIMITS);
    if (status === 'unique') return { ...named, goal: solution };
    if (this.to.pictureOnly === true) {
      throw new Failure(
        status in REASONS ? 'NM_NOT_UNIQUE' : 'NM_NOT_SOLVED',
        `${plainText(named.name ?? 'the puzzle')}: ${REASONS[status] ?? 'it was not solved in time'}, ` +
          `so it has no picture, and ${this.to.name} holds nothing else`,
        '"nonomill fix" finds what to change so that it has one solution.',
      );
    }
    this.without++;
    return named;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  multiple: 'it has more than one solution',
  contradiction: 'it has no solution',
};
