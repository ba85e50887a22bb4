import { isAddress } from '../../pipeline/corpus/bytes.js';
import { existsSync } from 'node:fs';
import { qrCode } from '../../solver/craft/qr-code.js';
import type { NamedPuzzle } from '../../solver/formats/contract/format.js';
import { puzzlinkAddress, puzzlinkUnfit } from '../../solver/formats/single/one-line.js';
import { TO_PLAY, puzzleToHash } from '../../solver/core/puzzle/address.js';
import { fingerprint, shapeOf } from '../../solver/core/puzzle/fingerprint.js';
import { pack } from '../../solver/core/puzzle/packed.js';
import type { SheetPuzzle } from '../book.js';
import { byDifficulty, NO_DIFFICULTY } from '../../solver/core/result/difficulty.js';
import { DEFAULT_SOLVE_LIMITS } from '../../solver/engine/model/limits.js';
import { Solver } from '../../solver/engine/solver/solve.js';
import { findRun } from '../../pipeline/store/stored-runs.js';
import { solvedPuzzles } from '../../pipeline/store/queries/stored-results.js';
import { numberOf } from '../../solver/core/text/numbers.js';
import { fileName, plainText } from '../../solver/core/text/plain-text.js';
import { nameByFile, ownName, puzzleName } from '../../pipeline/record/puzzle-id.js';
import { GivenPuzzles, type GivenPuzzle, type OperandReading } from '../given-puzzles.js';
import { noPuzzleIn, refuseUnwritable, writeStream } from '../../pipeline/cli/input-output.js';
import { command } from '../../pipeline/cli/command.js';
import {
  type FlagValues,
  choiceFlag,
  integerFlag,
  switchFlag,
  textFlag,
} from '../../pipeline/cli/flag.js';
import { flag } from '../../pipeline/cli/flags.js';
import {
  type CommandOutcome,
  UsageError,
  firstOf,
  refuseIf,
  refuseRejects,
  type Terminal,
} from '../../pipeline/cli/terminal.js';
import { withStore } from '../../pipeline/cli/with-store.js';
import { withProgress, type WorkProgress } from '../../pipeline/cli/progress.js';

const sections = {
  Pages: {
    out: textFlag('--out <book.pdf>', 'write', { ...flag.out, defaultText: 'none; required' }),
    title: textFlag('--title <words>', 'none', {
      defaultText: 'the name of the corpus or the run',
      help: 'The title of the PDF, and of its cover.',
    }),
    cover: switchFlag('--cover', 'none', {
      help: 'Begin with a cover: the title, what is in the book, and how to play.',
    }),
    paper: choiceFlag('--paper', 'none', {
      choices: ['a4', 'letter'],
      fallback: 'a4',
      help: 'The size of the pages.',
    }),
    perPage: integerFlag('--per-page (n)', 'none', {
      min: 1,
      max: 12,
      defaultText: 'as many as stay comfortable to solve',
      help: 'Puzzles to a page; one whose clues would be too small to read gets a page of its own.',
    }),
    order: choiceFlag('--order (sort)', 'none', {
      choices: ['corpus', 'name', 'difficulty'],
      fallback: 'corpus',
      help: 'The order of the puzzles.',
    }),
    take: flag.take,
    names: switchFlag('--names (titles)', 'none', {
      help: 'Print the names of the puzzles, which may tell what they show, above the puzzles as well, and put them into their QR codes.',
    }),
    qr: switchFlag('--qr', 'none', {
      help:
        'Print a QR code below each puzzle, to play it at puzz.link, which holds no colours and no start position, or at ' +
        'the workbench of --share-base. A puzzle much larger than 40x40 has none.',
    }),
    shareBase: flag.shareBase,
    noSolutions: switchFlag('--no-solutions', 'none', {
      help: 'Leave the solutions at the end out.',
    }),
    force: flag.force,
  },
  Puzzles: { ...flag.reading, db: flag.db },
};

export const sheets = command({
  name: 'sheets',
  summary: 'Puzzles to print, as a PDF.',
  operands: '<corpus|run>',
  missing: 'a corpus, or a run of the database by its number or name',
  description:
    'Writes a book of puzzles to print: each with its number and stars, coloured ones with a ' +
    'legend, with page numbers, and with small solutions and the names on the last pages. A cover says how to play. Large puzzles get a page of ' +
    'their own, turned if that helps. Fonts are embedded.',
  sections,
  examples: {
    'nonomill sheets data/gallery.json --out gallery.pdf': 'A book of the gallery.',
    "nonomill sheets data/gallery.json --cover --title 'Forty pictures' --out book.pdf":
      'With a cover.',
    'nonomill sheets colours.json --qr --share-base https://example.org/puzzles/ --out book.pdf':
      'With QR codes that lead to a workbench of your own (docs/studio/static-site.md).',
    'nonomill sheets 2 --order difficulty --take 100 --per-page 4 --out easy-first.pdf':
      'The hundred easiest puzzles of run 2, in order, four to a page.',
  },
  check: ([word], values): SheetsOptions => {
    const { out, qr, shareBase } = values;
    if (out === null) throw new UsageError('NM_ARGUMENTS', 'name the PDF to write: --out book.pdf');
    refuseIf({ '--share-base is for QR codes: add --qr': shareBase !== null && !qr });
    return { word, ...values, out };
  },
  execute: (options, { terminal }) =>
    withProgress(terminal, (progress) => writeSheets(options, terminal, progress)),
});

type SheetsOptions = FlagValues<typeof sections> & { readonly word: string; readonly out: string };

async function writeSheets(
  options: SheetsOptions,
  terminal: Terminal,
  progress: WorkProgress,
): Promise<CommandOutcome> {
  const { out, force, order, take, perPage, paper, noSolutions, names, cover } = options;
  await refuseUnwritable(out, force);
  const all: (SheetPuzzle & { readonly why: string | null })[] = [];
  const solver = new Solver();
  const given = puzzlesOf(options, terminal);
  const read: ReadPuzzle[] = [];
  for await (const named of given.puzzles) read.push(named);
  const ofFile = Map.groupBy(read, ({ source }) => source);
  for (const named of read) {
    const { code, why } = codeOf(named, options);
    const isNamed = named.isByFile ? ofFile.get(named.source)!.length === 1 : !isCounted(named);
    const sheet = sheetPuzzle(named, all.length + 1, solver, { code, isNamed });
    progress.reached(all.push({ ...sheet, why }), read.length);
    await new Promise(setImmediate);
  }
  if (all.length === 0) throw noPuzzleIn(options.word, 'Nothing was written.');
  if (order !== 'corpus') all.sort(ORDERS[order]);
  const puzzles = all.slice(0, take ?? Infinity);
  const twins = twinsOf(puzzles);
  const ambiguous = puzzles.filter(({ unique }) => !unique).length;
  const codeless = puzzles.flatMap(({ called, why }) =>
    why === null ? [] : [`${plainText(called)}: ${why}`],
  );
  // The PDF library takes long to load, which the list of commands should not pay.
  const { bookPdf } = await import('../book.js');
  progress.stage('drawing the pages');
  // The file of a single picture is often called as what it shows.
  const title = options.title ?? (puzzles.length === 1 && !names ? 'A puzzle' : given.title);
  const book = { paper, perPage, cover, solutions: !noSolutions, names, title };
  const { stream, pages } = bookPdf(puzzles, book, progress);
  await writeStream(stream, { out, force });
  progress.close();
  terminal.say(`${out}: ${numberOf(puzzles.length, 'puzzle')} on ${numberOf(pages, 'page')}`);
  sayListed(codeless, (count) => `no QR code for ${numberOf(count, 'puzzle')}`, terminal);
  if (codeless.length > 0 && options.shareBase === null) {
    terminal.say(
      '  --share-base <address> leads to a workbench of yours, which holds colours and givens, too',
    );
  }
  if (ambiguous > 0) {
    const one = puzzles.length === 1 ? 'it is' : '1 of them is';
    const many = ambiguous === 1 ? one : `${ambiguous} of them are`;
    terminal.say(`nonomill: ${many} not known to have one solution; nonomill fix may help`);
  }
  sayListed(
    twins,
    (count) => `${numberOf(count, 'puzzle is', 'puzzles are')} there twice`,
    terminal,
  );
  refuseRejects(given.rejects());
  return 'done';
}

/** A phrase for each puzzle that repeats one before it, perhaps turned, mirrored or recoloured. */
function twinsOf(sheets: readonly SheetPuzzle[]): string[] {
  const first = new Map<string, { readonly called: string; readonly print: string }>();
  return sheets.flatMap(({ puzzle, called: name }) => {
    const words = pack(puzzle);
    const shape = shapeOf(words, 0);
    const print = fingerprint(words, 0, puzzle.palette);
    const called = plainText(name);
    const before = first.get(shape);
    if (before === undefined) {
      first.set(shape, { called, print });
      return [];
    }
    const how = before.print === print ? 'is' : 'is, turned, mirrored or in other colours,';
    return [`${called} ${how} ${before.called}`];
  });
}

/**
 * The QR code of where a puzzle is played, without its title if the pages leave out names; or why
 * it has none. Both are null if none is wanted.
 */
function codeOf({ name, title, puzzle }: NamedPuzzle, { qr, shareBase, names }: SheetsOptions) {
  if (!qr) return { code: null, why: null };
  const called = names ? (title ?? name ?? '') : '';
  const address =
    shareBase === null
      ? puzzlinkAddress(puzzle)
      : `${shareBase}${puzzleToHash(puzzle, called)}${TO_PLAY}`;
  if (address === null) return { code: null, why: `puzz.link ${puzzlinkUnfit(puzzle)}` };
  const code = qrCode(address);
  const why = `its address of ${address.length} characters is too long for a camera to read it`;
  return { code, why: code === null ? why : null };
}

const NAMED = 10;

/** Says something about some puzzles, with a phrase for each; without puzzles it says nothing. */
function sayListed(
  phrases: readonly string[],
  what: (count: number) => string,
  terminal: Terminal,
): void {
  if (phrases.length === 0) return;
  terminal.say(`nonomill: ${what(phrases.length)}:`);
  for (const line of firstOf(phrases, NAMED, '  and')) terminal.say(line);
}

const ORDERS = {
  name: (a: SheetPuzzle, b: SheetPuzzle): number =>
    a.called.localeCompare(b.called, 'en', { numeric: true }),
  difficulty: byDifficulty,
};

interface ReadPuzzle extends NamedPuzzle {
  readonly source: string;
  /** Whether it is called by that file, as it has no name of its own. */
  readonly isByFile: boolean;
}

/** Whether a puzzle has no title, and a name that a program counted: `15x15-s5-2`, `1204`. */
function isCounted({ title, name }: NamedPuzzle): boolean {
  return title === null && name !== null && /^\S*\d\S*$/.test(name);
}

function puzzlesOf(
  { word, ...reading }: OperandReading & { readonly word: string },
  terminal: Terminal,
): { puzzles: AsyncIterable<ReadPuzzle>; rejects: () => number; title: string } {
  const { db, limit } = reading;
  const isRun = !existsSync(word) && existsSync(db) && !/[/\\*.]/.test(word) && word !== '-';
  if (isRun) {
    const title = /^\d+$/.test(word) ? `Run ${word}` : word;
    return { puzzles: ofRun(word, db, limit ?? Infinity), rejects: () => 0, title };
  }
  const given = new GivenPuzzles(word, reading, terminal);
  const title = fileName(word).replace(/^([^.]+)\..*$/, '$1');
  return {
    puzzles: calledByFile(given.all()),
    rejects: () => given.rejects,
    title: word === '-' ? 'Puzzles' : title,
  };
}

/** Puzzles without a name of their own are called by their file; several of a file are numbered. */
async function* calledByFile(puzzles: AsyncIterable<GivenPuzzle>) {
  let before = '';
  let number = 0;
  for await (const named of puzzles) {
    const { name, title, source } = named;
    number = source === before ? number + 1 : 0;
    before = source;
    if (name !== null || title !== null || source === '-' || isAddress(source)) {
      yield { ...named, isByFile: false };
    } else yield { ...named, title: nameByFile(source, number), isByFile: true };
  }
}

async function* ofRun(word: string, db: string, limit: number): AsyncGenerator<ReadPuzzle> {
  yield* await withStore(db, (store) => {
    const { runId } = findRun(store, word);
    const found: ReadPuzzle[] = [];
    for (const stored of solvedPuzzles(store, runId)) {
      if (found.length >= limit) break;
      const isByFile = ownName(stored) === '';
      const title = isByFile ? puzzleName(stored) : stored.title;
      found.push({ ...stored, title, source: stored.path, isByFile });
    }
    return found;
  });
}

/** What a puzzle needs to be printed: its solution and its stars, which are worked out here. */
function sheetPuzzle(
  { name, title, puzzle, goal }: NamedPuzzle,
  number: number,
  solver: Solver,
  known: Pick<SheetPuzzle, 'code' | 'isNamed'>,
): SheetPuzzle {
  const outcome = solver.solve(pack(puzzle), 0, DEFAULT_SOLVE_LIMITS);
  const unique = outcome.status === 'unique';
  const solution = unique ? outcome.solution : (goal ?? outcome.solution);
  const rated = solver.rate(outcome) ?? NO_DIFFICULTY;
  return {
    called: title ?? name ?? `puzzle ${number}`,
    puzzle,
    ...known,
    ...rated,
    solution,
    unique,
  };
}
