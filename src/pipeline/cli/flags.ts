// The flags that several commands share.
import { readShard, GROWS, LIMITS_OF_ROUNDS, type RoundLimit } from '../record/options.js';
import { STATUSES } from '../../solver/core/result/outcome.js';
import {
  choiceFlag,
  readChoice,
  readDuration,
  readTime,
  switchFlag,
  textFlag,
  valueFlag,
  integerFlag,
  type Reach,
  readInteger,
  readShare,
} from './flag.js';
import { GATE_REQUIREMENTS, isNeedsGate, type GateRequirement } from '../record/outcome.js';
import { UsageError, notExpected, conflict } from './terminal.js';
import { availableParallelism } from 'node:os';
import { DEFAULT_SOLVE_LIMITS } from '../../solver/engine/model/limits.js';
import { PROOF_FORMATS } from '../../solver/engine/certificate/lemma-text.js';
import { isFormatModule, nameFormatModule } from '../corpus/format-module.js';
import { csvOfColumns } from '../../solver/formats/single/csv.js';
import { FORMATS, canRead } from '../../solver/formats/registry.js';
import { didYouMean } from '../../solver/core/text/typed.js';
import { isStandardOutput } from './input-output.js';

const LEAST_MIB = 16;

/** What solving a puzzle may cost. */
const limits = {
  timeout: valueFlag('--timeout <duration> (time-limit, time)', 'none', {
    fallback: DEFAULT_SOLVE_LIMITS.timeoutMs,
    defaultText: '10s',
    help: 'Time for each puzzle: 500ms, 10s, 2m, 8h.',
    read: readDuration,
  }),
  maxSteps: integerFlag('--max-steps (steps)', 'none', {
    min: 1,
    fallback: DEFAULT_SOLVE_LIMITS.maxSteps,
    defaultText: 'no limit',
    help: 'Line solves for each puzzle: a limit that gives the same results everywhere.',
  }),
  memory: integerFlag('--memory <MiB> (memory-limit, mem)', 'none', {
    min: LEAST_MIB,
    max: 1 << 20,
    defaultText: 'no limit',
    help: 'Memory for each thread.',
  }),
};

/** The environment variable that may hold the address, which keeps it out of process lists. */
export const QUEUE_VARIABLE = 'NONOMILL_QUEUE';

/** The address for a run without the queue of the environment. */
export const NO_QUEUE = 'none';

/** How the puzzles of a command are read that looks at a few of them. */
const reading = {
  format: valueFlag('--format <name> (from, type, input-format)', 'none', {
    defaultText: 'by extension, then by content',
    choices: FORMATS.filter(canRead).map(({ name }) => name),
    help: 'The format of the corpora; ./mine.mjs is a format of your own.',
    reachOf: moduleReach,
    read: readFormat,
  }),
  csvColumns: {
    ...valueFlag('--csv-columns <names> (header, csv-header, columns)', 'none', {
      help: 'What the columns of CSV without a header hold: rows,columns or id,-,rows,columns.',
      read: readColumns,
    }),
    // Where --format is that of a proof, --from is that of the puzzle.
    gives: { flags: ['from', 'format'], word: (names: string) => `csv:${names}` },
  },
  columnsFirst: switchFlag('--columns-first (cols-first, transpose, transposed)', 'none', {
    help: 'In plain text that does not say which clues are which, the columns come before the rows.',
  }),
  images: switchFlag('--images (pictures, png)', 'none', {
    help: 'Read pictures (PNG), too: each is a puzzle with a cell for each pixel, filled if it is dark.',
  }),
  limit: integerFlag('--limit (max, head)', 'none', {
    min: 1,
    defaultText: 'all',
    help: 'Read only this many entries.',
  }),
  ignoreStart: switchFlag('--ignore-start', 'none', {
    help: 'Leave out the start positions that puzzles come with.',
  }),
};

const count = valueFlag('--count <n|exact> (solutions)', 'none', {
  fallback: DEFAULT_SOLVE_LIMITS.count,
  defaultText: '2, is it unique?',
  help: 'How many solutions to look for, 2 or more; exact counts them all.',
  read: readSolutionCount,
});

const WRITTEN = FORMATS.filter(({ write }) => write !== null).map(({ name }) => name);

/** The flags that several commands share, each with what it means. */
export const flag = {
  // Runs: their names, how they go on, and what must hold of their results.
  name: textFlag('--name <label> (label, title)', 'none', { help: 'What to call the run.' }),
  run: textFlag('--run <run>', 'none', {
    defaultText: 'the latest that has it',
    help: 'The number or the name of a run.',
  }),
  resume: switchFlag('--resume (continue)', 'none', {
    help: 'Go on with the latest unfinished run, of the same corpora and name if these are given; options that are not given are as in that run.',
  }),
  durable: switchFlag('--durable (sync, fsync)', 'none', {
    help: 'Wait at every commit until it is on the disk: a power cut then loses nothing that was shown as done.',
  }),
  reuse: switchFlag('--reuse (cache, cached, incremental, skip-known)', 'none', {
    help: 'Take over results that the database has of the same puzzle, instead of solving it again. They must come from a solver with equal results, and answer the same questions or wider ones; without a verdict, they need at least the limits of this run. It holds on --resume, too.',
  }),
  reuseFrom: textFlag('--reuse-from <file> (cache-from, known)', 'read', {
    help: 'As --reuse, and look into this database as well.',
  }),
  dryRun: switchFlag('--dry-run (what-if, n, plan, preview)', 'none', {
    help: 'Write nothing: say what would be done.',
  }),
  sample: valueFlag('--sample <duration>', 'none', {
    fallback: 5000,
    defaultText: '5s',
    help: 'With --dry-run: how long to solve a sample at most, if no run before it tells how long its puzzles take.',
    read: readDuration,
  }),
  explain: switchFlag('--explain (why, reason, reasons)', 'none', {
    help: 'With --dry-run and --reuse: list for each file why its puzzles would be solved again.',
  }),
  retry: valueFlag('--retry <status,...> (again)', 'none', {
    joinedBy: ',',
    choices: STATUSES,
    help: "Solve the latest run's puzzles with these statuses again, with the limits given now; what to find out stays as in the run.",
    read: (word) => [...new Set(word.split(',').map((one) => readChoice(one.trim(), STATUSES)))],
  }),
  shard: valueFlag('--shard <part/parts> (part, slice, partition)', 'none', {
    help: 'Solve one part of the entries, 2/8 for the second of eight; "nonomill merge" joins them.',
    read(word) {
      const found = readShard(word);
      if (found !== null) return found;
      throw notExpected('a part and how many there are, such as 2/8', word);
    },
  }),
  partial: switchFlag('--partial (on-the-way)', 'none', {
    help: 'Pass what is unfinished, too: a grid with unknown cells, if a solution has all its known ones; or a run of which parts are missing.',
  }),
  strict: switchFlag('--strict', 'none', {
    help: 'Exit with 3 if an entry is not a puzzle, a file was left out, or a corpus is empty. Gates are kept with the run: they hold with --resume, --retry and merge, too, unless others are given.',
  }),
  require: valueFlag('--require <unique|line|goal|distinct|no-worse|needs=LEVEL,...>', 'none', {
    joinedBy: ',',
    fallback: [],
    defaultText: null,
    choices: GATE_REQUIREMENTS,
    help: "Exit with 3, and list the puzzles, unless all are as asked. unique: they have one solution. line: the same, without guessing; mistyped puzzles fail both. goal: start positions and authors' pictures fit the clues. distinct: no two are the same except for turns, mirror images and colours. no-worse: none has lost a verdict, its uniqueness or its line-solvability since an earlier complete run of this name, or of these corpora. needs=lookahead: they have one solution and need no more than that, or another level of needs. A corpus without puzzles passes none of them.",
    read: (word) => [...new Set(word.split(',').map((one) => readGate(one.trim())))],
  }),
  gates: switchFlag('--gates', 'none', {
    help: 'Write no report: list all that does not meet the gates of the run, and exit with 3 if there is anything.',
  }),
  gateFormat: choiceFlag('--gate-format (annotations)', 'none', {
    choices: ['text', 'github', 'junit'],
    fallback: 'text',
    help: 'How to list what does not meet --strict and --require: for people, as annotations of GitHub Actions, or as JUnit XML; the last two on standard output.',
  }),

  // What solving may cost.
  threads: integerFlag('--threads (jobs, j, workers, parallel, concurrency)', 'none', {
    min: 1,
    max: 1024,
    fallback: availableParallelism(),
    defaultText: 'as many as the machine runs at once',
    help: 'Threads that solve.',
  }),
  stream: switchFlag('--stream (ndjson, jsonl, lines)', 'none', {
    help: 'Answer each line of standard input with a line, as long as it lasts.',
  }),
  streamSummary: switchFlag('--summary (accuracy, totals)', 'none', {
    help: 'With --stream, say at the end how many answers were right, instead of each; --json says it as JSON.',
  }),
  ...limits,
  stopAfter: valueFlag('--stop-after <duration> (max-time)', 'none', {
    help: 'Stop cleanly after this time; the run can be resumed.',
    read: readDuration,
  }),

  // What a run may cost, round after round.
  runTimeout: valueFlag('--timeout <duration,...>', 'none', {
    ...limits.timeout,
    help: 'Time for each puzzle: 500ms, 10s, 2m, 8h. A list makes rounds: with 1s,30s,10m, puzzles without a verdict get the next limit once all were tried. 1s.. goes on with four times the limit each round, until all have a verdict or the run is stopped.',
    read: (word) => readLimits(word, readDuration),
  }),
  runSteps: valueFlag('--max-steps <n,...>', 'none', {
    ...limits.maxSteps,
    help: `${limits.maxSteps.help} A list makes rounds, as with --timeout: 1e5,1e7.`,
    read: (word) => readLimits(word, readCount),
  }),
  runMemory: valueFlag('--memory <MiB,...>', 'none', {
    ...limits.memory,
    help: `${limits.memory.help} A list makes rounds, as with --timeout.`,
    read: (word) =>
      readLimits(word, (one) => readInteger(one, LEAST_MIB, LIMITS_OF_ROUNDS.memoryMiB.most)),
  }),
  until: valueFlag('--until <time> (deadline, end, stop-at)', 'none', {
    help: 'Stop cleanly when the clock here shows this time, such as 07:00, or at a date and time: "2030-01-31 07:00". A run in rounds whose puzzles were all tried by then is complete.',
    read: (word) => readTime(word, new Date()),
  }),

  // Many machines.
  queue: textFlag('--queue <url> (redis, broker)', 'send', {
    defaultText: `$${QUEUE_VARIABLE}`,
    help: 'The queue (Redis) that machines share: redis://host:6379, rediss://user:password@host for TLS; none to use only this machine.',
  }),
  queueTimeout: valueFlag('--queue-timeout <duration>', 'none', {
    fallback: 600_000,
    defaultText: '10m',
    help: 'How long the queue may be silent or full before the run stops; it can be resumed.',
    read: readDuration,
  }),

  // How a machine is shared with others.
  nice: integerFlag('--nice (priority, niceness)', 'none', {
    min: 0,
    max: 19,
    help: 'Lower the priority of this process and its threads: 19 works only when nobody else does.',
  }),
  maxLoad: valueFlag('--max-load <n> (load, load-average, max-load-average)', 'none', {
    help: 'Let threads rest while, with them, more than this many processes of the machine run or wait for a processor. The clocks of puzzles stop meanwhile. Not on Windows, which does not say how busy it is.',
    read(word) {
      const load = /^\d+(\.\d+)?$/.test(word) ? Number(word) : Number.NaN;
      if (load > 0) return load;
      throw notExpected('a load of more than 0 such as 6', word);
    },
  }),

  // Which puzzles are read, and what they are solved for.
  ...reading,
  reading,
  ignore: valueFlag('--ignore <glob,...> (exclude, skip)', 'none', {
    joinedBy: ',',
    fallback: [],
    defaultText: null,
    help: 'Files to pass over in folders: patterns, or names at any depth.',
    read: (word) => word.split(',').filter((pattern) => pattern !== ''),
  }),
  take: integerFlag('--take (top, first, count)', 'none', {
    min: 1,
    defaultText: 'all',
    help: 'Write only this many, the first ones in their order.',
  }),
  count,
  all: switchFlag('--all (list, every)', 'none', {
    help: 'List every solution, up to --count of them.',
  }),
  /** As `count`, for commands that can list them: null if it is not given. */
  listed: { ...count, fallback: null, defaultText: '2, is it unique?; 1000 with --all' },
  guessDepth: integerFlag('--guess-depth (depth)', 'none', {
    min: 1,
    max: 100,
    fallback: DEFAULT_SOLVE_LIMITS.guessDepth,
    help: 'How deep to look for the least guessing that solves a puzzle.',
  }),
  crossCheck: valueFlag('--cross-check <share> (referee, verify, check)', 'none', {
    fallback: 0,
    defaultText: 'none',
    help: 'The share of the puzzles, from 0 to 1, that a second, independent engine (CaDiCaL) solves, too; a difference fails the run.',
    read: readShare,
  }),
  prove: switchFlag('--prove (proofs, certify)', 'none', {
    help: 'Prove every unique and contradictory verdict and check the proof, in at most the same time again.',
  }),
  proveTo: textFlag('--prove-to <dir> (proof-dir, keep-proofs)', 'write', {
    help: 'Prove, and keep the checked proofs there: <fingerprint>.proof.gz, for "nonomill verify".',
  }),
  proofFormat: choiceFlag('--format (proof-format, to)', 'none', {
    choices: PROOF_FORMATS,
    fallback: 'own',
    help: 'How the proof is written: own (docs/lab/proofs.md), or as a certificate for checkers of SAT solvers (docs/lab/certificates.md).',
  }),
  proofFormatOfRun: choiceFlag('--proof-format (certificate, proofs-as)', 'none', {
    choices: PROOF_FORMATS,
    defaultText: 'own',
    help: 'How --prove-to writes proofs: own, or as certificates for checkers of SAT solvers, <fingerprint>.lrat.gz with <fingerprint>.cnf.gz.',
  }),
  binary: switchFlag('--binary', 'none', { help: 'LRAT in its binary form, half as long.' }),
  proofCount: choiceFlag('--count (solutions, all)', 'none', {
    choices: ['exact'],
    defaultText: 'one solution, or none',
    help: 'Prove how many solutions there are, also where there are several.',
  }),
  most: integerFlag('--most (max, limit)', 'none', {
    min: 2,
    max: 1_000_000,
    fallback: 1000,
    help: 'With --count exact: the most solutions to prove.',
  }),
  cnf: textFlag('--cnf <file> (dimacs, clauses)', 'write', {
    defaultText: 'beside the proof: p.cnf for p.lrat',
    help: 'The file of the clauses that a certificate is about, in DIMACS; .gz compresses it.',
  }),
  /** As `format`, for commands whose --format is that of a proof. */
  from: {
    ...reading.format,
    name: 'from',
    help: 'The format of the puzzle; ./mine.mjs is a format of your own.',
    alsoTried: ['input-format', 'type'],
  },
  map: switchFlag('--map (ambiguity, why)', 'none', {
    help: 'For a puzzle with several solutions, show where they agree and which places vary; always shown on a terminal.',
  }),
  steps: switchFlag('--steps (trace, explain, replay)', 'none', {
    help: 'How it is solved, step by step in words; the trace is made anew.',
  }),
  stats: switchFlag('--stats (statistics, profile)', 'none', {
    help: 'What the search did: all that the engine counts, and the time by stage and by turn.',
  }),
  noDifficulty: switchFlag('--no-difficulty (no-score, no-rating)', 'none', {
    help: 'Do not work out how hard unique puzzles are for people, which saves time.',
  }),

  // Where results, puzzles and reports go, and in which format.
  db: textFlag('--db <file> (database, sqlite)', 'write', {
    fallback: 'reports/nonomill.sqlite',
    help: 'The SQLite database.',
  }),
  bundle: textFlag('--bundle <file.zip> (zip, crate, ro-crate, archive)', 'write', {
    help: 'Write a zip file instead, for the readers of a paper: report, results as CSV and Parquet, what their columns mean, options, versions and hashes, described as an RO-Crate.',
  }),
  withCorpora: switchFlag('--with-corpora (corpora, with-files)', 'none', {
    help: 'With --bundle: the files that were read, too.',
  }),
  out: valueFlag('--out <file> (output, file, o)', 'write', {
    defaultText: 'standard output, or -',
    help: 'Where to write; .gz compresses text.',
    read: (word) => (isStandardOutput(word) ? null : word),
  }),
  exportTo: choiceFlag('--to (format, type)', 'none', {
    choices: ['csv', 'ndjson', 'parquet'],
    defaultText: "by the file's name, else csv",
    help: 'What to write.',
  }),
  withWhat: choiceFlag('--with (include, clues)', 'none', {
    choices: ['clues'],
    help: 'Columns besides: the clues of each puzzle as JSON, and its start position. Such a file is read as a corpus, too.',
  }),
  generateTo: textFlag('--to <name> (format, type)', 'none', {
    defaultText: "by the file's name, else csv; ndjson for a picture",
    choices: WRITTEN,
    help: 'What to write.',
  }),
  toFormat: textFlag('--to <name> (output-format, type)', 'none', {
    defaultText: "by the file's name",
    choices: WRITTEN,
    help: 'What to write; ./mine.mjs is a format of your own.',
    reachOf: moduleReach,
  }),
  force: switchFlag('--force (overwrite, f)', 'unasked', { help: 'Overwrite existing files.' }),
  report: textFlag('--report <dir> (report-dir, out, output)', 'write', {
    defaultText:
      'beside the database, as run-<n>; with --db x.sqlite as x-run-<n>, with --db x.db as x.db.run-<n>',
    help: 'Where to write the report.',
  }),
  noReport: switchFlag('--no-report', 'none', { help: 'Write no report.' }),
  json: switchFlag('--json', 'none', { help: 'Print JSON instead of text.' }),
  csv: switchFlag('--csv', 'none', { help: 'Print CSV instead of a table.' }),
  md: switchFlag('--md (markdown)', 'none', { help: 'Print a table in Markdown.' }),
  chart: valueFlag('--chart <file.svg|png|pdf> (plot, draw)', 'write', {
    help: 'Also draw the answer: a curve, a map or bars, as the question asks.',
    read(file) {
      if (/\.(svg|png|pdf)$/i.test(file)) return file;
      throw notExpected('a file named .svg, .png or .pdf, such as chart.svg', file);
    },
  }),
  quiet: switchFlag('--quiet (silent, q)', 'none', {
    help: 'No progress, and no messages except errors; run ends with one line.',
  }),
  logFormat: choiceFlag('--log-format (log)', 'none', {
    choices: ['text', 'json'],
    fallback: 'text',
    help: 'How messages and progress are written on standard error: for people, or as NDJSON.',
  }),
  /** The workbench that shared links and QR codes lead to; null without one. */
  shareBase: valueFlag('--share-base <address> (share, base, base-url, site)', 'lead', {
    help:
      'The address of a workbench on the web (docs/studio/static-site.md) that links to share and QR codes lead to, ' +
      'such as https://example.org/puzzles/. It holds every puzzle, in colours and with givens, too.',
    read: readShareBase,
  }),
};

/** Some of them, under a heading of a command's help. */
export function shared<const K extends keyof typeof flag>(...names: K[]): Pick<typeof flag, K> {
  return Object.fromEntries(names.map((name) => [name, flag[name]])) as Pick<typeof flag, K>;
}

/** A gate; of the levels of `needs`, only who asks for one hears them all. @throws UsageError */
function readGate(word: string): GateRequirement {
  const words = GATE_REQUIREMENTS.filter((gate) => !isNeedsGate(gate));
  if (word.startsWith('needs=')) return readChoice(word, GATE_REQUIREMENTS.filter(isNeedsGate));
  return readChoice<GateRequirement>(word, [...words, 'needs=lookahead']);
}

/** One limit, or one for each round: `1s,30s`, `1s..`. @throws UsageError */
function readLimits(word: string, read: (word: string) => number): RoundLimit {
  const grows = word.endsWith('..');
  const limits = (grows ? word.slice(0, -2) : word).split(',').map((one) => read(one.trim()));
  const at = limits.findIndex((limit, i) => i > 0 && limit <= limits[i - 1]);
  if (at > 0) {
    const message = `each round needs a larger limit than the one before, got "${word}"`;
    throw new UsageError('NM_OPTION_VALUE', message);
  }
  if (grows) return [...limits, GROWS];
  return limits.length === 1 ? limits[0] : limits;
}

/** A whole number from 1, also as `1e5`. */
function readCount(word: string): number {
  const isShort = /^\d+e\d{1,2}$/i.test(word);
  return readInteger(isShort ? String(BigInt(Number(word))) : word, 1, Number.MAX_SAFE_INTEGER);
}

/** The address from the command line or the environment; null if there is none. */
export function queueUrl(given: string | null): string | null {
  const url = given ?? process.env[QUEUE_VARIABLE] ?? '';
  return url === '' || url === NO_QUEUE ? null : url;
}

/** A module of somebody's own runs: only who types it, or names the file that does, may say so. */
function moduleReach(word: string): Reach {
  return isFormatModule(word) ? 'run' : 'none';
}

function readFormat(word: string): string {
  if (isFormatModule(word)) return nameFormatModule(word);
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

function readSolutionCount(word: string): number | 'exact' {
  if (word === 'exact') return word;
  const count = /^\d+$/.test(word) ? Number(word) : Number.NaN;
  if (count >= 2 && count <= Number.MAX_SAFE_INTEGER) return count;
  throw new UsageError(
    'NM_OPTION_VALUE',
    `expected a whole number of 2 or more, or exact, got "${word}"` +
      (count === 1 ? '; one solution does not tell whether there is another' : ''),
  );
}

/** The form that was asked for: `text`, for people, if none was. @throws UsageError if two were */
export function formOf<Form extends string>(
  values: Readonly<Record<Form, boolean>>,
  forms: readonly Form[],
): Form | 'text' {
  const [asked, other] = forms.filter((form) => values[form]);
  if (other === undefined) return asked ?? 'text';
  throw conflict(`--${asked} and --${other} are two forms of one answer: choose one`);
}

/** The address of a folder or of a page, without what follows a `?` or a `#`. @throws UsageError */
function readShareBase(word: string): string {
  const url = URL.canParse(word) ? new URL(word) : null;
  const isPlain = url !== null && `${url.username}${url.password}${url.search}${url.hash}` === '';
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    const expected = 'the address of a workbench on the web, such as https://example.org/puzzles/';
    throw notExpected(expected, word);
  }
  // A folder without its slash is another address, which some hosts do not lead on from.
  return /\/([^/]+\.[^/]+)?$/.test(url.pathname) ? url.href : `${url.href}/`;
}
