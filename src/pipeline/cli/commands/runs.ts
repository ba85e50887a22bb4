import { countText, durationText, timeText } from '../../../solver/core/text/numbers.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { commandText } from '../../../solver/core/text/typed.js';
import {
  countRun,
  listRuns,
  runSources,
  shownState,
  type Run,
  typedCorpora,
} from '../../store/stored-runs.js';
import { resumeWords } from '../../runs/request.js';
import {
  gatesAcceptedText,
  gatesOf,
  STATE_WORDS,
  hasGates,
  judgedGatesText,
  type RunGates,
} from '../../record/outcome.js';
import { acceptedPuzzles } from '../../store/changes/nights.js';
import type { Store } from '../../store/open/open.js';
import { requireSound } from '../../store/queries/damaged-rows.js';
import { command } from '../command.js';
import { switchFlag } from '../flag.js';
import { flag } from '../flags.js';
import { gatesPainted, fittingTable } from '../terminal.js';
import { withStore } from '../with-store.js';

const flags = {
  db: flag.db,
  check: switchFlag('--check (verify, integrity)', 'none', {
    help: 'First look at every page of the database, and whether its rows can be true: 5 s for a million.',
  }),
  json: flag.json,
};

export const runs = command({
  name: 'runs',
  summary: 'List the runs in a database.',
  description: 'Lists the runs in a database, the latest first.',
  sections: { Options: flags },
  examples: {
    'nonomill runs': 'The runs in reports/nonomill.sqlite.',
    'nonomill runs --check': 'The same, if nothing in the database is damaged.',
    'nonomill runs --db night.sqlite --json': 'One JSON array, for a program.',
  },
  async execute({ db, check, json }, { terminal }) {
    await withStore(db, async (store) => {
      if (check) {
        requireSound(store);
        terminal.say(`${db} is sound.`);
      }
      const all = listRuns(store);
      const listed = all.map((run) => listedRun(store, run));
      const shown = all.map((run, i) => ({
        ...listed[i],
        corpora: typedCorpora(run.options) ?? listed[i].corpora,
        gates: gatesCell(run, listed[i].accepted.length),
      }));
      const { room, depth } = terminal.output;
      if (json) await terminal.printJson(listed);
      else await terminal.print(runsText(shown, room, depth > 1));
      if (shown.some(({ gates }) => gates === '?')) terminal.say(NOT_JUDGED);
      const killed = listed.findIndex(({ state }) => state === 'stopped');
      if (killed >= 0) terminal.say(goOnText(all[killed], db));
    });
    return 'done';
  },
});

/** How its gates were judged, and whether its verdicts were accepted since. */
function gatesCell({ state, options, failedGates, acceptedAt }: Run, puzzles: number): string {
  if (state !== 'complete') return '';
  return gatesAcceptedText(gatesShortText(gatesOf(options), failedGates), acceptedAt, puzzles);
}

/**
 * How the gates of a run were judged, for a list: `PASS`, or `FAIL unique, line`; `-` if it has
 * none, and `?` if it was killed before anybody judged them. `failed` are those that did not hold.
 */
function gatesShortText(gates: RunGates, failed: readonly string[] | null): string {
  if (!hasGates(gates)) return '-';
  return failed === null ? '?' : judgedGatesText(failed);
}

/** A run with its counts, as `--json` prints it. */
function listedRun(store: Store, run: Run) {
  const { runId, name, startedAt, finishedAt, wallMs, retries, failedGates, acceptedAt } = run;
  return {
    runId,
    name,
    state: shownState(store, run),
    startedAt,
    finishedAt,
    wallMs,
    ...countRun(store, runId),
    retries,
    /** The names of its gates that did not hold; null if they were not judged, or it has none. */
    failedGates,
    /** When somebody accepted its verdicts; null if nobody did. */
    acceptedAt,
    /** The puzzles, and files, that were accepted one by one. */
    accepted: acceptedPuzzles(store, runId),
    corpora: runSources(store, runId).map(({ path }) => path) as readonly string[],
  };
}

/** What to do about a run that nobody works on, although its state says so. */
function goOnText({ runId, options, name }: Run, db: string): string {
  const words = [...resumeWords(options, name), ...(db === flag.db.fallback ? [] : ['--db', db])];
  return `Run ${runId} was killed, or the machine stopped. To go on: ${commandText(words, process.platform)}`;
}

const NOT_JUDGED =
  'Gates of runs with ? were not judged, as somebody ended the program before: "nonomill history" judges them.';

/** With what people see of each: how its gates were judged, in short. */
function runsText(
  listed: readonly (ReturnType<typeof listedRun> & { readonly gates: string })[],
  columns: number,
  colours: boolean,
): string {
  if (listed.length === 0) return 'It holds no run yet.\n';
  const head = [
    ...[{ number: 'run' }, 'name', 'state'],
    { title: 'gates', paint: (cell: string) => gatesPainted(cell, colours) },
    ...['started', { number: 'results' }, { number: 'rejects' }, { number: 'time' }, 'corpora'],
  ];
  const rows = listed.map((run) => [
    String(run.runId),
    plainText(run.name ?? ''),
    STATE_WORDS[run.state],
    run.gates,
    timeText(run.startedAt).replace(' UTC', ''),
    countText(run.results),
    countText(run.rejects),
    durationText(run.wallMs),
    plainText(run.corpora.join(' ')),
  ]);
  return fittingTable(head, rows, columns, '--json');
}
