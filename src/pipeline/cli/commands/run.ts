import { resolve } from 'node:path';
import {
  asking,
  matchingOf,
  USELESS_ON_RETRY,
  newRequest,
  type RunMode,
  type RunRequest,
} from '../../runs/request.js';
import { isNeedsGate, type RunGates } from '../../record/outcome.js';
import { shardText } from '../../record/options.js';
import { STATUSES, STATUS_MEANINGS } from '../../../solver/core/result/outcome.js';
import { columnOf } from '../../record/tables.js';
import { command } from '../command.js';
import { UsageError, conflict, refuseIf } from '../terminal.js';
import { flagsIn, type FlagValues } from '../flag.js';
import { flag, queueUrl, shared } from '../flags.js';
import { nightly } from '../night.js';
import type { CheckedRun } from '../running/execute-run.js';
import type { ReportOptions } from '../running/report-run.js';

/** What must be the same on resume has its name in runs/request.ts. */
export const runSections = {
  Puzzles: shared(
    'format',
    'csvColumns',
    'columnsFirst',
    'ignore',
    'images',
    'limit',
    'ignoreStart',
  ),
  'What to find out': {
    ...shared('count', 'guessDepth', 'noDifficulty', 'crossCheck', 'prove', 'proveTo'),
    proofFormat: flag.proofFormatOfRun,
  },
  'Limits of each puzzle': {
    timeoutMs: flag.runTimeout,
    maxSteps: flag.runSteps,
    memoryMiB: flag.runMemory,
  },
  'The run': {
    ...shared('threads', 'resume', 'retry', 'reuse', 'reuseFrom', 'stopAfter', 'until', 'durable'),
    ...shared('dryRun', 'sample', 'explain'),
  },
  'Others on the machine': shared('nice', 'maxLoad'),
  'Many machines': shared('shard', 'queue', 'queueTimeout'),
  Output: shared('db', 'name', 'report', 'noReport', 'json', 'quiet', 'logFormat'),
  'Exit code': shared('strict', 'require', 'gateFormat'),
};

export const runFlags = flagsIn(runSections);

/** The columns that people look at first. */
const MAIN = [
  'status',
  'solutions',
  'technique',
  'guess_depth',
  'sweeps',
  'difficulty',
  'stars',
  'needs',
  'look_ahead',
  'solve_ms',
  'solution',
] as const;

export const runCommand = nightly(
  true,
  command({
    name: 'run',
    summary: 'Solve everything, write results and the report.',
    operands: '[corpus...]',
    description:
      'Solves every puzzle of the corpora (files, folders, globs, or - for standard input; ' +
      'plain or gzipped) and writes what it found to a database, with a report. An idle thread ' +
      'helps with one that has taken another a twentieth of a second: it solves it turned or mirrored, ' +
      'and the first verdict counts. With --max-steps none does.\n\n' +
      'Ctrl-C stops it cleanly: finished work is kept, and "nonomill run --resume" goes ' +
      'on. A second Ctrl-C ends it at once; even then nothing that was committed is lost.',
    sections: runSections,
    examples: {
      'nonomill run puzzles.csv more/*.json --timeout 30s':
        'Half a minute for each puzzle; the report goes to reports/.',
      'nonomill run --resume':
        'Goes on, under its own options, where Ctrl-C, a crash or a power cut ended it.',
      'nonomill run --retry timeout --timeout 10m':
        'Gives the puzzles of the latest run that timed out another chance.',
      'nonomill run night.csv.gz --shard 2/8 --db part2.sqlite':
        'The second of eight parts, for one of eight machines; "nonomill merge" joins them.',
      'nonomill run night.csv.gz --queue redis://10.0.0.5:6379':
        'Solved by the machines that run "nonomill worker" with this address.',
      'nonomill run book/ --timeout 1s.. --until 07:00 --dry-run':
        'What this would read, how long it would take, and what it would leave open; nothing is written.',
      'nonomill run book/ --require line --strict --quiet':
        'For a build: fails unless every puzzle has one solution and needs no guessing.',
    },
    glossary: [
      {
        title: 'What it finds out (docs/pipeline/results.md has the rest)',
        words: MAIN.map((name) => [name, columnOf('results', name).meaning]),
      },
      { title: 'Statuses', words: STATUSES.map((status) => [status, STATUS_MEANINGS[status]]) },
    ],
    check: checkRun,
    async execute(options, context) {
      // Threads, queue and database take a while to load, so other commands do without them.
      const { executePreview, executeRun } = await import('../running/execute-run.js');
      if (options.preview !== null) return executePreview(options, options.preview, context);
      if (context.typed.some((word) => /^--sample(=|$)/.test(word))) {
        throw conflict('--sample is for --dry-run: it says how long that may solve puzzles');
      }
      return executeRun(options, context);
    },
  }),
);

/** Flags that say what is read of a corpus: a retry does not read any. */
const NOT_FOR_RETRY = [
  ...USELESS_ON_RETRY,
  ...(['format', 'images', 'name', 'reuse', 'reuseFrom'] as const),
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
  const { dryRun, sample, explain } = values;
  const url = queueUrl(values.queue);
  refuseIf({
    '--proof-format says how --prove-to writes proofs: name a folder':
      values.proofFormat !== null && proveTo === null,
    '--explain is for --dry-run with --reuse: it says why puzzles would be solved again':
      explain && (!dryRun || reuseOption(values) === null),
    '--prove-to and --queue exclude each other: proofs stay on the machine that finds them; --prove alone counts their steps':
      url !== null && proveTo !== null,
  });
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
        mode: modeOf(corpora, values, given),
        stopAfterMs: values.stopAfter,
        until: values.until,
        nice: values.nice,
        maxLoad: values.maxLoad,
        durable: values.durable,
        reuse: reuseOption(values),
        ...givenGates(values, given),
      }),
      { ...values, prove: values.prove || proveTo !== null, shard: shard && shardText(shard) },
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
  refuseIf({
    '--resume and --retry exclude each other; finish the run first, then try puzzles again':
      resume && retry !== null,
    '--retry takes the puzzles of the latest run from the database, so it takes no corpus':
      retry !== null && corpora.length > 0,
  });
  if (retry !== null) {
    const useless = NOT_FOR_RETRY.map((key): [string, boolean] => [
      `--${runFlags[key].name} has no effect with --retry, which takes its puzzles from the database`,
      given.has(key),
    ]);
    const lists = (['timeoutMs', 'maxSteps', 'memoryMiB'] as const).map(
      (key): [string, boolean] => [
        `--retry is one round, so --${runFlags[key].name} takes one limit with it`,
        Array.isArray(values[key]),
      ],
    );
    refuseIf(Object.fromEntries([...useless, ...lists]));
    return { kind: 'retry', statuses: retry, given: matchingOf(given) };
  }
  if (corpora.length === 0 && !resume) {
    const message = 'run needs a corpus: a file, a folder, a glob, or - for standard input';
    throw new UsageError('NM_ARGUMENTS', message);
  }
  if (corpora.filter((corpus) => corpus === '-').length > 1) {
    throw new UsageError('NM_STANDARD_INPUT', '- (standard input) was given twice');
  }
  if (!resume) return { kind: 'new' };
  if (corpora.includes('-')) {
    const message = '--resume cannot read standard input again; write it to a file and run that';
    throw new UsageError('NM_STANDARD_INPUT', message);
  }
  return { kind: 'resume', given: matchingOf(given) };
}

function reuseOption(values: FlagValues<typeof runFlags>): RunRequest['reuse'] {
  const { reuse, reuseFrom } = values;
  return reuse || reuseFrom !== null ? { from: reuseFrom && resolve(reuseFrom) } : null;
}

/** How the run is reported, as the flags say. @throws UsageError if they contradict each other. */
export function reportOptions(
  values: FlagValues<
    Pick<typeof runFlags, 'noReport' | 'report' | 'gateFormat' | 'json' | 'quiet'>
  >,
): ReportOptions {
  const { noReport, report, gateFormat, json, quiet } = values;
  refuseIf({
    '--report and --no-report exclude each other': noReport && report !== null,
    '--json and --gate-format both want standard output: leave one out':
      json && gateFormat !== 'text',
  });
  return { report, noReport, gateFormat, json, quiet };
}

/** The gates that were given; if none was, a run that goes on keeps its stored ones. */
export function givenGates(
  { strict, require }: RunGates,
  given: ReadonlySet<string | number | symbol>,
): { readonly gates?: RunGates; readonly newGates?: RunGates } {
  const gates = { strict, require };
  return given.has('strict') || given.has('require') ? { gates } : { newGates: gates };
}
