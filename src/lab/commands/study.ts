import { type CensusOptions, executeCensus, readCensusSize } from './census.js';
import { knownPoints, mostOpen, PHASE_QUESTION, phaseChart, puzzlesNeeded } from '../phase.js';
import {
  type Answer,
  answerCsv,
  answerJson,
  answerMarkdown,
} from '../../pipeline/report/statistics/answer-text.js';
import { studyOf, pointsOf, type KeptStudy } from '../../pipeline/record/options.js';
import { newRequest, asking, matchingOf, type RunOutcome } from '../../pipeline/runs/request.js';
import type { Store } from '../../pipeline/store/open/open.js';
import { runById, type Run } from '../../pipeline/store/stored-runs.js';
import { didYouMean } from '../../solver/core/text/typed.js';
import { countText, numberOf } from '../../solver/core/text/numbers.js';
import { generateFlag } from '../../pipeline/cli/generate-flags.js';
import { flag, formOf } from '../../pipeline/cli/flags.js';
import { readWhere } from '../../pipeline/cli/where-flag.js';
import { command, type CommandContext } from '../../pipeline/cli/command.js';
import {
  flagsIn,
  type FlagValues,
  integerFlag,
  listOf,
  switchFlag,
  valueFlag,
} from '../../pipeline/cli/flag.js';
import { withStore } from '../../pipeline/cli/with-store.js';
import { nightly } from '../../pipeline/cli/night.js';
import {
  type CommandOutcome,
  UsageError,
  conflict,
  notExpected,
} from '../../pipeline/cli/terminal.js';
import { answerTable, writeChart } from '../../pipeline/cli/answer-table.js';
import { refuseUnwritable } from '../../pipeline/cli/input-output.js';

const sections = {
  'What to draw': {
    sizes: generateFlag.studySizes,
    densities: generateFlag.studyDensities,
    error: valueFlag('--until-error <share>', 'none', {
      fallback: 0.01,
      defaultText: '1%',
      help: 'Go on until every share is known to within this: half the width of its 95 % interval, such as 1% or 0.01.',
      alsoTried: ['error', 'precision'],
      read: readError,
    }),
    seed: generateFlag.seed,
  },
  'What to count': {
    sample: integerFlag('--sample', 'none', {
      min: 1,
      max: 1e12,
      help: 'With census: draw so many pictures, by --seed, and say what that tells of all, instead of counting them.',
      alsoTried: ['draw', 'estimate', 'count'],
    }),
    shard: {
      ...flag.shard,
      help: 'With census: count one part of the groups, 2/8 for the second of eight; "nonomill merge" joins them.',
    },
  },
  'Of each puzzle': {
    guessDepth: flag.guessDepth,
    rate: switchFlag('--rate', 'none', {
      help: 'Also work out how hard each puzzle with one solution is for people, which takes up to a quarter longer.',
      alsoTried: ['difficulty', 'score', 'rating'],
    }),
    maxSteps: {
      ...flag.maxSteps,
      fallback: 1_000_000,
      defaultText: '1000000',
    },
  },
  'The run': {
    threads: flag.threads,
    resume: {
      ...flag.resume,
      help: 'Go on with the latest unfinished study; options that are not given are as in that one. Of a complete one, print the result again. A census always goes on.',
    },
    stopAfter: flag.stopAfter,
  },
  'Others on the machine': { nice: flag.nice, maxLoad: flag.maxLoad },
  Output: {
    chart: {
      ...flag.chart,
      help: 'Also draw the phase diagram, or the shares of a census by filled cells.',
    },
    force: flag.force,
    csv: flag.csv,
    json: flag.json,
    md: flag.md,
    db: flag.db,
    name: flag.name,
    quiet: flag.quiet,
  },
};

const flags = flagsIn(sections);

type Form = 'text' | 'csv' | 'json' | 'md';

type PhaseOptions = ReturnType<typeof checkPhase>;

const KINDS = ['phase', 'census'];

/** What a census has no use for, and what it alone has. */
const OF_PHASE = [
  ...(['sizes', 'densities', 'error'] as const),
  ...(['guessDepth', 'rate', 'maxSteps', 'maxLoad', 'name'] as const),
];
const OF_CENSUS = ['sample', 'shard'] as const;

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
    flags,
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

function checkStudy(
  [kind, size]: readonly string[],
  values: FlagValues<typeof flags>,
  given: ReadonlySet<keyof typeof flags>,
) {
  if (kind !== 'phase' && kind !== 'census') {
    throw new UsageError(
      'NM_ARGUMENTS',
      `expected ${listOf(KINDS)}, got "${kind}"${didYouMean(kind, KINDS)}`,
    );
  }
  const foreign = (kind === 'census' ? OF_PHASE : OF_CENSUS).find((key) => given.has(key));
  if (foreign !== undefined) throw conflict(`--${flags[foreign].name} has no meaning for ${kind}`);
  return kind === 'census' ? checkCensus(size, values) : checkPhase(size, values, given);
}

function checkCensus(size: string | undefined, values: FlagValues<typeof flags>): CensusOptions {
  const { sample, shard, seed, stopAfter: stopAfterMs } = values;
  if (sample !== null && shard !== null) {
    throw conflict('--sample and --shard do not go together: a sample is drawn at once');
  }
  if (sample === null && seed !== null) throw conflict('--seed needs --sample: all are counted');
  return {
    ...values,
    kind: 'census',
    size: readCensusSize(size),
    seed: seed ?? DEFAULT_SEED,
    stopAfterMs,
    form: formOf(values, ['csv', 'json', 'md']),
  };
}

function checkPhase(
  more: string | undefined,
  values: FlagValues<typeof flags>,
  given: ReadonlySet<keyof typeof flags>,
) {
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
  const { db, name, threads, stopAfter: stopAfterMs, nice, maxLoad } = values;
  const matching = new Set<string>(given);
  if (values.rate) matching.add('noDifficulty');
  return {
    kind: 'phase' as const,
    request: {
      ...asking(
        newRequest({
          db,
          name,
          threads,
          stopAfterMs,
          nice,
          maxLoad,
          mode: values.resume ? { kind: 'resume', given: matchingOf(matching) } : { kind: 'new' },
        }),
        // Not a time, which would decide other puzzles on other machines.
        {
          timeoutMs: null,
          maxSteps: values.maxSteps,
          guessDepth: values.guessDepth,
          noDifficulty: values.rate ? null : true,
        },
      ),
      study: asked,
      given: (['sizes', 'densities', 'error', 'seed'] as const).filter((key) => given.has(key)),
    },
    form: formOf(values, ['csv', 'json', 'md']),
    chart,
    force,
    quiet,
  };
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
    await terminal.print(answerText(answer, runId, form, terminal.output.depth > 1));
  }
  if (quiet) return;
  const run = runById(store, runId)!;
  for (const line of knownLines(answer, studyOf(run.options)!, run)) terminal.say(line);
}

function answerText(answer: Answer, run: number, form: Form, colours: boolean): string {
  switch (form) {
    case 'csv':
      return answerCsv(answer);
    case 'json': {
      const { rows } = answerJson(answer);
      return JSON.stringify({ run, rows }, null, 2) + '\n';
    }
    case 'md':
      return answerMarkdown(answer);
    case 'text':
      // All points together say nothing: most puzzles are drawn where the shares are hardest to
      // know.
      return answerTable(answer, colours, false);
  }
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
