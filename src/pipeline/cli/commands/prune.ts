import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { REPORT_FILES, REPORT_STARTS } from '../../record/outcome.js';
import { bytesText, numberOf, timeText } from '../../../solver/core/text/numbers.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { systemReason } from '../../../solver/core/text/error-codes.js';
import { firstBytes, removeEmptyFolder, removeFile } from '../../files/files.js';
import { bytesOfDatabase, type Store } from '../../store/open/open.js';
import { isDiskError } from '../../store/open/store-error.js';
import { chooseRuns, makeSmall, pruneFigures, removeRuns } from '../../store/prune.js';
import { flag } from '../flags.js';
import { command } from '../command.js';
import { integerFlag, readSpan, switchFlag, valueFlag } from '../flag.js';
import {
  type CommandOutcome,
  Failure,
  UsageError,
  type Terminal,
  conflict,
  notExpected,
} from '../terminal.js';
import { reportFolder } from '../running/report-run.js';
import { withStore } from '../with-store.js';
import { createInterface } from 'node:readline';

const sections = {
  'Which runs go': {
    keep: integerFlag('--keep (last)', 'none', {
      min: 1,
      help: 'All but the latest n of each name, or of the same corpora.',
    }),
    olderThan: valueFlag('--older-than <duration> (before, age)', 'none', {
      help: 'Runs that began longer ago than this (90d, 12w, 48h), except those that --keep keeps.',
      read: readSpan,
    }),
    run: valueFlag('--run <n,n..m> (runs)', 'none', {
      joinedBy: ',',
      help: 'Runs with these numbers: 3,5..8.',
      read: readRuns,
    }),
    db: flag.db,
  },
  'How to remove them': {
    dryRun: flag.dryRun,
    yes: switchFlag('--yes (y, force)', 'unasked', {
      help: 'Do not ask; needed where nobody is at the keyboard.',
    }),
  },
};

export const prune = command({
  name: 'prune',
  summary: 'Remove old runs, and make the database small.',
  description:
    'Removes runs with their results, rejects, claims and reports (those in their usual folders), and the puzzles that no other ' +
    'run has; then the file is made small. It says what goes, and asks. The last complete run of a name, or of the same corpora, ' +
    'stays unless --run names it, as later ones are compared with it. Nothing else may write to the database meanwhile. ' +
    'Whatever stops it, the database is whole: with these runs, or without them.',
  sections,
  examples: {
    'nonomill prune --keep 30': 'The latest 30 runs of each name stay.',
    'nonomill prune --older-than 90d --dry-run': 'What is older than 90 days.',
    'nonomill prune --run 3,5..8 --yes': 'These five runs, without asking.',
  },
  check(_, { keep, olderThan, run, db, dryRun, yes }) {
    if (run === null && keep === null && olderThan === null) {
      const message = 'prune needs to know which runs: --keep 30, --older-than 90d or --run 3,5..8';
      throw new UsageError('NM_ARGUMENTS', message);
    }
    if (run !== null && (keep !== null || olderThan !== null)) {
      throw conflict('--run names runs: leave out --keep and --older-than');
    }
    const before = olderThan === null ? null : new Date(Date.now() - olderThan).toISOString();
    return { request: run === null ? { keep, before } : { runIds: run }, db, dryRun, yes };
  },
  async execute({ request, db, dryRun, yes }, { terminal }) {
    const access = { readonly: dryRun, mustExist: true };
    const pruned = async (store: Store): Promise<CommandOutcome> => {
      const chosen = chooseRuns(store, request);
      if (chosen.unknown.length > 0) {
        const message = `${db} has no run ${chosen.unknown.join(', ')}: "nonomill runs" lists them`;
        throw new Failure('NM_RUN_UNKNOWN', message);
      }
      for (const { run, why } of chosen.kept) terminal.say(`Run ${run.runId} stays: ${why}.`);
      const runIds = chosen.runs.map(({ runId }) => runId);
      if (runIds.length === 0) {
        terminal.say('There is no run to remove.');
        return 'done';
      }
      const reports = new Map(
        runIds.flatMap((runId) => {
          const folder = reportFolder(db, runId);
          return existsSync(join(folder, REPORT_FILES.json)) ? [[runId, folder] as const] : [];
        }),
      );
      const figures = pruneFigures(store, runIds);
      await terminal.print(planText(chosen, figures, reports.size));
      if (dryRun) return 'done';
      if (!yes && !(await isAgreed(terminal))) {
        terminal.say('Nothing was removed.');
        return 'done';
      }
      const before = bytesOfDatabase(db);
      // Reports go first: whoever is killed meanwhile still has the runs, which name them the next
      // time; and what they took may be what a full disk lacks.
      const removed = runIds.filter((runId) => isReportRemoved(runId, reports, terminal));
      if (removed.length === 0) return 'done';
      remove(store, removed);
      terminal.say(`Removed ${numberOf(removed.length, 'run')}.`);
      sayHowSmall(store, before, terminal);
      return 'done';
    };
    return withStore(db, pruned, access);
  },
});

/** @throws Failure if the disk has no room even for the log of the removal. */
function remove(store: Store, runIds: readonly number[]): void {
  try {
    removeRuns(store, runIds);
  } catch (error) {
    if (!isDiskError(error)) throw error;
    throw new Failure(
      'NM_DISK_FULL',
      `${store.path}: nothing was removed from it, as the disk is full: a removal needs some room for its log`,
      'Make room on the disk, or remove fewer runs at a time (--run 3), and prune again.',
    );
  }
}

function sayHowSmall(store: Store, before: number, terminal: Terminal): void {
  const after = makeSmall(store);
  if (after === null) {
    terminal.say(
      'The database keeps its size: to make it small, the disk would need room for copies of it. Later runs use the space in it.',
    );
    return;
  }
  terminal.say(`The database takes ${bytesText(after)} now; before, it took ${bytesText(before)}.`);
}

function planText(
  { runs }: ReturnType<typeof chooseRuns>,
  figures: ReturnType<typeof pruneFigures>,
  reports: number,
) {
  const lines = runs.map(({ runId, name, startedAt }) => {
    const called = name === null ? '' : ` (${plainText(name)})`;
    return `  run ${runId}${called}, ${timeText(startedAt)}`;
  });
  const { results, rejects, puzzles, sources, bytes } = figures;
  const what = [
    numberOf(runs.length, 'run'),
    numberOf(results, 'result'),
    ...(rejects > 0 ? [numberOf(rejects, 'reject')] : []),
    `${numberOf(puzzles, 'puzzle')} of ${numberOf(sources, 'file')} that no other run has`,
    ...(reports > 0 ? [numberOf(reports, 'report')] : []),
  ];
  return [...lines, `To go: ${what.join(', ')}; about ${bytesText(bytes)}.`]
    .map((line) => `${line}\n`)
    .join('');
}

/**
 * Removes the files of a run's report that are as reports are, and the folder if nothing else is in
 * it. If that is not possible, as when another program has one open, the run stays: with its
 * summary.json, the last of the files, the rest is found the next time.
 */
function isReportRemoved(runId: number, reports: ReadonlyMap<number, string>, terminal: Terminal) {
  const folder = reports.get(runId);
  if (folder === undefined) return true;
  let path = folder;
  try {
    for (const [kind, name] of Object.entries(REPORT_FILES)) {
      path = join(folder, name);
      const start = REPORT_STARTS[kind as keyof typeof REPORT_FILES];
      if (existsSync(path) && firstBytes(path, start.length) === start) removeFile(path);
    }
    path = folder;
    if (readdirSync(folder).length === 0) removeEmptyFolder(folder);
    return true;
  } catch (error) {
    const reason = systemReason(error, 'write');
    terminal.say(`Run ${runId} stays: ${plainText(path)} cannot be removed: ${reason}.`);
    return false;
  }
}

function readRuns(word: string): readonly number[] {
  return word.split(',').flatMap((part) => {
    const [, first, last = first] = /^(\d+)(?:\.\.(\d+))?$/.exec(part.trim()) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (first === undefined || from > to || to - from > 100_000) {
      throw notExpected('numbers of runs such as 3,5..8', word);
    }
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  });
}

/** Whether a person says that they may go. @throws UsageError if nobody can be asked */
async function isAgreed(terminal: Terminal): Promise<boolean> {
  if (!terminal.typing) {
    const instead = 'say --yes, or --dry-run';
    throw new UsageError('NM_CONFIRMATION', `nobody can be asked here: ${instead}`);
  }
  terminal.say('Remove them? Type y for yes:');
  for await (const line of createInterface({ input: terminal.stdin, terminal: false })) {
    return /^y(es)?$/i.test(line.trim());
  }
  return false;
}
