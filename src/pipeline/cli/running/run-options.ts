import { resolve } from 'node:path';
import {
  asking,
  matchingOf,
  USELESS_ON_RETRY,
  newRequest,
  type RunMode,
  type RunRequest,
  type RunOutcome,
} from '../../runs/request.js';
import { isNeedsGate, type RunGates } from '../../record/outcome.js';
import { shardText } from '../../record/options.js';
import { commandText } from '../../../solver/core/text/typed.js';
import { UsageError, Failure, type CommandOutcome, conflict } from '../terminal.js';
import { flagsIn, type FlagValues } from '../flag.js';
import { flag, queueUrl } from '../flags.js';
import type { ErrorCode } from '../../../solver/core/text/error-codes.js';
import { numberOf } from '../../../solver/core/text/numbers.js';
import type { CommandContext } from '../command.js';

/**
 * The flags of `run` under the headings of its help; options that must be the same on resume under
 * their names in runs/request.ts.
 */
export const runSections = {
  Puzzles: {
    format: flag.format,
    csvColumns: flag.csvColumns,
    columnsFirst: flag.columnsFirst,
    ignore: flag.ignore,
    images: flag.images,
    limit: flag.limit,
    ignoreStart: flag.ignoreStart,
  },
  'What to find out': {
    count: flag.solutions,
    guessDepth: flag.guessDepth,
    noDifficulty: flag.noDifficulty,
    crossCheck: flag.crossCheck,
    prove: flag.prove,
    proveTo: flag.proveTo,
    proofFormat: flag.proofFormatOfRun,
  },
  'Limits of each puzzle': {
    timeoutMs: flag.runTimeout,
    maxSteps: flag.runSteps,
    memoryMiB: flag.runMemory,
  },
  'The run': {
    threads: flag.threads,
    resume: flag.resume,
    retry: flag.retry,
    reuse: flag.reuse,
    reuseFrom: flag.reuseFrom,
    stopAfter: flag.stopAfter,
    until: flag.until,
    durable: flag.durable,
    dryRun: flag.dryRun,
    sample: flag.sample,
    explain: flag.explain,
  },
  'Others on the machine': { nice: flag.nice, maxLoad: flag.maxLoad },
  'Many machines': {
    shard: flag.shard,
    queue: flag.queue,
    queueTimeout: flag.queueTimeout,
  },
  Output: {
    db: flag.db,
    name: flag.name,
    report: flag.reportDir,
    noReport: flag.noReport,
    json: flag.json,
    quiet: flag.quiet,
    logFormat: flag.logFormat,
  },
  'Exit code': {
    strict: flag.strict,
    require: flag.require,
    gateFormat: flag.gateFormat,
  },
};

/** The same without headings. */
export const runFlags = flagsIn(runSections);

/** What `nonomill run` was asked for: the run itself, and what to do with it afterwards. */
export interface CheckedRun extends ReportOptions {
  readonly request: RunRequest;
  /**
   * If nothing is to be done but to say what would be: for how long a sample is solved at most, in
   * milliseconds.
   */
  readonly preview: { readonly sampleMs: number; readonly explain: boolean } | null;
}

/** How what does not meet the gates is listed. */
export type GateFormat = 'text' | 'github' | 'junit';

/** How a run is reported once it is over. */
export interface ReportOptions {
  readonly report: ReportWish;
  readonly gateFormat: GateFormat;
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Where the report goes; if the folder is null, below reports/, named after the run. */
export type ReportWish = { readonly wanted: false } | { readonly wanted: true; dir: string | null };

/** Flags that say what is read of a corpus: a retry does not read any. */
const NOT_FOR_RETRY = [
  ...USELESS_ON_RETRY,
  ...(['format', 'images', 'name', 'ignoreStart', 'reuse', 'reuseFrom'] as const),
] as const;

/** @throws UsageError if flags contradict each other. */
export function checkRun(
  corpora: readonly string[],
  values: FlagValues<typeof runFlags>,
  given: ReadonlySet<keyof typeof runFlags>,
): CheckedRun {
  const { shard, proveTo } = values;
  if (shard !== null && corpora.includes('-')) {
    throw new UsageError(
      'NM_STANDARD_INPUT',
      '--shard needs corpora that every machine can read; write standard input to a file and run that',
    );
  }
  if (values.proofFormat !== null && proveTo === null) {
    throw conflict('--proof-format says how --prove-to writes proofs: name a folder');
  }
  const { dryRun, sample, explain } = values;
  if (explain && (!dryRun || reuseOption(values) === null)) {
    throw conflict(
      '--explain is for --dry-run with --reuse: it says why puzzles would be solved again',
    );
  }
  const url = queueUrl(values.queue);
  if (url !== null && proveTo !== null) {
    throw conflict(
      '--prove-to and --queue exclude each other: proofs stay on the machine that finds them; ' +
        '--prove alone counts their steps',
    );
  }
  const unrated = values.noDifficulty && values.require.find(isNeedsGate);
  if (unrated) {
    throw conflict(
      `--no-difficulty rates no puzzle, and --require ${unrated} asks what they need: leave one out`,
    );
  }
  return {
    request: asking(
      newRequest({
        corpora,
        db: values.db,
        name: values.name,
        // With a queue, the workers solve; this machine only if it is asked to.
        threads: url !== null && !given.has('threads') ? 0 : values.threads,
        queue: url === null ? null : { url, timeoutMs: values.queueTimeout },
        format: values.format,
        ignore: values.ignore,
        images: values.images,
        ignoreStart: values.ignoreStart,
        mode: modeOf(corpora, values, given),
        stopAfterMs: values.stopAfter,
        until: values.until,
        nice: values.nice,
        maxLoad: values.maxLoad,
        durable: values.durable,
        reuse: reuseOption(values),
        ...givenGates(values, given),
      }),
      {
        ...values,
        prove: values.prove || proveTo !== null,
        shard: shard && shardText(shard),
      },
    ),
    preview: dryRun ? { sampleMs: sample, explain } : null,
    ...reportOptions(values),
  };
}

function modeOf(
  corpora: readonly string[],
  values: FlagValues<typeof runFlags>,
  given: ReadonlySet<keyof typeof runFlags>,
): RunMode {
  const { resume, retry } = values;
  if (resume && retry !== null) {
    throw conflict(
      '--resume and --retry exclude each other; finish the run first, then try puzzles again',
    );
  }
  if (retry !== null && corpora.length > 0) {
    throw conflict(
      '--retry takes the puzzles of the latest run from the database, so it takes no corpus',
    );
  }
  if (retry !== null) {
    const meaningless = NOT_FOR_RETRY.find((key) => given.has(key));
    if (meaningless !== undefined) {
      throw conflict(
        `--${runFlags[meaningless].name} has no effect with --retry, which takes its puzzles from the database`,
      );
    }
    const list = (['timeoutMs', 'maxSteps', 'memoryMiB'] as const).find((key) =>
      Array.isArray(values[key]),
    );
    if (list !== undefined) {
      throw conflict(`--retry is one round, so --${runFlags[list].name} takes one limit with it`);
    }
    return { kind: 'retry', statuses: retry, given: matchingOf(given) };
  }
  if (corpora.length === 0 && !resume) {
    throw new UsageError(
      'NM_ARGUMENTS',
      'run needs a corpus: a file, a folder, a glob, or - for standard input',
    );
  }
  if (corpora.filter((corpus) => corpus === '-').length > 1) {
    throw new UsageError('NM_STANDARD_INPUT', '- (standard input) was given twice');
  }
  if (!resume) return { kind: 'new' };
  if (corpora.includes('-')) {
    throw new UsageError(
      'NM_STANDARD_INPUT',
      '--resume cannot read standard input again; write it to a file and run that',
    );
  }
  return { kind: 'resume', given: matchingOf(given) };
}

/** What is taken over; null if the flags do not say. */
function reuseOption({
  reuse,
  reuseFrom,
}: FlagValues<Pick<typeof runFlags, 'reuse' | 'reuseFrom'>>): RunRequest['reuse'] {
  if (!reuse && reuseFrom === null) return null;
  return { from: reuseFrom === null ? null : resolve(reuseFrom) };
}

/** How the run is reported, as the flags say. @throws UsageError if they contradict each other. */
export function reportOptions({
  noReport,
  report,
  gateFormat,
  json,
  quiet,
}: FlagValues<
  Pick<typeof runFlags, 'noReport' | 'report' | 'gateFormat' | 'json' | 'quiet'>
>): ReportOptions {
  if (noReport && report !== null) {
    throw conflict('--report and --no-report exclude each other');
  }
  if (json && gateFormat !== 'text') {
    throw conflict('--json and --gate-format both want standard output: leave one out');
  }
  const wish: ReportWish = noReport ? { wanted: false } : { wanted: true, dir: report };
  return { report: wish, gateFormat, json, quiet };
}

/** The gates that were given; if none was, a run that goes on keeps its stored ones. */
export function givenGates(
  { strict, require }: RunGates,
  given: ReadonlySet<string | number | symbol>,
): { readonly gates?: RunGates; readonly newGates?: RunGates } {
  const gates = { strict, require };
  return given.has('strict') || given.has('require') ? { gates } : { newGates: gates };
}

/**
 * What to type to go on with a run: the words of the command as they were typed, so that no option
 * is lost, and `--resume` if it is missing. A retry goes on as it began.
 */
export function resumeCommand(typed: readonly string[], platform = process.platform): string {
  const isRetry = typed.some((word) => /^--retry(=|$)/.test(word));
  const words = isRetry || typed.includes('--resume') ? typed : [...typed, '--resume'];
  return commandText(words, platform);
}

/** What is said when a signal has stopped a run. */
export function stoppingText(signal: NodeJS.Signals): string {
  const again = signal === 'SIGINT' ? ' Ctrl-C again ends at once.' : '';
  return `Stopping: the puzzles under work are finished first.${again}`;
}

const STOPPED_BY = {
  signal: 'Stopped',
  'stop-after': 'Stopped after the time of --stop-after',
  until: 'Stopped at the time of --until',
  'disk-full': 'Stopped, since the disk is full',
  locked: 'Stopped, since another program holds the database',
} as const;

/** The troubles with the database that stop a run. */
export const TROUBLE_CODES = {
  'disk-full': 'NM_DISK_FULL',
  locked: 'NM_DATABASE_LOCKED',
} as const satisfies Partial<Record<keyof typeof STOPPED_BY, ErrorCode>>;

/** The failure of a run that trouble with the database stopped; null if something else did. */
export function troubleOf(outcome: RunOutcome, next: string | null): Failure | null {
  const { stoppedBy } = outcome;
  if (stoppedBy !== 'disk-full' && stoppedBy !== 'locked') return null;
  return new Failure(TROUBLE_CODES[stoppedBy], stoppedText(outcome), next);
}

/**
 * Says why a run has stopped, and what to type to go on.
 * @throws Failure if it was trouble with the database
 */
export function sayStopped(
  outcome: RunOutcome,
  { terminal, typed }: CommandContext,
): CommandOutcome {
  const next = outcome.resumable
    ? `To go on: ${resumeCommand(typed)}`
    : 'Standard input and pipes cannot be read again.';
  const trouble = troubleOf(outcome, next);
  if (trouble !== null) throw trouble;
  terminal.say(stoppedText(outcome));
  terminal.say(next);
  return 'interrupted';
}

function stoppedText({ solved, stoppedBy, proof }: RunOutcome): string {
  const why = STOPPED_BY[stoppedBy ?? 'signal'];
  return `${why}: ${numberOf(solved, 'puzzle')} done, ${numberOf(proof.results, 'result')} kept.`;
}
