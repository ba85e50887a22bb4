import { writeChart } from '../../pipeline/cli/answer-table.js';
import { type CommandContext, onSignals } from '../../pipeline/cli/command.js';
import { refuseUnwritable } from '../../pipeline/cli/input-output.js';
import { WorkProgress } from '../../pipeline/cli/progress.js';
import { takeCare } from '../../pipeline/cli/running/carry-out.js';
import {
  type CommandOutcome,
  Failure,
  notExpected,
  tableText,
} from '../../pipeline/cli/terminal.js';
import { builtFile } from '../../pipeline/files/program.js';
import { isInShard, type Shard } from '../../pipeline/record/options.js';
import { type ChartFigure, columnAxis } from '../../pipeline/report/figures/look.js';
import { shareOf } from '../../pipeline/report/statistics/intervals.js';
import { StopRequest, watchTime } from '../../pipeline/runs/request.js';
import { TaskThreads } from '../../pipeline/runs/pool/task-threads.js';
import { whenUnlocked } from '../../pipeline/runs/stored-run.js';
import { type CensusCount, StoredCensus } from '../../pipeline/store/census.js';
import { openStore } from '../../pipeline/store/open/open.js';
import type { GridSize } from '../../solver/core/puzzle/types.js';
import { csvLine, markdownTable } from '../../solver/core/text/escape.js';
import { countText, shareText } from '../../solver/core/text/numbers.js';
import { commandText } from '../../solver/core/text/typed.js';
import { CensusCounter, type CensusTask, MOST_CELLS, MOST_SIDE } from '../census.js';
import { seedOf } from '../dataset/chunks.js';

/** What is counted, and how that is shown. */
export interface CensusOptions {
  readonly kind: 'census';
  readonly size: GridSize;
  /** So many pictures are drawn instead, by this seed; null to count all of them. */
  readonly sample: number | null;
  readonly seed: number;
  readonly shard: Shard | null;
  readonly db: string;
  readonly threads: number;
  readonly stopAfterMs: number | null;
  readonly nice: number | null;
  readonly form: 'text' | 'csv' | 'json' | 'md';
  readonly chart: string | null;
  readonly force: boolean;
  readonly quiet: boolean;
}

/** The size that a census is of. @throws UsageError */
export function readCensusSize(word: string | undefined): GridSize {
  const [, width, height] = /^(\d+)x(\d+)$/i.exec(word ?? '') ?? [];
  const size = { width: Number(width), height: Number(height) };
  const cells = size.width * size.height;
  if (cells >= 1 && cells <= MOST_CELLS && Math.max(size.width, size.height) <= MOST_SIDE) {
    return size;
  }
  throw notExpected(
    `a size of at most ${MOST_CELLS} cells and ${MOST_SIDE} a side such as census 6x6`,
    word ?? '',
  );
}

/** Counts what is not counted yet, or a sample, and shows what is known by then. */
export async function executeCensus(
  options: CensusOptions,
  context: CommandContext,
): Promise<CommandOutcome> {
  const { size, sample, threads, nice, chart, force, form, quiet } = options;
  const { terminal, typed } = context;
  if (chart !== null) await refuseUnwritable(chart, force);
  takeCare(nice, terminal);
  const stop = new StopRequest();
  const progress = new WorkProgress(terminal, quiet);
  const pool: CensusThreads = new TaskThreads(builtFile('workers/dataset.cjs'), threads, size);
  stop.onRequest(() => void pool.close());
  const unwatch = watchTime({ stopAfterMs: options.stopAfterMs }, stop);
  const off = onSignals(context, {
    stop: () => stop.request('signal'),
    beforeEnd: () => progress.close(),
  });
  let counts: readonly CensusCount[];
  try {
    const warn = (message: string): void => terminal.say(`nonomill: ${message}`);
    const work = { options, pool, stop, progress, warn };
    counts = sample === null ? await countAll(work) : await countSample(work, sample);
  } finally {
    off();
    unwatch();
    progress.close();
    await pool.close();
  }
  const census: Census = {
    size: sizeText(size),
    all: picturesOf(size),
    isSample: sample !== null,
    byFilled: counts,
    total: sumOf(counts),
  };
  if (counts.length > 0) {
    if (chart !== null) await writeChart(censusChart(census), { out: chart, force }, terminal);
    await terminal.print(censusText(census, form));
  }
  if (stop.reason !== null) {
    terminal.say(`Stopped. ${farText(census)}`);
    if (sample === null) terminal.say(`To go on: ${commandText(typed, process.platform)}`);
    return 'interrupted';
  }
  if (!quiet && form !== 'text') terminal.say(farText(census));
  return 'done';
}

type CensusThreads = TaskThreads<CensusTask, CensusCount[]>;

interface CensusWork {
  readonly options: CensusOptions;
  readonly pool: CensusThreads;
  readonly stop: StopRequest;
  readonly progress: WorkProgress;
  readonly warn: (message: string) => void;
}

function sizeText({ width, height }: GridSize): string {
  return `${width}x${height}`;
}

/** How many pictures there are of a size. */
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
      for (let place = 0; place < counter.groups; place++) {
        if (shard !== null && !isInShard(place, shard)) continue;
        const group = counter.groupAt(place);
        if (group === null) continue;
        const called = counter.nameOf(group);
        if (!known.has(called)) yield { name: called, task: { group } };
      }
    };
    let done = 0;
    for await (const { item, counts } of answersTo(work, missing())) {
      await whenUnlocked(() => stored.add(item.name, counts), work);
      work.progress.reached((done += sumOf(counts).pictures), left, shard !== null);
    }
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
  for await (const { counts } of answersTo(work, tasks)) {
    for (const count of counts) {
      const before = byFilled.get(count.filled);
      byFilled.set(count.filled, before === undefined ? count : sumOf([before, count]));
    }
    work.progress.reached((done += sumOf(counts).pictures), sample);
  }
  return [...byFilled.values()].sort((one, other) => one.filled - other.filled);
}

/** What comes of each task, in their order, until the work is stopped. */
async function* answersTo<Item extends { readonly task: CensusTask }>(
  { pool, stop }: CensusWork,
  items: Iterable<Item>,
): AsyncGenerator<{ readonly item: Item; readonly counts: CensusCount[] }, void, undefined> {
  try {
    for await (const answer of pool.inOrder(items, async (item, doTask) => ({
      item,
      counts: await doTask(item.task),
    }))) {
      yield answer;
      if (stop.reason !== null) return;
    }
  } catch (error) {
    if (stop.reason === null) throw error;
  }
}

/** All counts together. */
function sumOf(counts: readonly CensusCount[]): CensusCount {
  const sum = (key: keyof CensusCount): number =>
    counts.reduce((total, count) => total + count[key], 0);
  return {
    filled: counts.at(0)?.filled ?? 0,
    pictures: sum('pictures'),
    line: sum('line'),
    probe: sum('probe'),
    search: sum('search'),
    sweeps: sum('sweeps'),
  };
}

/** What was found of a size, to be shown. */
interface Census {
  readonly size: string;
  /** All pictures of the size. */
  readonly all: number;
  readonly isSample: boolean;
  readonly byFilled: readonly CensusCount[];
  readonly total: CensusCount;
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

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const [first, ...numbers] = head;
  return tableText([first, ...numbers.map((number) => ({ number }))], rows, Infinity);
}

/** The parts of a column, from below, each in the colour of what it takes. */
const PARTS = [
  { part: 'line', colour: 'line' },
  { part: 'probe', colour: 'probe' },
  { part: 'search', colour: 'search' },
  { part: 'several', colour: 'ambiguous' },
] as const;

/** Shares by the number of filled cells. */
function censusChart(census: Census): ChartFigure {
  const { size, byFilled, total } = census;
  const shareIn = (count: CensusCount, part: (typeof PARTS)[number]['part']): number =>
    figuresOf(count)[part] / count.pictures;
  const said = (count: CensusCount, { part }: (typeof PARTS)[number]): string =>
    `${TITLES[part]} ${(100 * shareIn(count, part)).toFixed(1)} %`;
  const names = byFilled.map(({ filled }) => String(filled));
  return {
    id: 'census',
    title: `${size}: what the pictures take, by filled cells`,
    note: `${countText(total.pictures)} pictures. From below: by lines, one assumption, more; on top several solutions.`,
    description: `${farText(census)} ${PARTS.map((part) => said(total, part)).join(', ')}`,
    drawing: byFilled,
    height: 300,
    table: {
      head: ['filled cells', ...PARTS.map(({ part }) => TITLES[part])],
      rows: byFilled.map((count, i) => [
        names[i],
        ...PARTS.map(({ part }) => countText(figuresOf(count)[part])),
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
      series: PARTS.map(({ part, colour }) => ({
        type: 'bar',
        stack: 'all',
        barCategoryGap: '6%',
        itemStyle: { color: look.techniques[colour] },
        data: byFilled.map((count) => shareIn(count, part)),
        ...look.series,
      })),
    }),
  };
}
