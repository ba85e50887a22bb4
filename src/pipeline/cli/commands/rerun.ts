import { resolve, dirname } from 'node:path';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { commandText } from '../../../solver/core/text/typed.js';
import { conditionDifferences, compareAgain, FIGURE_NAMES } from '../../store/compare.js';
import { folderOf, findRun, runById } from '../../store/stored-runs.js';
import type { Store } from '../../store/open/open.js';
import type { FormerRun } from '../run-again.js';
import { shared } from '../flags.js';
import { command, type CommandContext } from '../command.js';
import { withStore } from '../with-store.js';
import { type CommandOutcome, Failure, firstOf } from '../terminal.js';
import { countText, numberOf } from '../../../solver/core/text/numbers.js';
import { existsSync, readFileSync } from 'node:fs';
import { systemReason } from '../../../solver/core/text/error-codes.js';
import type { Summary } from '../../report/summary/numbers.js';

/** Differing puzzles that programs are told of. */
const MOST = 10_000;

/** Of what differs: versions, machines, and limits of puzzles that were tried again. */
const TOLD = new Set([
  ...['nonomill', 'solver', 'Node.js', 'host', 'processor'],
  ...['timeoutMs', 'maxSteps', 'memoryMiB'],
]);

export const rerun = command({
  name: 'rerun',
  summary: 'Do a run again, and compare each verdict.',
  operands: '<run|summary.json>',
  missing: 'a run: its number, its name, or its summary.json',
  description:
    'Solves all puzzles of a run again, as a new run of the same database: with the same options, for as long ' +
    '(--stop-after) and in as many rounds, with the same files (by their hashes; which are missing or changed is said), and nothing taken over. Then it ' +
    'compares verdicts, numbers of solutions, guess depths, scores and rejects, puzzle by puzzle. Of a run ' +
    'whose summary.json alone is at hand it compares the figures there.\n\n' +
    'Ends with exit code 0 if all are equal, and with 3 if some differ.',
  sections: { Options: shared('db', 'name', 'threads', 'json', 'quiet') },
  examples: {
    'nonomill rerun 12': 'Whether run 12 comes out the same on this machine.',
    'nonomill rerun paper/summary.json --db again.sqlite':
      'Whether the figures of a report come out the same.',
    'nonomill rerun book --threads 2 --json': 'The latest run called book; for a program.',
  },
  async execute({ db, operands: [wanted], name, threads, json, quiet }, context) {
    const { terminal } = context;
    // Threads and what makes runs take a while to load, so other commands do without them.
    const [{ RUN_PARTS }, { carryOut, troubleOf }, { doRun }, again] = await Promise.all([
      import('../running/execute-run.js'),
      import('../running/carry-out.js'),
      import('../../runs/do-run.js'),
      import('../run-again.js'),
    ]);
    const summary = /\.json$/i.test(wanted) ? await readSummary(wanted) : null;
    const storedRun = (store: Store) => {
      const run = findRun(store, wanted);
      return { ...again.formerRun(store, run), runId: run.runId };
    };
    const stored = summary === null ? await withStore(db, storedRun) : null;
    const former = (summary ?? stored)!;
    const request = again.requestAgain(former, { db, threads, name });
    const outcome = await carryOut({ quiet, drains: true }, context, async (controls) => {
      await again.requireSameFiles(former, request.corpora, controls.stop);
      return doRun(request, controls, RUN_PARTS);
    });
    if (outcome === null) return 'interrupted';
    const after = outcome.runId;
    if (outcome.state !== 'complete') {
      const folder = folderOf(former.options);
      const there = folder === process.cwd() ? '' : `, in ${plainText(folder)}`;
      const words = ['run', '--resume', '--db', there === '' ? db : resolve(db)];
      const goOn = `To go on: ${commandText(words, process.platform)}${there}`;
      const trouble = troubleOf(outcome, goOn);
      if (trouble !== null) throw trouble;
      terminal.say(`Stopped: run ${after} is not complete, and not compared. ${goOn}`);
      return 'interrupted';
    }
    if (summary !== null) return compareSummary(summary, after, { db, json, quiet }, context);
    return withStore(db, async (store) => {
      const found = comparedAgain(store, stored!.runId, after);
      const equal = isSame(found);
      if (json) await terminal.printJson({ equal, ...found });
      else if (!quiet) await terminal.print(againText(found));
      return equal ? 'done' : 'unmet';
    });
  },
});

async function compareSummary(
  before: FormerSummary,
  after: number,
  { db, json, quiet }: { readonly db: string; readonly json: boolean; readonly quiet: boolean },
  { terminal }: CommandContext,
): Promise<CommandOutcome> {
  const { gatherNumbers, summaryOf } = await import('../../report/summary/numbers.js');
  return withStore(db, async (store) => {
    const differing = differingFigures(before, summaryOf(gatherNumbers(store, after)));
    const equal = differing.length === 0;
    if (json) await terminal.printJson({ equal, after, differing });
    else if (!quiet) await terminal.print(figuresText(before.label, after, differing));
    return equal ? 'done' : 'unmet';
  });
}

/** Lines of puzzles on a terminal; `--json` has more. */
const LISTED = 20;

function comparedAgain(store: Store, before: number, after: number) {
  const [former, again] = [before, after].map((runId) => runById(store, runId)!);
  const conditions = conditionDifferences(former, again).filter(({ name }) => TOLD.has(name));
  return { before, after, conditions, ...compareAgain(store, before, after, MOST) };
}

const FIGURE_WORDS: Readonly<Record<(typeof FIGURE_NAMES)[number], string>> = {
  verdict: 'verdict',
  solutions: 'number of solutions',
  guessDepth: 'guess depth',
  score: 'score',
};

function isSame({ differing, rejects }: ReturnType<typeof compareAgain>): boolean {
  return differing === 0 && rejects === 0;
}

function againText(found: ReturnType<typeof comparedAgain>): string {
  const { before, after, puzzles, differing, byFigure, undecided, rejects, conditions } = found;
  const lines = [
    `run ${after} against run ${before}: ${numberOf(puzzles, 'puzzle')}`,
    ...conditions.map(
      ({ name, left, right }) => `${name}: ${plainText(left)} before, ${plainText(right)} after`,
    ),
  ];
  if (isSame(found))
    lines.push('All are equal: verdicts, numbers of solutions, guess depths, scores and rejects.');
  const figures = FIGURE_NAMES.filter((figure) => byFigure[figure] > 0).map(
    (figure) => `${FIGURE_WORDS[figure]} ${countText(byFigure[figure])}`,
  );
  if (differing > 0)
    lines.push(`${numberOf(differing, 'puzzle differs', 'puzzles differ')}: ${figures.join(', ')}`);
  if (rejects > 0) lines.push(`${numberOf(rejects, 'reject')} of one run alone`);
  if (undecided > 0) {
    lines.push(
      `${countText(undecided)} of them without a verdict, depth or score in one of the runs: a busy or slow machine ` +
        'runs out of time sooner. --max-steps is a limit that is the same everywhere.',
    );
  }
  const changed = found.first.map(
    ({ name, before: then, after: now }) =>
      `${plainText(name)}  ${then ?? 'no result'} -> ${now ?? 'no result'}`,
  );
  lines.push(...firstOf(changed, LISTED, '  and', differing));
  return `${lines.join('\n')}\n`;
}

function figuresText(label: string, after: number, differing: ReturnType<typeof differingFigures>) {
  const what =
    differing.length === 0
      ? 'All figures are equal.'
      : `${numberOf(differing.length, 'figure differs', 'figures differ')}:`;
  const lines = differing.map(
    ({ name, before, after: now }) =>
      `  ${plainText(name)}: ${before ?? 'none'} before, ${now ?? 'none'} after`,
  );
  return `${[`run ${after} against ${label}`, what, ...lines].join('\n')}\n`;
}

/** What two summaries of the same puzzles must agree on; times and lists of puzzles aside. */
const FIGURES = ['puzzles', 'rejects', 'byStatus', 'byGuessDepth', 'bySize', 'difficulty'] as const;

/** The part of a summary that a run is done again by. */
type FormerSummary = Pick<Summary, (typeof FIGURES)[number]> & FormerRun;

/** A bundle's files are beside its summary. @throws Failure if it is none, or lacks files */
async function readSummary(path: string): Promise<FormerSummary> {
  const summary = parsed(path) as Partial<Summary> | null;
  const { run, files } = summary ?? {};
  const isSummary =
    typeof run?.options === 'object' &&
    isListOfFiles(files?.sources) &&
    FIGURES.every((figure) => summary?.[figure] !== undefined);
  if (!isSummary) throw notSummary(path, 'it is not the summary.json of a run');
  if (files.read > files.sources.length) {
    const listed = `it names ${files.sources.length} of ${files.read} files`;
    throw notSummary(path, `${listed}: name the run, in its database`);
  }
  const { options, state, runId, rounds } = run;
  const label = `run ${runId} of ${plainText(path)}`;
  const { corpusInBundle } = await import('../bundle.js');
  const sources = files.sources.map((source, i) => {
    const inBundle = resolve(dirname(path), corpusInBundle(i, source.path));
    return existsSync(inBundle) ? { ...source, path: inBundle } : source;
  });
  return { ...(summary as Summary), label, options, state, sources, rounds: roundsIn(rounds) };
}

/** The rounds in what a stranger may have written. */
function roundsIn(rounds: unknown): FormerRun['rounds'] {
  if (!Array.isArray(rounds)) return [];
  return rounds.filter((one): one is FormerRun['rounds'][number] => {
    const { round, tried } = (one ?? {}) as Record<string, unknown>;
    return Number.isSafeInteger(round) && Number.isSafeInteger(tried);
  });
}

function isListOfFiles(sources: unknown): sources is Summary['files']['sources'] {
  const isFile = (one: unknown): boolean => {
    const { path, format } = (one ?? {}) as Record<string, unknown>;
    return typeof path === 'string' && typeof format === 'string';
  };
  return Array.isArray(sources) && sources.every(isFile);
}

function parsed(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw notSummary(path, systemReason(error, 'read'));
  }
  try {
    const summary = JSON.parse(text) as unknown;
    let level: readonly unknown[] = [summary];
    for (let depth = 0; level.length > 0; depth++) {
      if (depth > MOST_LEVELS) throw new RangeError();
      level = level.flatMap((one): unknown[] =>
        typeof one === 'object' && one !== null ? Object.values(one) : [],
      );
    }
    return summary;
  } catch (error) {
    const isDeep = error instanceof RangeError;
    throw notSummary(path, isDeep ? 'it nests deeper than any summary' : 'it is no JSON');
  }
}

/** Levels of nesting that are read: a summary has far fewer. */
const MOST_LEVELS = 100;

function notSummary(path: string, reason: string): Failure {
  return new Failure('NM_RUN_NOT_REPEATABLE', `${plainText(path)}: ${reason}`);
}

type Value = string | number | boolean | null;

/** The figures that are not the same in two summaries, such as `byStatus.unique`. */
function differingFigures(before: FormerSummary, after: Summary) {
  const [then, now] = [before, after].map(
    (summary) => new Map(FIGURES.flatMap((figure) => leaves(figure, summary[figure]))),
  );
  return [...new Set([...then.keys(), ...now.keys()])]
    .map((name) => ({ name, before: then.get(name) ?? null, after: now.get(name) ?? null }))
    .filter((figure) => figure.before !== figure.after);
}

function leaves(name: string, value: unknown): [string, Value][] {
  if (typeof value !== 'object' || value === null) return [[name, value as Value]];
  return Object.entries(value).flatMap(([key, one]) => leaves(`${name}.${key}`, one));
}
