import { hash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openSink } from '../../pipeline/cli/input-output.js';
import { LINE_QUESTIONS } from '../../pipeline/cli/stream/score-summary.js';
import { sayLeftOutFiles } from '../../pipeline/cli/converting.js';
import { generateFlag } from '../../pipeline/cli/generate-flags.js';
import { shared } from '../../pipeline/cli/flags.js';
import {
  choiceFlag,
  flagsIn,
  type FlagValues,
  integerFlag,
  listOf,
  readInteger,
  switchFlag,
  textFlag,
  valueFlag,
} from '../../pipeline/cli/flag.js';
import { mayBeRun } from '../../pipeline/cli/with-store.js';
import {
  Failure,
  refuseRejects,
  refuseIf,
  UsageError,
  type Terminal,
  notExpected,
} from '../../pipeline/cli/terminal.js';
import { describeSource, findSources, type Source } from '../../pipeline/corpus/sources.js';
import { programVersion } from '../../pipeline/files/program.js';
import { cluesOfPicture } from '../../solver/core/puzzle/picture.js';
import { cellsToText } from '../../solver/core/puzzle/text.js';
import { BLANK, type Cells, UNKNOWN } from '../../solver/core/puzzle/types.js';
import { codeOf, fileErrorCode, systemReason } from '../../solver/core/text/error-codes.js';
import {
  ANY_BAND,
  checkedRecipe,
  DATASET_FILES,
  LICENCE_ID,
  SPLIT_NAME,
  type Making,
  type RandomPuzzlesWanted,
  type Recipe,
  sharePlaceOf,
  splitAt,
} from '../dataset/chunks.js';
import {
  CARD,
  CHECKSUMS,
  leftOutText,
  removeWorkFolder,
  UNKNOWN_LICENCE,
  workFolder,
  writeDataset,
} from '../dataset/write-dataset.js';
import { Gathering, DatasetProgress, gatherPuzzles, Refused } from '../dataset/gathering.js';
import { countText, numberOf } from '../../solver/core/text/numbers.js';
import { Random } from '../../solver/craft/random-puzzles.js';
import { solveLine } from '../../solver/engine/solver/line.js';
import { command, onSignals } from '../../pipeline/cli/command.js';

// Which puzzles a data set has, and how it is written.

/** The most cells of a line that is asked about. */
const MOST_LINE_CELLS = 60;

/** `key:share,...`, or keys alone for equal shares. @throws UsageError */
function sharesIn<T>(word: string, read: (key: string) => T): (T & { readonly share: number })[] {
  const parts = word.split(',').map((part) => {
    const [, key, share] = /^(.*?)(?::(\d+(?:\.\d+)?))?$/.exec(part.trim())!;
    return { key, share: share === undefined ? null : Number(share) };
  });
  const named = parts.filter(({ share }) => share !== null).length;
  if (named !== 0 && named !== parts.length) {
    throw notExpected('a share for each or for none', word);
  }
  const twice = parts.find(({ key }, i) => parts.findIndex((other) => other.key === key) < i);
  if (twice !== undefined) throw new UsageError('NM_OPTION_VALUE', `"${twice.key}" is named twice`);
  const empty = parts.find(({ share }) => share === 0);
  if (empty !== undefined)
    throw new UsageError('NM_OPTION_VALUE', `the share of "${empty.key}" is 0: leave it out`);
  return parts.map(({ key, share }) => ({ ...read(key), share: share ?? 1 }));
}

function splitName(name: string): { name: string } {
  if (SPLIT_NAME.test(name)) return { name };
  throw new UsageError(
    'NM_OPTION_VALUE',
    `expected parts such as train:80,test:20, got the name "${name}"`,
  );
}

function readFiles(word: string) {
  const named = word.split(',').map((part) => part.trim().toLowerCase());
  const odd = named.find((name) => !(DATASET_FILES as readonly string[]).includes(name));
  if (odd !== undefined) throw notExpected(listOf(DATASET_FILES, 'and'), odd);
  return DATASET_FILES.filter((file) => named.includes(file));
}

const datasetSections = {
  'What to make': {
    size: { ...generateFlag.size, defaultText: 'none; required without a corpus' },
    density: generateFlag.density,
    count: integerFlag('--count (number, n)', 'none', {
      min: 1,
      defaultText: 'none; required without a corpus',
      help: 'How many puzzles to make, of all sizes together.',
    }),
    lines: valueFlag('--lines <cells,...> (line, rows)', 'none', {
      joinedBy: ',',
      help: `Questions about single lines of so many cells, up to ${MOST_LINE_CELLS}, in place of puzzles: what follows, what is impossible, what is done already.`,
      read: (word) => word.split(',').map((part) => readInteger(part.trim(), 1, MOST_LINE_CELLS)),
    }),
    stars: valueFlag('--stars <n[:share],...> (star, level)', 'none', {
      joinedBy: ',',
      defaultText: 'as they come',
      help: 'How many stars the puzzles have, in which shares, such as 1:50,2:30,4:20.',
      read: (word) =>
        sharesIn(word, (key) => {
          if (!/^[1-5]$/.test(key)) throw notExpected('1 to 5 stars', key);
          return { stars: Number(key), difficulty: null };
        }),
    }),
    difficulty: valueFlag('--difficulty <from..to[:share],...> (score, hardness)', 'none', {
      joinedBy: ',',
      defaultText: 'as they come',
      help: 'Bounds of the difficulty score, in which shares, such as 4..6:50,6..8:50.',
      read: (word) =>
        sharesIn(word, (key) => {
          const { from, to } = generateFlag.difficultyRange.read(key)!;
          return { stars: null, difficulty: { from, to: to === Infinity ? null : to } };
        }),
    }),
    seed: generateFlag.seed,
    recipe: textFlag('--recipe <recipe.json> (from-recipe)', 'read', {
      help: 'Make a data set again, from the recipe that is kept with it; of corpora, name them as well.',
    }),
  },
  'Which to keep': {
    for: choiceFlag('--for <kind> (only, kind)', 'none', {
      choices: ['unique', 'line', 'probe', 'search'],
      fallback: 'unique',
      help: 'Keep puzzles with one solution (unique), or only those of them that are solved by lines (line), by probing (probe), or by search (search).',
    }),
    needs: generateFlag.needs,
  },
  'Of a corpus or a run': {
    ...shared('format', 'csvColumns', 'columnsFirst', 'limit', 'ignore', 'ignoreStart', 'db'),
  },
  Output: {
    out: textFlag('--out <folder> (output, o, dir)', 'write', {
      defaultText: 'none; required',
      help: 'The folder to write to.',
    }),
    split: valueFlag('--split <name:share,...> (splits, parts)', 'none', {
      joinedBy: ',',
      fallback: [{ name: 'train', share: 100 }],
      defaultText: 'train:100',
      help: 'The parts of the data set and their shares, such as train:80,valid:10,test:10. Puzzles that are equal up to turns, mirror images and colours are one, so never in two parts.',
      read: (word) => sharesIn(word, splitName),
    }),
    as: valueFlag('--as <kind,...> (to, formats)', 'none', {
      joinedBy: ',',
      defaultText: DATASET_FILES.join(','),
      choices: DATASET_FILES,
      help: 'What to write of each part: jsonl (a question in words, clues, answer and grade), parquet (all columns), npz (NumPy arrays; black and white alone).',
      read: readFiles,
    }),
    licence: valueFlag('--licence <id> (license)', 'none', {
      defaultText: 'cc0-1.0 for puzzles that are made, else unknown',
      help: 'The licence that the card names, as data set hubs call it.',
      read(word) {
        if (LICENCE_ID.test(word)) return word.toLowerCase();
        throw notExpected('the id of a licence such as cc-by-4.0', word);
      },
    }),
    ...shared('force'),
  },
  Work: {
    resume: switchFlag('--resume (continue)', 'none', {
      help: 'Go on with the unfinished data set in the folder: it gets the same bytes as if nothing had stopped it.',
    }),
    anyway: switchFlag('--anyway (long, patient)', 'none', {
      help: 'Go on although the first candidates say that it will take more than an hour, or have none of a kind: such kinds are given up after a million candidates then.',
    }),
    ...shared('threads', 'quiet'),
  },
};

const datasetFlags = flagsIn(datasetSections);

export const dataset = command({
  name: 'dataset',
  summary: 'A data set by a recipe, or of a corpus or a run.',
  operands: '[corpus...|run]',
  description:
    'Makes a folder with a data set: puzzles with one solution, rated, in parts that have no puzzle in common. No two are equal ' +
    'up to turns, mirror images and colours. They are drawn at random until there are enough of each kind, or ' +
    'are those of corpora or of a run. With them come a card for data set hubs, checksums, and the recipe, which ' +
    'makes the same bytes on any machine. docs/lab/datasets.md describes the files.\n\n' +
    'A kind of which the first candidates have none is given up: the data set is made without it, and the exit code is 1. ' +
    'If they say that it will take more than an hour, it says so and stops.',
  sections: datasetSections,
  examples: {
    'nonomill dataset --size 10x10 --count 100000 --for line --stars 1:60,2:40 --split train:80,valid:10,test:10 --out ten/':
      'A hundred thousand puzzles that lines solve, of two levels, in three parts.',
    'nonomill dataset book/ --split train:90,test:10 --as parquet,jsonl --out book-set/':
      'The puzzles of a folder.',
    'nonomill dataset 12 --db reports/nonomill.sqlite --out night-set/':
      'Those of run 12, without solving them again.',
    'nonomill dataset --lines 10,20,60 --count 3000 --split train:80,test:20 --out lines/':
      'Questions about single lines.',
    'nonomill dataset --recipe ten/recipe.json --out again/': 'The same bytes once more.',
  },
  check: checkDataset,
  async execute(options, context) {
    const { out, threads, db, quiet } = options;
    const { terminal } = context;
    const progress = new DatasetProgress(terminal, quiet);
    if (options.lines !== null) {
      const written = await writeLineQuestions(options.lines, options, terminal);
      const each = written.map(({ name, count }) => `${name} ${countText(count)}`).join(', ');
      progress.say(`${out}: ${numberOf(options.lines.count, 'question')} (${each})`);
      return 'done';
    }
    const { recipe, sources } = await resolveRecipe(options, terminal);
    const work = workFolder(out, recipe, options);
    if (work === null) {
      progress.say(`${out} is complete.`);
      return 'done';
    }
    const stopping = new AbortController();
    const stop = stopping.signal;
    const { from, keep, seed } = recipe;
    const making: Making = { from, keep, seed };
    const gathering = openGathering(work, making);
    const off = onSignals(context, () => stopping.abort());
    try {
      const both = { gathering, terminal, progress, stop };
      const rejects = await gatherPuzzles({ ...both, making, sources, db, threads });
      refuseShort(stop.aborted || gathering.kept > 0 ? [] : gathering.shortfalls, Refused);
      const writing = { ...options, ...both, recipe, work: work.path };
      const tally = stop.aborted ? null : await writeDataset(writing);
      if (tally === null) {
        progress.say(
          `Stopped with ${numberOf(gathering.kept, 'puzzle')}; the same command with --resume goes on.`,
        );
        return 'interrupted';
      }
      gathering.close();
      removeWorkFolder(out, work);
      const parts = tally.splits.map(({ name, count }) => `${name} ${countText(count)}`).join(', ');
      progress.say(`${out}: ${numberOf(tally.count, 'puzzle')} (${parts})`);
      if (recipe.from.kind !== 'random') {
        progress.say(`Left out were ${leftOutText(gathering.leftOut)}.`);
      }
      refuseShort(gathering.shortfalls, Failure);
      refuseRejects(rejects);
      return 'done';
    } catch (error) {
      if (error instanceof Refused && !work.isResumed) {
        gathering.close();
        removeWorkFolder(out, work);
      }
      if (!['ENOSPC', 'SQLITE_FULL'].includes(codeOf(error))) throw error;
      throw new Failure(
        'NM_DISK_FULL',
        `${out}: the disk is full`,
        'What was gathered so far is kept: make room, and say --resume to go on.',
      );
    } finally {
      progress.end();
      gathering.close();
      work.lock.release();
      off();
    }
  },
});

type DatasetOptions = ReturnType<typeof checkDataset>;
type Values = FlagValues<typeof datasetFlags>;

/** Flags of puzzles that are made, and of such as are read. */
const MADE = ['size', 'density', 'count', 'stars', 'difficulty'] as const;
const READ = ['format', 'columnsFirst', 'limit', 'ignore', 'ignoreStart', 'db'] as const;

/** What questions about single lines have nothing of. */
const NOT_OF_LINES = [
  ...(['size', 'density', 'stars', 'difficulty', 'for', 'needs', 'as', 'licence'] as const),
  ...(['recipe', 'resume', 'anyway', 'threads', ...READ] as const),
];

/** They are held in memory. */
const MOST_QUESTIONS = 1_000_000;

/** What a recipe says, so that the command line does not. */
const IN_RECIPE = [
  ...MADE,
  ...(['for', 'needs', 'seed', 'split', 'as', 'licence', 'format'] as const),
  ...(['columnsFirst', 'limit', 'ignoreStart'] as const),
];

/** @throws UsageError if the flags do not go together. */
function checkDataset(words: readonly string[], values: Values, given: ReadonlySet<keyof Values>) {
  const { out, recipe } = values;
  if (out === null) throw new UsageError('NM_ARGUMENTS', 'name the folder to write to: --out ten/');
  const refuse = (names: readonly (keyof Values)[], why: string): void => {
    const asked = names.map(
      (one) => [`--${datasetFlags[one].name} ${why}`, given.has(one)] as const,
    );
    refuseIf(Object.fromEntries(asked));
  };
  const lines = linesWanted(values);
  if (lines !== null) {
    refuse(NOT_OF_LINES, 'is for puzzles, and --lines asks about single lines');
    if (words.length > 0) {
      throw new UsageError('NM_ARGUMENTS', `--lines draws lines, and reads no "${words[0]}"`);
    }
  } else if (recipe !== null) refuse(IN_RECIPE, 'is set by the recipe');
  else if (words.length > 0) refuse(MADE, 'is for random puzzles, not for those of a corpus');
  else refuse(READ, 'is for puzzles of a corpus: name one');
  refuseIf({ '--force and --resume: say one of them': values.force && values.resume });
  const isDrawn = words.length === 0 && lines === null && recipe === null;
  const drawn = isDrawn ? randomWanted(values) : null;
  // Kinds of files that do not hold the puzzles, if nobody has asked for them by name.
  const mayLeaveOut = values.as === null && recipe === null;
  return { ...values, out, words, lines, drawn, mayLeaveOut };
}

/** What decides the bytes of a data set of questions about single lines. */
type LinesWanted = NonNullable<ReturnType<typeof linesWanted>>;

/** @throws UsageError without a number of questions. */
function linesWanted({ lines, count, seed, split }: Values) {
  if (lines === null) return null;
  if (count === null || count > MOST_QUESTIONS) {
    const most = `at most ${MOST_QUESTIONS}`;
    throw new UsageError('NM_ARGUMENTS', `say how many questions, ${most}, such as --count 3000`);
  }
  // Of each length in turn.
  return { lengths: lines, count, seed: seed ?? 1, split };
}

function randomWanted(values: Values): RandomPuzzlesWanted {
  const { size, density, count, stars, difficulty, anyway } = values;
  if (size === null || count === null) {
    throw new UsageError(
      'NM_ARGUMENTS',
      'say what to make, such as --size 10x10 --count 1000, or name a corpus or a run',
    );
  }
  refuseIf({ '--stars and --difficulty: say one of them': stars !== null && difficulty !== null });
  return {
    kind: 'random',
    sizes: size,
    density: density ?? { from: 0.5, to: 0.5 },
    count,
    bands: stars ?? difficulty ?? [ANY_BAND],
    ...(anyway && { anyway }),
  };
}

/** @throws Failure if other work was begun in the folder, which is free again then. */
function openGathering(
  { path, lock }: NonNullable<ReturnType<typeof workFolder>>,
  making: Making,
): Gathering {
  try {
    return new Gathering(path, making);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** @throws Failure that says which kinds were not found, if there are such. */
function refuseShort(shortfalls: readonly string[], AsFailure: typeof Failure): void {
  if (shortfalls.length === 0) return;
  throw new AsFailure(
    'NM_NOTHING_FOUND',
    `not found: ${shortfalls.join('; ')}`,
    'Ask for other kinds, for fewer of them, or for another --density or --size; with --anyway a million candidates are looked at for a kind.',
  );
}

/**
 * What a data set is made by, as the command line says, or the recipe that it names, and the files
 * of its corpora.
 * @throws Failure if a corpus is not the one of the recipe, or has no hash.
 */
async function resolveRecipe(wanted: DatasetOptions, terminal: Terminal) {
  const { recipe: file, drawn, needs, seed, split, as, licence } = wanted;
  if (file !== null) return recipeOfFile(file, wanted, terminal);
  const { from, sources } =
    drawn === null ? await givenFrom(wanted, wanted, terminal) : { from: drawn, sources: [] };
  const recipe: Recipe = {
    nonomill: programVersion(),
    from,
    keep: { for: wanted.for, needs },
    seed: seed ?? 1,
    split,
    as: as ?? DATASET_FILES,
    licence: licence ?? (from.kind === 'random' ? 'cc0-1.0' : UNKNOWN_LICENCE),
  };
  return { recipe, sources };
}

/** The run or the corpora that the operands name, which are read in this way. */
async function givenFrom(
  { words, ignore }: Pick<DatasetOptions, 'words' | 'ignore'>,
  reading: Pick<Values, 'format' | 'limit' | 'ignoreStart' | 'columnsFirst'>,
  terminal: Terminal,
): Promise<{ from: Exclude<Making['from'], RandomPuzzlesWanted>; sources: readonly Source[] }> {
  if (words.length === 1 && mayBeRun(words[0])) {
    return { from: { kind: 'run', run: words[0] }, sources: [] };
  }
  const { format, columnsFirst, limit, ignoreStart } = reading;
  const { sources, leftOut } = await findSources(words, { format, columnsFirst, ignore });
  sayLeftOutFiles(leftOut, terminal);
  if (sources.some(({ once }) => once === true)) {
    throw new Failure(
      'NM_STANDARD_INPUT',
      'a data set names its files with their hashes, and standard input and pipes have none',
      'Write the puzzles to a file first.',
    );
  }
  const files: { name: string; sha256: string }[] = [];
  for (const source of sources) {
    const { path, sha256 } = await describeSource(source);
    files.push({ name: basename(path), sha256 });
  }
  const order = columnsFirst ? { columnsFirst: true as const } : {};
  return { from: { kind: 'corpus', files, format, limit, ignoreStart, ...order }, sources };
}

async function recipeOfFile(file: string, wanted: DatasetOptions, terminal: Terminal) {
  const invalid = (what: string, hint: string): Failure =>
    new Failure('NM_RECIPE_INVALID', `${file} ${what}`, hint);
  const recipe = checkedRecipe(jsonOf(file));
  if (recipe === null) {
    const hint = 'Every data set has its own as recipe.json.';
    throw invalid('is not the recipe of a data set', hint);
  }
  if (recipe.nonomill !== programVersion()) {
    terminal.say(
      `nonomill: ${file} was made by version ${recipe.nonomill}, and this is ${programVersion()}: the bytes may differ`,
    );
  }
  const { from } = recipe;
  if (from.kind === 'random') {
    if (wanted.words.length > 0) {
      throw invalid('is a recipe of random puzzles: it takes no corpus', 'Leave it out.');
    }
    const { anyway } = wanted;
    return { recipe: { ...recipe, from: { ...from, ...(anyway && { anyway }) } }, sources: [] };
  }
  if (wanted.words.length === 0) {
    const was =
      from.kind === 'run' ? `run ${from.run}` : from.files.map(({ name }) => name).join(', ');
    throw invalid(`was made from ${was}`, 'Name that as well.');
  }
  const asIs = { format: null, columnsFirst: false, limit: null, ignoreStart: false };
  const found = await givenFrom(wanted, { ...asIs, ...from }, terminal);
  const hashes = (of: Making['from']): string =>
    of.kind === 'corpus' ? of.files.map(({ sha256 }) => sha256).join() : of.kind;
  if (hashes(found.from) !== hashes(from)) {
    throw invalid(
      `was made of other files than ${wanted.words.join(', ')}`,
      'Name the same files, with the same content, in the same order.',
    );
  }
  return { recipe, sources: found.sources };
}

/** The value in a file of JSON; null if it is none. @throws Failure if it cannot be read */
function jsonOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw new Failure(fileErrorCode(error), `${file}: ${systemReason(error, 'read')}`);
  }
}

// Questions about single lines.

/** A line that is asked about; its answer is null if nothing fits. */
type Line = NonNullable<ReturnType<typeof drawnLine>>;

/** How often a line is drawn anew before there are held to be no more. */
const MOST_TRIES = 10_000;

/**
 * Writes questions about single lines: a line of JSON for each, as many of each kind, no two equal
 * or mirror images, and with a card and checksums.
 * @throws Failure if there are not so many, or a file exists and is not to be replaced.
 */
async function writeLineQuestions(
  wanted: LinesWanted,
  { out, force }: Pick<DatasetOptions, 'out' | 'force'>,
  terminal: Terminal,
) {
  const parts = wanted.split.map(({ name }) => ({ name, count: 0, text: '' }));
  for (const [i, line] of Array.from(drawnLines(wanted)).entries()) {
    const part = parts[splitAt(sharePlaceOf(keyOf(line), wanted.seed).share, wanted.split)];
    part.count++;
    part.text += `${JSON.stringify(questionOf(line, i))}\n`;
  }
  const files = [
    ...parts.map(({ name, text }) => ({ name: `${name}.jsonl`, text })),
    { name: CARD, text: cardText(wanted) },
  ];
  const sums = files.map(({ name, text }) => `${hash('sha256', text)}  ${name}\n`).join('');
  mkdirSync(out, { recursive: true });
  for (const { name, text } of [...files, { name: CHECKSUMS, text: sums }]) {
    const sink = await openSink({ out: join(out, name), force, isStopped: () => false }, terminal);
    await sink.write(text);
    await sink.done();
  }
  return parts;
}

/** @throws Failure if there are not so many. */
function* drawnLines({ lengths, count, seed }: LinesWanted): Generator<Line> {
  const random = new Random(seed);
  const seen = new Set<string>();
  let tries = 0;
  while (seen.size < count) {
    const length = lengths[Math.floor(seen.size / LINE_QUESTIONS.length) % lengths.length];
    if (tries++ === MOST_TRIES) {
      throw new Failure(
        'NM_NOTHING_FOUND',
        `of lines of ${numberOf(length, 'cell')}, only ${countText(seen.size)} differ from each other`,
        'Ask for fewer, or for longer lines.',
      );
    }
    const line = drawnLine(random, length, LINE_QUESTIONS[seen.size % LINE_QUESTIONS.length]);
    if (line === null || seen.has(keyOf(line))) continue;
    seen.add(keyOf(line));
    yield line;
    tries = 0;
  }
}

/** A line of that kind, or null if the one that was drawn is of another. */
function drawnLine(random: Random, length: number, kind: (typeof LINE_QUESTIONS)[number]) {
  const filled = 0.3 + 0.6 * random.fraction();
  const shown = random.fraction() ** 2;
  const cells = Uint8Array.from({ length }, () => (random.fraction() < filled ? 1 : BLANK));
  const [clue] = cluesOfPicture(cells, length, 1).rows;
  if (kind === 'solved') {
    // Its blocks are all there, and some of its blank cells are not told.
    const known = cells.map((cell) => (cell === 1 || random.fraction() < 0.5 ? cell : UNKNOWN));
    return { clue, known, answer: cells };
  }
  const known = cells.map((cell) => (random.fraction() < shown ? cell : UNKNOWN));
  if (kind === 'impossible') {
    // Each line that was drawn has an answer: one that is told wrong has none, if it is noticed.
    const at = Math.floor(random.fraction() * length);
    known[at] = 1 - cells[at];
    return solveLine(clue, known) === null ? { clue, known, answer: null } : null;
  }
  const answer = solveLine(clue, known)!;
  const isOpen = cells.some((cell, i) => cell === 1 && known[i] === UNKNOWN);
  return isOpen && answer.some((cell, i) => cell !== known[i]) ? { clue, known, answer } : null;
}

/** The same for a line and its mirror image: 16 hexadecimal digits. */
function keyOf({ clue, known }: Line): string {
  const ways = [
    `${clue.join(' ')}|${known.join('')}`,
    `${clue.toReversed().join(' ')}|${known.toReversed().join('')}`,
  ];
  return hash('sha256', ways.sort()[0]).slice(0, 16);
}

function questionOf({ clue, known, answer }: Line, number: number): object {
  const { length } = known;
  const text = (cells: Cells): string => cellsToText(cells, length, 1, 1);
  return {
    id: `line-${number}`,
    kind: LINE_QUESTIONS[number % LINE_QUESTIONS.length],
    clue,
    known: text(known),
    question: [
      `One line of a nonogram has ${numberOf(length, 'cell')}: # is filled, . is blank, ? is unknown.`,
      `Clue: ${clue.length === 0 ? '0' : clue.join(' ')}`,
      `Line: ${text(known)}`,
      'The clue has the lengths of the blocks of filled cells, in order, with at least one blank cell between two blocks; 0 is none. ' +
        'Place the blocks in every way that fits the line. Which cells are the same in all of them? ' +
        'Answer with the line once more: # or . for these cells, ? for all others. If no way fits, answer: impossible',
    ].join('\n'),
    answer: answer === null ? 'impossible' : text(answer),
  };
}

function cardText({ lengths, count, seed, split }: LinesWanted): string {
  const parts = split.map(({ name, share }) => `${name}:${share}`).join(',');
  return `---
license: cc0-1.0
pretty_name: Single lines of nonograms
---

# Single lines of nonograms

${numberOf(count, 'question')} about lines of ${lengths.join(', ')} cells, a third of each kind: \`overlap\` (some cells follow), \`impossible\`
(nothing fits) and \`solved\` (all blocks are there). No two are equal or mirror images, in no two parts either.
Made by \`nonomill dataset --lines ${lengths.join(',')} --count ${count} --seed ${seed} --split ${parts}\`.
`;
}
