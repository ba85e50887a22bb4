import { randomBytes } from 'node:crypto';
import { answerForms, writeChart } from '../../pipeline/cli/answer-table.js';
import { command, type CommandContext } from '../../pipeline/cli/command.js';
import {
  flagsIn,
  type FlagValues,
  integerFlag,
  listOf,
  switchFlag,
  valueFlag,
} from '../../pipeline/cli/flag.js';
import { flag, formOf, queueUrl, shared } from '../../pipeline/cli/flags.js';
import { generateFlag } from '../../pipeline/cli/generate-flags.js';
import { refuseUnwritable } from '../../pipeline/cli/input-output.js';
import { nightly } from '../../pipeline/cli/night.js';
import { untilStopped, type WorkProgress } from '../../pipeline/cli/progress.js';
import {
  type CommandOutcome,
  Failure,
  notExpected,
  refuseIf,
  tableText,
  UsageError,
} from '../../pipeline/cli/terminal.js';
import { readWhere } from '../../pipeline/cli/where-flag.js';
import { withStore } from '../../pipeline/cli/with-store.js';
import { builtFile, programVersion } from '../../pipeline/files/program.js';
import { isInShard, type KeptStudy, pointsOf, studyOf } from '../../pipeline/record/options.js';
import { type ChartFigure, columnAxis } from '../../pipeline/report/figures/chart.js';
import type { Answer } from '../../pipeline/report/statistics/answer.js';
import { shareOf } from '../../pipeline/report/statistics/intervals.js';
import { TaskThreads } from '../../pipeline/runs/pool/task-threads.js';
import {
  asking,
  matchingOf,
  newRequest,
  type RunOutcome,
  type StopRequest,
  watchTime,
} from '../../pipeline/runs/request.js';
import { whenUnlocked } from '../../pipeline/runs/stored-run.js';
import { type CensusCount, StoredCensus } from '../../pipeline/store/census.js';
import { openStore, type Store } from '../../pipeline/store/open/open.js';
import { type Run, runById } from '../../pipeline/store/stored-runs.js';
import type { GridSize } from '../../solver/core/puzzle/types.js';
import { csvLine, markdownTable } from '../../solver/core/text/escape.js';
import { countText, numberOf, shareText } from '../../solver/core/text/numbers.js';
import { commandText, didYouMean } from '../../solver/core/text/typed.js';
import { CensusCounter, type CensusTask, MOST_COUNTED, Recount } from '../census.js';
import { seedOf } from '../dataset/chunks.js';
import { knownPoints, mostOpen, PHASE_QUESTION, phaseChart, puzzlesNeeded } from '../phase.js';

const sections = {
  'What to draw': {
    sizes: generateFlag.studySizes,
    densities: generateFlag.studyDensities,
    error: valueFlag('--until-error <share> (error, precision)', 'none', {
      fallback: 0.01,
      defaultText: '1%',
      help: 'Go on until every share is known to within this: half the width of its 95 % interval, such as 1% or 0.01.',
      read: readError,
    }),
    seed: generateFlag.seed,
  },
  'What to count': {
    sample: integerFlag('--sample (draw, estimate, count)', 'none', {
      min: 1,
      max: 1e12,
      help: 'With census: draw so many pictures, by --seed, and say what that tells of all, instead of counting them.',
    }),
    shard: {
      ...flag.shard,
      help: 'With census: count one part of the groups, 2/8 for the second of eight; "nonomill merge" joins them.',
    },
    ...shared('queue', 'queueTimeout'),
  },
  'Of each puzzle': {
    guessDepth: flag.guessDepth,
    rate: switchFlag('--rate (difficulty, score, rating)', 'none', {
      help: 'Also work out how hard each puzzle with one solution is for people, which takes up to a quarter longer.',
    }),
    maxSteps: { ...flag.maxSteps, fallback: 1_000_000, defaultText: '1000000' },
  },
  'The run': {
    threads: flag.threads,
    resume: {
      ...flag.resume,
      help: 'Go on with the latest unfinished study; options that are not given are as in that one. Of a complete one, print the result again. A census always goes on.',
    },
    stopAfter: flag.stopAfter,
  },
  'Others on the machine': shared('nice', 'maxLoad'),
  Output: {
    chart: {
      ...flag.chart,
      help: 'Also draw the phase diagram, or the shares of a census by filled cells.',
    },
    ...shared('force', 'csv', 'json', 'md', 'db', 'name', 'quiet'),
  },
};

const flags = flagsIn(sections);

type PhaseOptions = ReturnType<typeof checkPhase>;
type CensusOptions = ReturnType<typeof checkCensus>;

const KINDS = ['phase', 'census'];

/** What a census has no use for, and what it alone has. */
const OF_PHASE = [
  ...(['sizes', 'densities', 'error'] as const),
  ...(['guessDepth', 'rate', 'maxSteps', 'maxLoad', 'name'] as const),
];
const OF_CENSUS = ['sample', 'shard', 'queue', 'queueTimeout'] as const;

const DEFAULT_SEED = 1;

/** As many as a chart has room for. */
const MOST_POINTS = 1000;

export const study = nightly(
  true,
  command({
    name: 'study',
    summary: 'Draw and solve random puzzles until a question is answered, or count all of a size.',
    operands: 'phase|census [size]',
    missing: 'a kind',
    choices: KINDS,
    description:
      'Draws random puzzles of every size with every density, solves them, and goes on until the shares of puzzles with one ' +
      'solution and of those that lines alone solve are known well enough at each. It draws most where that takes most. The result ' +
      'is the phase diagram of both, and of the guess depth, as a table and a chart.\n\n' +
      'A study is one run in the database, for stats, report and all others. The same seed draws the same puzzles, on any number of ' +
      'threads, and however often it was stopped or killed. They are those of "nonomill generate" with the same sizes, densities and seed.\n\n' +
      'A census counts every picture of a size: how many have one solution, and how many of these are solved by lines alone, by one ' +
      'assumption at a time, and by more. It stores no puzzle; what is counted by then is in the database, and the same command goes on. ' +
      'docs/lab/census.md says how, and what is known.',
    sections,
    examples: {
      'nonomill study phase --sizes 5..30:5 --densities 0.2..0.8:0.05 --until-error 1% --chart phase.svg':
        'Six sizes with thirteen densities, each share to within 1 %.',
      'nonomill study phase --sizes 10,15 --densities 0.5 --until-error 0.2%':
        'Two sizes, each share to within 0.2 %.',
      'nonomill study phase --resume --stop-after 1h': 'Goes on with it for an hour.',
      'nonomill study census 5x5 --chart census.svg': 'All 33,554,432 pictures of 5x5.',
      'nonomill study census 6x6 --shard 1/8 --nice 19 --db part1.sqlite':
        'An eighth of 6x6, when nobody else works.',
      'nonomill study census 6x6 --queue redis://10.0.0.5:6379':
        'All of 6x6, counted by the workers of a queue ("nonomill worker").',
      'nonomill study census 7x7 --sample 4000000': 'What four million pictures of 7x7 tell.',
      'nonomill stats --by drawn_density,size --of line --chart lines.svg':
        'A curve for each size of the study that came last.',
    },
    check: checkStudy,
    execute: (options, context) =>
      options.kind === 'census' ? executeCensus(options, context) : execute(options, context),
  }),
);

/** A share in percent, or from 0 to 1. @throws UsageError */
function readError(word: string): number {
  const [, number, percent] = /^(\d+(?:\.\d+)?|\.\d+)\s*(%?)$/.exec(word) ?? [];
  const error = Number(number) / (percent === '%' ? 100 : 1);
  if (error >= 0.0001 && error <= 0.2) return Number(error.toPrecision(12));
  throw notExpected('a share from 0.01% to 20% such as 1% or 0.01', word);
}

type Values = FlagValues<typeof flags>;
type Given = ReadonlySet<keyof Values>;

function checkStudy([kind, size]: readonly string[], values: Values, given: Given) {
  if (kind !== 'phase' && kind !== 'census') {
    throw new UsageError(
      'NM_ARGUMENTS',
      `expected ${listOf(KINDS)}, got "${kind}"${didYouMean(kind, KINDS)}`,
    );
  }
  const foreign = (kind === 'census' ? OF_PHASE : OF_CENSUS).map(
    (key) => [`--${flags[key].name} has no meaning for ${kind}`, given.has(key)] as const,
  );
  refuseIf(Object.fromEntries(foreign));
  return kind === 'census' ? checkCensus(size, values, given) : checkPhase(size, values, given);
}

function checkCensus(size: string | undefined, values: Values, given: Given) {
  const { sample, shard, seed } = values;
  const url = queueUrl(values.queue);
  refuseIf({
    '--sample and --shard do not go together: a sample is drawn at once':
      sample !== null && shard !== null,
    '--seed needs --sample: all are counted': sample === null && seed !== null,
  });
  return {
    ...values,
    kind: 'census' as const,
    size: readCensusSize(size),
    seed: seed ?? DEFAULT_SEED,
    // With a queue, the workers count; this machine only if it is asked to.
    threads: url !== null && !given.has('threads') ? 0 : values.threads,
    queue: url === null ? null : { url, timeoutMs: values.queueTimeout },
    form: formOf(values, ['csv', 'json', 'md']),
  };
}

function checkPhase(more: string | undefined, values: Values, given: Given) {
  if (more !== undefined) {
    throw new UsageError('NM_ARGUMENTS', `study phase takes no "${more}": sizes are in --sizes`);
  }
  const { chart, force, quiet, error, densities } = values;
  const sizes = values.sizes.map(({ width, height }) => `${width}x${height}`);
  const points = sizes.length * densities.length;
  if (points > MOST_POINTS) {
    throw new UsageError(
      'NM_OPTION_VALUE',
      `${countText(sizes.length)} sizes with ${countText(densities.length)} densities are ${countText(points)} points: ` +
        `expected at most ${countText(MOST_POINTS)}, so take larger steps`,
    );
  }
  const seed = values.seed ?? DEFAULT_SEED;
  const asked: KeptStudy = { kind: 'phase', sizes: [...new Set(sizes)], densities, error, seed };
  const { db, name, threads, stopAfter: stopAfterMs, nice, maxLoad, maxSteps, guessDepth } = values;
  const noDifficulty = values.rate ? null : true;
  const matching = matchingOf(new Set([...given, ...(values.rate ? ['noDifficulty'] : [])]));
  const mode = values.resume
    ? { kind: 'resume' as const, given: matching }
    : { kind: 'new' as const };
  const begun = { db, name, threads, stopAfterMs, nice, maxLoad, mode };
  // Not a time, which would decide other puzzles on other machines.
  const limits = { timeoutMs: null, maxSteps, guessDepth, noDifficulty };
  const request = {
    ...asking(newRequest(begun), limits),
    study: asked,
    given: (['sizes', 'densities', 'error', 'seed'] as const).filter((key) => given.has(key)),
  };
  const form = formOf(values, ['csv', 'json', 'md']);
  return { kind: 'phase' as const, request, form, chart, force, quiet };
}

async function execute(options: PhaseOptions, context: CommandContext): Promise<CommandOutcome> {
  const { request, quiet, chart, force } = options;
  if (chart !== null) await refuseUnwritable(chart, force);
  const { runStudy } = await import('../study.js');
  const { carryOut, sayStopped, takeCare } =
    await import('../../pipeline/cli/running/carry-out.js');
  const { terminal } = context;
  takeCare(request.nice ?? null, terminal);
  const outcome = await carryOut({ quiet, drains: true }, context, (controls) =>
    runStudy(
      {
        ...request,
        wanted: (counts, { error }) =>
          counts.map(({ puzzles, unique, line }) => puzzlesNeeded(puzzles, [unique, line], error)),
      },
      controls,
    ),
  );
  if (outcome === null) return 'interrupted';
  context.night?.ended(outcome);
  await withStore(request.db, (store) => showStudy(store, outcome, options, context));
  return outcome.state === 'complete' ? 'done' : sayStopped(outcome, context);
}

/** Prints what is known by now, and draws it. */
async function showStudy(
  store: Store,
  { runId }: RunOutcome,
  { form, chart, force, quiet }: PhaseOptions,
  { terminal }: CommandContext,
): Promise<void> {
  const { answerOf } = await import('../../pipeline/report/answers.js');
  const answer = answerOf(store, { runIds: [runId], filter: readWhere('').filter }, PHASE_QUESTION);
  if (answer.total.puzzles > 0) {
    if (chart !== null) await writeChart(phaseChart(answer), { out: chart, force }, terminal);
    // All points together say nothing: most puzzles are drawn where the shares are hardest to know.
    const forms = answerForms(answer, terminal.output.depth > 1, false);
    const json = (): string =>
      `${JSON.stringify({ run: runId, rows: forms.json().rows }, null, 2)}\n`;
    await terminal.print({ ...forms, json }[form]());
  }
  if (quiet) return;
  const run = runById(store, runId)!;
  for (const line of knownLines(answer, studyOf(run.options)!, run)) terminal.say(line);
}

/** How far the study is, and what its limits left open. */
function knownLines(answer: Answer, stored: KeptStudy, { runId, options }: Run): string[] {
  const points = pointsOf(stored).length;
  const known = knownPoints(answer, stored.error);
  const percent = (share: number): string => `${Number((share * 100).toPrecision(3))} %`;
  const open = mostOpen(answer);
  return [
    `Run ${runId}: ${numberOf(answer.total.puzzles, 'puzzle')}; the shares of ` +
      `${known === points ? `all ${numberOf(points, 'point')}` : `${countText(known)} of ${numberOf(points, 'point')}`} ` +
      `are known to within ${percent(stored.error)}.`,
    ...(open === 0
      ? []
      : [
          `--max-steps left up to ${percent(open)} of the puzzles of a point open: as many more may have one solution. ` +
            'To look at them again: nonomill run --retry steps --max-steps with a higher limit.',
        ]),
    options.noDifficulty === true
      ? 'No puzzle has a score: a study works it out with --rate.'
      : 'Their scores: nonomill stats --by size,drawn_density --of score',
  ];
}

// The census: see ../census.ts.

/** The size that a census is of. @throws UsageError */
function readCensusSize(word: string | undefined): GridSize {
  const { cells, side } = MOST_COUNTED;
  const expected = `a size of at most ${cells} cells and ${side} a side such as census 6x6`;
  if (word === undefined) throw new UsageError('NM_ARGUMENTS', `census needs ${expected}`);
  const [, width, height] = (/^(\d+)x(\d+)$/i.exec(word) ?? []).map(Number);
  const all = width * height;
  if (all >= 1 && all <= cells && Math.max(width, height) <= side) return { width, height };
  throw notExpected(expected, word);
}

/** Counts what is not counted yet, or a sample, and shows what is known by then. */
async function executeCensus(options: CensusOptions, context: CommandContext) {
  const { size, sample, nice, chart, force, form, quiet } = options;
  const { terminal, typed } = context;
  if (chart !== null) await refuseUnwritable(chart, force);
  const { takeCare } = await import('../../pipeline/cli/running/carry-out.js');
  takeCare(nice, terminal);
  const warn = (message: string): void => terminal.say(`nonomill: ${message}`);
  const { counts, isStopped } = await untilStopped(context, quiet, async (stop, progress) => {
    const pool = await openPool(options, warn);
    stop.onRequest(() => void pool.close());
    const unwatch = watchTime({ stopAfterMs: options.stopAfter }, stop);
    try {
      const work = { options, pool, stop, progress, warn };
      const found = sample === null ? await countAll(work) : await countSample(work, sample);
      return { counts: found, isStopped: stop.reason !== null };
    } finally {
      unwatch();
      await pool.close();
    }
  });
  const census = censusOf(size, sample !== null, counts);
  if (counts.length > 0) {
    if (chart !== null) await writeChart(censusChart(census), { out: chart, force }, terminal);
    await terminal.print(censusText(census, form));
  }
  if (isStopped) {
    terminal.say(`Stopped. ${farText(census)}`);
    if (sample === null) terminal.say(`To go on: ${commandText(typed, process.platform)}`);
    return 'interrupted';
  }
  if (!quiet && form !== 'text') terminal.say(farText(census));
  return 'done';
}

/** Who counts. */
interface CensusPool {
  /** How many tasks may be under way; it may change. */
  readonly capacity: number;
  /** Has the pictures of a task counted, and `keep` take what a worker, or this machine, says. */
  count(task: CensusTask, keep: KeepCounts): Promise<void>;
  close(): Promise<void>;
}

/** Without counts, all that the worker has counted is to be thrown away. */
type KeepCounts = (counts: CensusCount[] | null, worker: string | null) => Promise<void>;

/** Threads of this machine, or the workers of a queue. */
async function openPool(
  { size, threads, queue }: CensusOptions,
  onNote: (message: string) => void,
): Promise<CensusPool> {
  const file = builtFile('workers/dataset.cjs');
  const own = new TaskThreads<object, CensusCount[]>(file, queue === null ? threads : 1);
  const countHere = (task: CensusTask): Promise<CensusCount[]> => own.run({ census: size, task });
  if (queue === null) {
    return {
      capacity: own.capacity,
      count: async (task, keep) => keep(await countHere(task), null),
      close: () => own.close(),
    };
  }
  const { openWorkers } = await import('../../pipeline/cli/running/carry-out.js');
  // A census has no run to go on with: what is counted for one that was killed is counted again.
  const run = randomBytes(16).toString('hex');
  const needs = { toolVersion: programVersion(), onNote };
  const pool = await openWorkers({ threads, memoryMiB: null }, queue, run, needs);
  const recount = new Recount(size, countHere);
  let closed: Promise<void> | null = null;
  return {
    get capacity() {
      return pool.capacity;
    },
    count: (task, keep) =>
      pool.doTask({ census: size, task }, async (answer, { id }) => {
        const counts = await recount.look(task, answer, id);
        if (typeof counts === 'string') return counts;
        await keep(counts, id);
        if (counts !== null) return null;
        throw new Failure(
          'NM_QUEUE_WORKERS',
          `worker ${id} has counted wrongly, and may have before: all that it has counted for this command is thrown away`,
          'Type the same command again, without that worker.',
        );
      }),
    close: () => (closed ??= pool.close().then(() => own.close())),
  };
}

interface CensusWork {
  readonly options: CensusOptions;
  readonly pool: CensusPool;
  readonly stop: StopRequest;
  readonly progress: WorkProgress;
  readonly warn: (message: string) => void;
}

function sizeText({ width, height }: GridSize): string {
  return `${width}x${height}`;
}

function picturesOf({ width, height }: GridSize): number {
  return 2 ** (width * height);
}

/** Counts the groups that are missing, and keeps each at once; returns all counts there are. */
async function countAll(work: CensusWork): Promise<CensusCount[]> {
  const { stop } = work;
  const { size, shard, db } = work.options;
  const counter = new CensusCounter(size);
  const store = openStore(db, { readonly: false });
  try {
    const stored = new StoredCensus(store, sizeText(size));
    const known = stored.groups();
    const all = picturesOf(size);
    // How many pictures the groups of a shard have shows only at its end: about its part of all.
    const left = shard === null ? all - sumOf(stored.counts()).pictures : all / shard.of;
    const missing = function* (): Generator<{ name: string; task: CensusTask }> {
      for (const { place, name, group } of counter.groupsInOrder()) {
        const isOurs = shard === null || isInShard(place, shard);
        if (isOurs && !known.has(name)) yield { name, task: { group } };
      }
    };
    let done = 0;
    const kept: { readonly name: string; readonly by: string | null }[] = [];
    await countEach(work, missing(), async ({ name }, counts, worker) => {
      if (counts === null) {
        const theirs = kept.filter(({ by }) => by === worker);
        return whenUnlocked(() => stored.remove(theirs.map((one) => one.name)), work);
      }
      await whenUnlocked(() => stored.add(name, counts), work);
      kept.push({ name, by: worker });
      work.progress.reached((done += sumOf(counts).pictures), left, shard !== null);
    });
    const counts = stored.counts();
    if (shard === null && stop.reason === null && sumOf(counts).pictures !== all) {
      throw new Failure(
        'NM_RUN_INCOMPLETE_ACCOUNT',
        `${db}: all groups of ${sizeText(size)} are counted, with ${countText(sumOf(counts).pictures)} pictures and not ${countText(all)}`,
        'Count it in another database, and please report this: it is a bug.',
      );
    }
    return counts;
  } finally {
    store.close();
  }
}

/** How many pictures are drawn at a time: which ones does not depend on the number of threads. */
const DRAWN = 2 ** 15;

async function countSample(work: CensusWork, sample: number): Promise<CensusCount[]> {
  const { seed } = work.options;
  const tasks = Array.from({ length: Math.ceil(sample / DRAWN) }, (_, i) => ({
    task: { pictures: Math.min(DRAWN, sample - i * DRAWN), seed: seedOf(seed, i) },
  }));
  const byFilled = new Map<number, CensusCount>();
  let done = 0;
  await countEach(work, tasks, (_, counts) => {
    for (const count of counts ?? []) {
      const before = byFilled.get(count.filled);
      byFilled.set(count.filled, before === undefined ? count : sumOf([before, count]));
    }
    work.progress.reached((done += sumOf(counts ?? []).pictures), sample);
    return Promise.resolve();
  });
  return [...byFilled.values()].sort((one, other) => one.filled - other.filled);
}

/** Has `keep` take what is counted for each item, in whichever order, until the work is stopped. */
async function countEach<Item extends { readonly task: CensusTask }>(
  { pool, stop }: CensusWork,
  items: Iterable<Item>,
  keep: (item: Item, ...counted: Parameters<KeepCounts>) => Promise<void>,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  try {
    for (const item of items) {
      const one = pool
        .count(item.task, (...counted) => keep(item, ...counted))
        .finally(() => underWay.delete(one));
      underWay.add(one);
      // Until it is waited for, an error is not an unhandled one.
      one.catch(() => undefined);
      while (underWay.size >= pool.capacity) await Promise.race(underWay);
      if (stop.reason !== null) return;
    }
    await Promise.all(underWay);
  } catch (error) {
    if (stop.reason === null) throw error;
  }
}

/** Of as many filled cells as the first has. */
function sumOf(counts: readonly CensusCount[]): CensusCount {
  const sum = { filled: counts.at(0)?.filled ?? 0, ...NO_COUNTS };
  for (const count of counts) {
    for (const key of Object.keys(NO_COUNTS) as (keyof typeof NO_COUNTS)[]) sum[key] += count[key];
  }
  return sum;
}

const NO_COUNTS = { pictures: 0, line: 0, probe: 0, search: 0, sweeps: 0 };

/** What was found of a size, to be shown; `all` are all pictures of it. */
type Census = ReturnType<typeof censusOf>;

function censusOf(size: GridSize, isSample: boolean, byFilled: readonly CensusCount[]) {
  const all = picturesOf(size);
  return { size: sizeText(size), all, isSample, byFilled, total: sumOf(byFilled) };
}

/** `6x6: 1,234 of 68,719,476,736 pictures are counted (12.3 %).` */
function farText({ size, all, isSample, total }: Census): string {
  const { pictures } = total;
  if (pictures === all && !isSample) return `${size}: all ${countText(all)} pictures are counted.`;
  const what = isSample ? 'drawn' : `counted (${shareText(pictures, all)})`;
  return `${size}: ${countText(pictures)} of ${countText(all)} pictures are ${what}.`;
}

/** What is shown of counts, by its name in JSON. */
const TITLES = {
  pictures: 'pictures',
  unique: 'one solution',
  line: 'by lines',
  probe: 'one assumption',
  search: 'more',
  several: 'several',
  meanSweeps: 'mean sweeps',
} as const;

function figuresOf({ pictures, line, probe, search, sweeps }: CensusCount) {
  const unique = line + probe + search;
  const meanSweeps = line === 0 ? null : sweeps / line;
  return { pictures, unique, line, probe, search, several: pictures - unique, meanSweeps };
}

/** Of all pictures, or all that were drawn; of these also what their shares say of all. */
function sharesOf({ all, total }: Census) {
  return (['unique', 'line', 'probe', 'search', 'several'] as const).map((key) => {
    const count = figuresOf(total)[key];
    const { value: share, low, high } = shareOf(count, total.pictures);
    const estimate = { share, low, high, pictures: share * all, error: ((high! - low!) / 2) * all };
    return { key, count, estimate };
  });
}

function censusText(census: Census, form: CensusOptions['form']): string {
  const { size, all, isSample, byFilled, total } = census;
  const head = ['filled cells', ...Object.values(TITLES)];
  const rowOf = (name: string, count: CensusCount): string[] => {
    const { meanSweeps, ...counts } = figuresOf(count);
    return [name, ...Object.values(counts).map(countText), meanSweeps?.toFixed(3) ?? '-'];
  };
  const rows = [
    ...byFilled.map((count) => rowOf(String(count.filled), count)),
    rowOf('all', total),
  ];
  switch (form) {
    case 'csv': {
      const names = ['filled', ...Object.keys(TITLES).slice(0, -1), 'mean_sweeps'];
      const lines = byFilled.map((count) => [count.filled, ...Object.values(figuresOf(count))]);
      return [names, ...lines].map(csvLine).join('');
    }
    case 'json': {
      const estimates = sharesOf(census).map(({ key, estimate }) => [key, estimate] as const);
      const told = {
        size,
        of: all,
        isComplete: !isSample && total.pictures === all,
        ...figuresOf(total),
        ...(isSample && { estimates: Object.fromEntries(estimates) }),
        byFilled: byFilled.map((count) => ({ filled: count.filled, ...figuresOf(count) })),
      };
      return JSON.stringify(told, null, 2) + '\n';
    }
    case 'md':
      return markdownTable(
        head.map((number) => ({ number })),
        rows,
      );
    case 'text':
      return `${farText(census)}\n\n${sharesText(census)}\n${tableOf(head, rows)}`;
  }
}

/** The shares; of a sample with their 95 % intervals, and how many pictures that are. */
function sharesText(census: Census): string {
  const percent = (share: number): string => `${(share * 100).toFixed(4)} %`;
  const { isSample, all } = census;
  const head = isSample
    ? ['', 'drawn', 'share', '95 %', 'of all', '95 %']
    : ['', 'pictures', 'share'];
  const rows = sharesOf(census).map(({ key, count, estimate: { share, pictures, error } }) =>
    [
      ...[TITLES[key], countText(count), percent(share), `± ${percent(error / all)}`],
      ...[`about ${countText(pictures)}`, `± ${countText(error)}`],
    ].slice(0, head.length),
  );
  return tableOf(head, rows);
}

function tableOf([first, ...numbers]: readonly string[], rows: readonly string[][]): string {
  return tableText([first, ...numbers.map((number) => ({ number }))], rows, Infinity);
}

/** The parts of a column, from below. */
const PARTS = ['line', 'probe', 'search', 'several'] as const;

/** Shares by the number of filled cells. */
function censusChart(census: Census): ChartFigure {
  const { size, byFilled, total } = census;
  const shareIn = (count: CensusCount, part: (typeof PARTS)[number]): number =>
    figuresOf(count)[part] / count.pictures;
  const said = (count: CensusCount, part: (typeof PARTS)[number]): string =>
    `${TITLES[part]} ${(100 * shareIn(count, part)).toFixed(1)} %`;
  const names = byFilled.map(({ filled }) => String(filled));
  return {
    id: 'census',
    title: `${size}: what the pictures take, by filled cells`,
    note: `${countText(total.pictures)} pictures. From below: by lines, one assumption, more; on top several solutions.`,
    description: `${farText(census)} ${PARTS.map((part) => said(total, part)).join(', ')}`,
    height: 300,
    table: {
      head: ['filled cells', ...PARTS.map((part) => TITLES[part])],
      rows: byFilled.map((count, i) => [
        names[i],
        ...PARTS.map((part) => countText(figuresOf(count)[part])),
      ]),
    },
    tip: (series, item) => `${names[item]} filled cells: ${said(byFilled[item], PARTS[series])}`,
    option: (look) => ({
      grid: { left: 62, right: 12, top: 12, bottom: 48 },
      xAxis: columnAxis(names, 'filled cells', look),
      yAxis: {
        ...look.axis,
        type: 'value',
        max: 1,
        axisLabel: {
          ...look.axis.axisLabel,
          formatter: (value: number) => `${Math.round(value * 100)} %`,
        },
      },
      series: PARTS.map((part) => ({
        type: 'bar',
        stack: 'all',
        barCategoryGap: '6%',
        itemStyle: { color: look[part === 'several' ? 'ambiguous' : part] },
        data: byFilled.map((count) => shareIn(count, part)),
        ...look.series,
      })),
    }),
  };
}
