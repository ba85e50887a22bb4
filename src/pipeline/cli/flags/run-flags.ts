// Runs: their names, how they go on, and what must hold of their results.
import { readShard, type Shard } from '../../record/shard.js';
import { STATUSES, type Status } from '../../../solver/core/result/outcome.js';
import {
  choiceFlag,
  readChoice,
  readDuration,
  switchFlag,
  textFlag,
  valueFlag,
  integerFlag,
  type Flag,
  readInteger,
} from '../frame/flag.js';
import { GATE_REQUIREMENTS, isNeedsGate, type GateRequirement } from '../../record/gates.js';
import { UsageError } from '../terminal/outcome.js';
import { availableParallelism } from 'node:os';
import { DEFAULT_SOLVE_LIMITS } from '../../../solver/engine/model/limits.js';
import { GROWS, LIMITS_OF_ROUNDS, type RoundLimit } from '../../record/rounds.js';

export const name = textFlag({
  name: 'name',
  reach: 'none',
  value: 'label',
  help: 'What to call the run.',
  alsoTried: ['label', 'title'],
});

export const ofRun = textFlag({
  name: 'run',
  reach: 'none',
  value: 'run',
  defaultText: 'the latest that has it',
  help: 'The number or the name of a run.',
});

export const status = valueFlag<readonly Status[]>({
  name: 'status',
  reach: 'none',
  value: 'status,...',
  joinedBy: ',',
  defaultText: 'all',
  choices: STATUSES,
  help: 'Only results with these statuses.',
  alsoTried: ['only'],
  read: readStatuses,
});

export const resume = switchFlag({
  name: 'resume',
  reach: 'none',
  help: 'Go on with the latest unfinished run, of the same corpora if any are named; options that are not given are as in that run.',
  alsoTried: ['continue'],
});

export const durable = switchFlag({
  name: 'durable',
  reach: 'none',
  help: 'Wait at every commit until it is on the disk: a power cut then loses nothing that was shown as done.',
  alsoTried: ['sync', 'fsync'],
});

export const reuse = switchFlag({
  name: 'reuse',
  reach: 'none',
  help: 'Take over results that the database has of the same puzzle, instead of solving it again. They must come from a solver with equal results, and answer the same questions or wider ones; without a verdict, they need at least the limits of this run. It holds on --resume, too.',
  alsoTried: ['cache', 'cached', 'incremental', 'skip-known'],
});

export const reuseFrom = textFlag({
  name: 'reuse-from',
  reach: 'read',
  value: 'file',
  help: 'As --reuse, and look into this database as well.',
  alsoTried: ['cache-from', 'known'],
});

export const dryRun = switchFlag({
  name: 'dry-run',
  reach: 'none',
  help: 'Write nothing: say what would be done.',
  alsoTried: ['what-if', 'n', 'plan', 'preview'],
});

export const sample = valueFlag<number>({
  name: 'sample',
  reach: 'none',
  value: 'duration',
  fallback: 5000,
  defaultText: '5s',
  help: 'With --dry-run: how long to solve a sample at most, if earlier runs do not tell how long such puzzles take.',
  read: readDuration,
});

export const explain = switchFlag({
  name: 'explain',
  reach: 'none',
  help: 'With --dry-run and --reuse: list for each file why its puzzles would be solved again.',
  alsoTried: ['why', 'reason', 'reasons'],
});

export const retry = valueFlag<readonly Status[]>({
  name: 'retry',
  reach: 'none',
  value: 'status,...',
  joinedBy: ',',
  choices: STATUSES,
  help: "Solve the latest run's puzzles with these statuses again, with the limits given now; what to find out stays as in the run. A result in the database that cannot be true counts as crash.",
  alsoTried: ['again'],
  read: readStatuses,
});

export const shard = valueFlag<Shard>({
  name: 'shard',
  reach: 'none',
  value: 'part/parts',
  help: 'Solve one part of the entries, 2/8 for the second of eight; "nonomill merge" joins them.',
  alsoTried: ['part', 'slice', 'partition'],
  read(word) {
    const found = readShard(word);
    if (found !== null) return found;
    throw new UsageError(
      'NM_OPTION_VALUE',
      `expected a part and how many there are, such as 2/8, got "${word}"`,
    );
  },
});

export const partial = switchFlag({
  name: 'partial',
  reach: 'none',
  help: 'Pass what is unfinished, too: a grid with unknown cells, if a solution has all its known ones; or a run of which parts are missing.',
  alsoTried: ['on-the-way'],
});

export const strict = switchFlag({
  name: 'strict',
  reach: 'none',
  help: 'Exit with 3 if an entry is not a puzzle, a file was left out, or a corpus is empty. Gates are kept with the run: they hold with --resume, --retry and merge, too, unless others are given.',
});

export const require = valueFlag<readonly GateRequirement[]>({
  name: 'require',
  reach: 'none',
  value: 'unique|line|goal|distinct|no-worse|needs=LEVEL,...',
  joinedBy: ',',
  fallback: [],
  defaultText: null,
  choices: GATE_REQUIREMENTS,
  help: "Exit with 3, and list the puzzles, unless all are as asked. unique: they have one solution. line: the same, without guessing; mistyped puzzles fail both. goal: start positions and authors' pictures fit the clues. distinct: no two are the same except for turns, mirror images and colours. no-worse: none has lost a verdict, its uniqueness or its line-solvability since an earlier complete run of this name, or of these corpora. needs=lookahead: they have one solution and need no more than that, or another level of needs. A corpus without puzzles passes none of them.",
  read: (word) => [...new Set(word.split(',').map((one) => readGate(one.trim())))],
});

export const gates = switchFlag({
  name: 'gates',
  reach: 'none',
  help: 'Write no report: list all that does not meet the gates of the run, and exit with 3 if there is anything.',
});

export const gateFormat = choiceFlag({
  name: 'gate-format',
  reach: 'none',
  choices: ['text', 'github', 'junit'] as const,
  fallback: 'text',
  help: 'How to list what does not meet --strict and --require: for people, as annotations of GitHub Actions, or as JUnit XML; the last two on standard output.',
  alsoTried: ['annotations'],
});

/** A gate; of the levels of `needs`, only who asks for one hears them all. @throws UsageError */
function readGate(word: string): GateRequirement {
  const words = GATE_REQUIREMENTS.filter((gate) => !isNeedsGate(gate));
  if (word.startsWith('needs=')) return readChoice(word, GATE_REQUIREMENTS.filter(isNeedsGate));
  return readChoice<GateRequirement>(word, [...words, 'needs=lookahead']);
}

/** Statuses separated by commas. @throws UsageError */
function readStatuses(word: string): readonly Status[] {
  return [...new Set(word.split(',').map((status) => readChoice(status.trim(), STATUSES)))];
}

// What solving may cost.

export const threads = integerFlag({
  name: 'threads',
  reach: 'none',
  min: 1,
  max: 1024,
  fallback: availableParallelism(),
  defaultText: 'as many as the machine runs at once',
  help: 'Threads that solve.',
  alsoTried: ['jobs', 'j', 'workers', 'parallel', 'concurrency'],
});

export const stream = switchFlag({
  name: 'stream',
  reach: 'none',
  help: 'Answer each line of standard input with a line, as long as it lasts.',
  alsoTried: ['ndjson', 'jsonl', 'lines'],
});

export const streamSummary = switchFlag({
  name: 'summary',
  reach: 'none',
  help: 'With --stream, say at the end how many answers were right, instead of each; --json says it as JSON.',
  alsoTried: ['accuracy', 'totals'],
});

export const timeout = valueFlag({
  name: 'timeout',
  reach: 'none',
  value: 'duration',
  fallback: DEFAULT_SOLVE_LIMITS.timeoutMs,
  defaultText: '10s',
  help: 'Time for each puzzle: 500ms, 10s, 2m, 8h.',
  alsoTried: ['time-limit', 'time'],
  read: readDuration,
});

export const maxSteps = integerFlag({
  name: 'max-steps',
  reach: 'none',
  min: 1,
  fallback: DEFAULT_SOLVE_LIMITS.maxSteps,
  defaultText: 'no limit',
  help: 'Line solves for each puzzle: a limit that gives the same results everywhere.',
  alsoTried: ['steps'],
});

export const memory = integerFlag({
  name: 'memory',
  reach: 'none',
  value: 'MiB',
  min: 16,
  max: 1 << 20,
  defaultText: 'no limit',
  help: 'Memory for each thread.',
  alsoTried: ['memory-limit', 'mem'],
});

export const stopAfter = valueFlag({
  name: 'stop-after',
  reach: 'none',
  value: 'duration',
  help: 'Stop cleanly after this time; the run can be resumed.',
  alsoTried: ['max-time'],
  read: readDuration,
});

// What a run may cost, round after round.

export const runTimeout = valueFlag<RoundLimit>({
  ...timeout,
  value: 'duration,...',
  help: 'Time for each puzzle: 500ms, 10s, 2m, 8h. A list makes rounds: with 1s,30s,10m, puzzles without a verdict get the next limit once all were tried. 1s.. goes on with four times the limit each round, until all have a verdict or the run is stopped.',
  read: (word) => readLimits(word, readDuration),
});

export const runSteps = valueFlag<RoundLimit>({
  ...maxSteps,
  value: 'n,...',
  help: `${maxSteps.help} A list makes rounds, as with --timeout: 1e5,1e7.`,
  read: (word) => readLimits(word, readCount),
});

const LEAST_MIB = 16;

export const runMemory = valueFlag<RoundLimit>({
  ...memory,
  value: 'MiB,...',
  help: `${memory.help} A list makes rounds, as with --timeout.`,
  read: (word) =>
    readLimits(word, (one) => readInteger(one, LEAST_MIB, LIMITS_OF_ROUNDS.memoryMiB.most)),
});

export const until: Flag<number | null> = valueFlag<number>({
  name: 'until',
  reach: 'none',
  value: 'time',
  help: 'Stop cleanly when the clock here shows this time, such as 07:00, or at a date and time: "2030-01-31 07:00". A run in rounds whose puzzles were all tried by then is complete.',
  alsoTried: ['deadline', 'end', 'stop-at'],
  read: (word) => readTime(word, new Date()),
});

/** One limit, or one for each round: `1s,30s`, `1s..`. @throws UsageError */
function readLimits(word: string, read: (word: string) => number): RoundLimit {
  const grows = word.endsWith('..');
  const limits = (grows ? word.slice(0, -2) : word).split(',').map((one) => read(one.trim()));
  const at = limits.findIndex((limit, i) => i > 0 && limit <= limits[i - 1]);
  if (at > 0) {
    throw new UsageError(
      'NM_OPTION_VALUE',
      `each round needs a larger limit than the one before, got "${word}"`,
    );
  }
  if (grows) return [...limits, GROWS];
  return limits.length === 1 ? limits[0] : limits;
}

/** A whole number from 1, also as `1e5`. */
function readCount(word: string): number {
  const isShort = /^\d+e\d{1,2}$/i.test(word);
  return readInteger(isShort ? String(BigInt(Number(word))) : word, 1, Number.MAX_SAFE_INTEGER);
}

const TIME = /^(?:(\d{4})-(\d\d)-(\d\d)[ T])?(\d{1,2}):(\d\d)(?::(\d\d))?$/;

/**
 * When a clock of this place shows `07:00` for the next time after `now`, or a date and a time, in
 * milliseconds of the epoch.
 * @throws UsageError if it is no time, one that no clock shows, or over.
 */
export function readTime(word: string, now: Date): number {
  const [found, year, month, day, hour, minute, second = '0'] = TIME.exec(word) ?? [];
  const time = [hour, minute, second].map(Number) as [number, number, number];
  if (found === undefined || time[0] > 23 || time[1] > 59 || time[2] > 59) {
    throw new UsageError(
      'NM_OPTION_VALUE',
      `expected a time such as 07:00, or a date and time such as "2030-01-31 07:00", got "${word}"`,
    );
  }
  const shows = (date: Date): boolean =>
    date.getHours() === time[0] && date.getMinutes() === time[1];
  if (year !== undefined) {
    const asked = [Number(year), Number(month) - 1, Number(day)] as const;
    const date = new Date(...asked, ...time);
    if (!shows(date) || date.getMonth() !== asked[1] || date.getDate() !== asked[2]) {
      throw new UsageError('NM_OPTION_VALUE', `there is no ${word} here`);
    }
    if (date <= now) throw new UsageError('NM_OPTION_VALUE', `${word} is over`);
    return date.getTime();
  }
  // In spring an hour of one night is left out: the next clock that shows it is that of another
  // day.
  for (let days = 0; ; days++) {
    const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, ...time);
    if (date > now && shows(date)) return date.getTime();
  }
}

// Many machines.

/** The environment variable that may hold the address, which keeps it out of process lists. */
export const QUEUE_VARIABLE = 'NONOMILL_QUEUE';

/** The address for a run without the queue of the environment. */
export const NO_QUEUE = 'none';

export const queue = textFlag({
  name: 'queue',
  reach: 'send',
  value: 'url',
  defaultText: `$${QUEUE_VARIABLE}`,
  help: 'The queue (Redis) that machines share: redis://host:6379, rediss://user:password@host for TLS; none to use only this machine.',
  alsoTried: ['redis', 'broker'],
});

export const queueTimeout = valueFlag({
  name: 'queue-timeout',
  reach: 'none',
  value: 'duration',
  fallback: 600_000,
  defaultText: '10m',
  help: 'How long the queue may be silent or full before the run stops; it can be resumed.',
  read: readDuration,
});

/** The address from the command line or the environment; null if there is none. */
export function queueUrl(given: string | null): string | null {
  const url = given ?? process.env[QUEUE_VARIABLE] ?? '';
  return url === '' || url === NO_QUEUE ? null : url;
}

// How a machine is shared with others.

export const nice = integerFlag({
  name: 'nice',
  reach: 'none',
  min: 0,
  max: 19,
  help: 'Lower the priority of this process and its threads: 19 works only when nobody else does.',
  alsoTried: ['priority', 'niceness'],
});

export const maxLoad = valueFlag<number>({
  name: 'max-load',
  reach: 'none',
  value: 'n',
  help: 'Let threads rest while, with them, more than this many processes of the machine run or wait for a processor. The clocks of puzzles stop meanwhile. Not on Windows, which does not say how busy it is.',
  alsoTried: ['load', 'load-average', 'max-load-average'],
  read(word) {
    const load = /^\d+(\.\d+)?$/.test(word) ? Number(word) : Number.NaN;
    if (load > 0) return load;
    throw new UsageError(
      'NM_OPTION_VALUE',
      `expected a load of more than 0 such as 6, got "${word}"`,
    );
  },
});
