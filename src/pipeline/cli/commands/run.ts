import { command } from '../command.js';
import { nightly } from '../night/night.js';
import { STATUSES, STATUS_MEANINGS } from '../../../solver/core/result/outcome.js';
import { columnOf } from '../../../solver/core/result/tables.js';
import { conflict } from '../terminal.js';
import { checkRun, runFlags, runSections } from '../running/run-options.js';

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
    operands: { usage: '[corpus...]', min: 0, max: Infinity, missing: 'a corpus' },
    description:
      'Solves every puzzle of the corpora (files, folders, globs, or - for standard input; ' +
      'plain or gzipped) and writes what it found to a database, with a report. An idle thread ' +
      'helps with one that has taken another a tenth of a second: it solves it turned or mirrored, ' +
      'and the first verdict counts. With --max-steps none does.\n\n' +
      'Ctrl-C stops it cleanly: finished work is kept, and "nonomill run --resume" goes ' +
      'on. A second Ctrl-C ends it at once; even then nothing that was committed is lost.',
    flags: runFlags,
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
