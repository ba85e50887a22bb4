import { leftOutText, writeDataset } from '../dataset/write-dataset.js';
import { Gathering, DatasetProgress, gatherPuzzles, Refused } from '../dataset/gathering.js';
import { countText, numberOf } from '../../solver/core/text/numbers.js';
import {
  checkDataset,
  datasetFlags,
  type DatasetOptions,
  datasetSections,
  resolveRecipe,
} from '../dataset/options.js';
import { writeLineQuestions } from '../dataset/lines.js';
import { makingOf, removeWorkFolder, workFolder } from '../dataset/dataset-folder.js';
import { command, type CommandContext, onSignals } from '../../pipeline/cli/command.js';
import { codeOf } from '../../solver/core/text/error-codes.js';
import { type CommandOutcome, Failure, refuseRejects } from '../../pipeline/cli/terminal.js';

export const dataset = command({
  name: 'dataset',
  summary: 'A data set by a recipe, or of a corpus or a run.',
  operands: '[corpus...|run]',
  description:
    'Makes a folder with a data set: puzzles with one solution, rated, in parts that have no puzzle in common. No two are equal ' +
    'up to turns, mirror images and colours. They are drawn at random until there are enough of each kind, or ' +
    'are those of corpora or of a run. With them come a card for data set hubs, checksums, and the recipe, which ' +
    'makes the same bytes on any machine. docs/lab/datasets.md describes the files.' +
    '\n\n' +
    'If the first candidates say that it will take more than an hour, it says so and stops.',
  flags: datasetFlags,
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
  execute,
});

async function execute(options: DatasetOptions, context: CommandContext): Promise<CommandOutcome> {
  const { out, threads, anyway, db, quiet } = options;
  const { terminal } = context;
  const progress = new DatasetProgress(terminal, quiet);
  if (options.lines !== null) {
    const written = await writeLineQuestions(options.lines, options, terminal);
    const each = written.map(({ name, count }) => `${name} ${countText(count)}`).join(', ');
    progress.say(`${out}: ${numberOf(options.lines.count, 'question')} (${each})`);
    return 'done';
  }
  const { recipe, sources, mayLeaveOut } = await resolveRecipe(options, terminal);
  const work = workFolder(out, recipe, options);
  if (work === null) {
    progress.say(`${out} is complete.`);
    return 'done';
  }
  const stopping = new AbortController();
  const stop = stopping.signal;
  const off = onSignals(context, { stop: () => stopping.abort() });
  const making = makingOf(recipe);
  const gathering = new Gathering(work.path, making);
  try {
    const gathered = { making, gathering, sources, db, threads, anyway, terminal, progress, stop }; // prettier-ignore
    const rejects = await gatherPuzzles(gathered);
    const tally = stop.aborted
      ? null
      : await writeDataset({ ...options, gathering, recipe, mayLeaveOut, work: work.path, terminal, progress, stop }); // prettier-ignore
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
    refuseRejects(rejects);
    return 'done';
  } catch (error) {
    if (error instanceof Refused && !work.isResumed) {
      gathering.close();
      removeWorkFolder(out, work);
    }
    throw isFull(error)
      ? new Failure(
          'NM_DISK_FULL',
          `${out}: the disk is full`,
          'What was gathered so far is kept: make room, and say --resume to go on.',
        )
      : error;
  } finally {
    progress.end();
    gathering.close();
    work.lock.release();
    off();
  }
}

function isFull(error: unknown): boolean {
  return codeOf(error) === 'ENOSPC';
}
