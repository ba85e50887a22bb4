import { DEFAULT_SOLVE_LIMITS, type CountWanted } from '../../../solver/engine/model/limits.js';
import { PROOF_FORMATS } from '../../../solver/engine/certificate/lemma-text.js';
import { csvOfColumns } from '../../../solver/formats/single/csv.js';
import { FORMATS, canRead } from '../../../solver/formats/registry.js';
import {
  type Flag,
  choiceFlag,
  integerFlag,
  readShare,
  switchFlag,
  textFlag,
  valueFlag,
} from '../frame/flag.js';
import { UsageError } from '../terminal/outcome.js';
import { didYouMean } from '../../../solver/core/text/typed.js';

// Which puzzles are read, and what they are solved for.

export const format = valueFlag<string>({
  name: 'format',
  reach: 'none',
  value: 'name',
  defaultText: 'by extension, then by content',
  choices: FORMATS.filter(canRead).map(({ name }) => name),
  help: 'The format of the corpora.',
  alsoTried: ['from', 'type', 'input-format'],
  read: readFormat,
});

export const csvColumns: Flag<string | null> = {
  ...valueFlag<string>({
    name: 'csv-columns',
    reach: 'none',
    value: 'names',
    help: 'What the columns of CSV without a header hold: rows,columns or id,-,rows,columns.',
    alsoTried: ['header', 'csv-header', 'columns'],
    read: readColumns,
  }),
  // Where --format is that of a proof, --from is that of the puzzle.
  gives: { flags: ['from', 'format'], word: (names) => `csv:${names}` },
};

export const ignore = valueFlag<readonly string[]>({
  name: 'ignore',
  reach: 'none',
  value: 'glob,...',
  joinedBy: ',',
  fallback: [],
  defaultText: null,
  help: 'Files to pass over in folders: patterns, or names at any depth.',
  alsoTried: ['exclude', 'skip'],
  read: (word) => word.split(',').filter((pattern) => pattern !== ''),
});

export const images = switchFlag({
  name: 'images',
  reach: 'none',
  help: 'Read pictures (PNG), too: each is a puzzle with a cell for each pixel, filled if it is dark.',
  alsoTried: ['pictures', 'png'],
});

export const limit = integerFlag({
  name: 'limit',
  reach: 'none',
  min: 1,
  defaultText: 'all',
  help: 'Read only this many entries.',
  alsoTried: ['max', 'head'],
});

export const take = integerFlag({
  name: 'take',
  reach: 'none',
  min: 1,
  defaultText: 'all',
  help: 'Write only this many, the first ones in their order.',
  alsoTried: ['top', 'first', 'count'],
});

export const ignoreStart = switchFlag({
  name: 'ignore-start',
  reach: 'none',
  help: 'Leave out the start positions that puzzles come with.',
});

export const columnsFirst = switchFlag({
  name: 'columns-first',
  reach: 'none',
  help: 'In plain text that does not say which clues are which, the columns come before the rows.',
  alsoTried: ['cols-first', 'transpose', 'transposed'],
});

/** How the puzzles of a command are read that looks at a few of them. */
export const reading = { format, csvColumns, columnsFirst, images, limit, ignoreStart };

export const solutions = valueFlag<CountWanted>({
  name: 'count',
  reach: 'none',
  value: 'n|exact',
  fallback: DEFAULT_SOLVE_LIMITS.count,
  defaultText: '2, is it unique?',
  help: 'How many solutions to look for, 2 or more; exact counts them all.',
  alsoTried: ['solutions'],
  read: readSolutionCount,
});

export const listAll = switchFlag({
  name: 'all',
  reach: 'none',
  help: 'List every solution, up to --count of them.',
  alsoTried: ['list', 'every'],
});

/** As `solutions`, for commands that can list them: null if it is not given. */
export const listedFlag: Flag<CountWanted | null> = {
  ...solutions,
  fallback: null,
  defaultText: '2, is it unique?; 1000 with --all',
};

export const guessDepth = integerFlag({
  name: 'guess-depth',
  reach: 'none',
  min: 1,
  max: 100,
  fallback: DEFAULT_SOLVE_LIMITS.guessDepth,
  help: 'How deep to look for the least guessing that solves a puzzle.',
  alsoTried: ['depth'],
});

export const crossCheck = valueFlag({
  name: 'cross-check',
  reach: 'none',
  value: 'share',
  fallback: 0,
  defaultText: 'none',
  help: 'The share of the puzzles, from 0 to 1, that a second, independent engine (CaDiCaL) solves, too; a difference fails the run.',
  alsoTried: ['referee', 'verify', 'check'],
  read: readShare,
});

export const proveFlag = switchFlag({
  name: 'prove',
  reach: 'none',
  help: 'Prove every unique and contradictory verdict and check the proof, in at most the same time again.',
  alsoTried: ['proofs', 'certify'],
});

export const proveTo = textFlag({
  name: 'prove-to',
  reach: 'write',
  value: 'dir',
  help: 'Prove, and keep the checked proofs there: <fingerprint>.proof.gz, for "nonomill verify".',
  alsoTried: ['proof-dir', 'keep-proofs'],
});

export const proofFormat = choiceFlag({
  name: 'format',
  reach: 'none',
  choices: PROOF_FORMATS,
  fallback: 'own',
  help: 'How the proof is written: own (docs/lab/proofs.md), or as a certificate for checkers of SAT solvers (docs/lab/certificates.md).',
  alsoTried: ['proof-format', 'to'],
});

export const proofFormatOfRun = choiceFlag({
  name: 'proof-format',
  reach: 'none',
  choices: PROOF_FORMATS,
  defaultText: 'own',
  help: 'How --prove-to writes proofs: own, or as certificates for checkers of SAT solvers, <fingerprint>.lrat.gz with <fingerprint>.cnf.gz.',
  alsoTried: ['certificate', 'proofs-as'],
});

export const binary = switchFlag({
  name: 'binary',
  reach: 'none',
  help: 'LRAT in its binary form, half as long.',
});

export const proofCount = choiceFlag({
  name: 'count',
  reach: 'none',
  choices: ['exact'] as const,
  defaultText: 'one solution, or none',
  help: 'Prove how many solutions there are, also where there are several.',
  alsoTried: ['solutions', 'all'],
});

export const most = integerFlag({
  name: 'most',
  reach: 'none',
  min: 2,
  max: 1_000_000,
  fallback: 1000,
  help: 'With --count exact: the most solutions to prove.',
  alsoTried: ['max', 'limit'],
});

export const cnfFile = textFlag({
  name: 'cnf',
  reach: 'write',
  value: 'file',
  defaultText: 'beside the proof: p.cnf for p.lrat',
  help: 'The file of the clauses that a certificate is about, in DIMACS; .gz compresses it.',
  alsoTried: ['dimacs', 'clauses'],
});

export const certificate = textFlag({
  name: 'certificate',
  reach: 'write',
  value: 'file',
  help: 'Also prove what was found, for checkers of SAT solvers: p.lrat is the proof, p.cnf beside it its clauses; .gz compresses (docs/lab/certificates.md).',
  alsoTried: ['proof', 'prove', 'lrat'],
});

/** As `format`, for commands whose --format is that of a proof. */
export const from: Flag<string | null> = {
  ...format,
  name: 'from',
  help: 'The format of the puzzle.',
  alsoTried: ['input-format', 'type'],
};

export const map = switchFlag({
  name: 'map',
  reach: 'none',
  help: 'For a puzzle with several solutions, show where they agree and which places vary; always shown on a terminal.',
  alsoTried: ['ambiguity', 'why'],
});

export const stepsFlag = switchFlag({
  name: 'steps',
  reach: 'none',
  help: 'How it is solved, step by step in words; the trace is made anew.',
  alsoTried: ['trace', 'explain', 'replay'],
});

export const searchStats = switchFlag({
  name: 'stats',
  reach: 'none',
  help: 'What the search did: all that the engine counts, and the time by stage and by turn.',
  alsoTried: ['statistics', 'profile'],
});

export const noDifficulty = switchFlag({
  name: 'no-difficulty',
  reach: 'none',
  help: 'Do not work out how hard unique puzzles are for people, which saves time.',
  alsoTried: ['no-score', 'no-rating'],
});

/** The name of a format that is read. @throws UsageError */
function readFormat(word: string): string {
  if (word.startsWith('csv:')) return `csv:${readColumns(word.slice('csv:'.length))}`;
  const names = FORMATS.filter(canRead).map(({ name }) => name);
  if (names.includes(word)) return word;
  const isWritten = FORMATS.some(({ name }) => name === word);
  throw new UsageError(
    'NM_FORMAT_UNKNOWN',
    isWritten
      ? `"${word}" is written only`
      : `there is no format "${word}"${didYouMean(word, names)}`,
    'nonomill formats lists what is read and written.',
  );
}

/** The columns of CSV without a header. @throws UsageError */
function readColumns(word: string): string {
  if (csvOfColumns(word.split(',')) !== null) return word;
  const expected = 'expected columns for the clues of both sides, each once, such as rows,columns';
  throw new UsageError('NM_OPTION_VALUE', `${expected}, got "${word}"`);
}

/** How many solutions to look for. @throws UsageError */
function readSolutionCount(word: string): CountWanted {
  if (word === 'exact') return word;
  const count = /^\d+$/.test(word) ? Number(word) : Number.NaN;
  if (count >= 2 && count <= Number.MAX_SAFE_INTEGER) return count;
  throw new UsageError(
    'NM_OPTION_VALUE',
    `expected a whole number of 2 or more, or exact, got "${word}"` +
      (count === 1 ? '; one solution does not tell whether there is another' : ''),
  );
}
