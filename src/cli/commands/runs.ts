import { countText, numberOf, durationText, timeText } from '../../core/text/numbers.js';
import { fitText, plainText } from '../../core/text/plain-text.js';
import {
  countRun,
  listRuns,
  runSources,
  shownState,
  type Run,
} from '../../runs/store/stored-runs/read-runs.js';
import { typedCorpora } from '../../runs/store/stored-runs/run-corpora.js';
import { resumeWords } from '../../runs/rivals/rival.js';
import type { RunRetry } from '../../core/run-record/run-retry.js';
import { STATE_WORDS, type ShownState } from '../../core/run-record/run-state.js';
import type { Store } from '../../runs/store/open/open.js';
import { NO_OPERANDS, command, type CommandContext } from '../frame/command.js';
import type { FlagValues } from '../frame/flag.js';
import * as outputFlag from '../flags/output-flags.js';
import type { CommandOutcome } from '../outcome/outcome.js';
import { fitsTable, tableText } from '../terminal/table-text.js';
import { withStore } from '../frame/with-store.js';
import { commandText } from '../../core/text/command-text.js';

const flags = { db: outputFlag.db, json: outputFlag.json };

export const runs = command({
  name: 'runs',
  summary: 'List the runs in a database.',
  operands: NO_OPERANDS,
  description: 'Lists the runs in a database, the latest first.',
  flags,
  examples: {
    'nonomill runs': 'The runs in reports/nonomill.sqlite.',
    'nonomill runs --db night.sqlite --json': 'One JSON array, for a program.',
  },
  check: (_operands, values) => values,
  execute,
});

/** A run with its counts, as `--json` prints it. */
interface ListedRun {
  readonly runId: number;
  readonly name: string | null;
  readonly state: ShownState;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly wallMs: number;
  readonly results: number;
  readonly rejects: number;
  readonly retries: readonly RunRetry[];
  readonly corpora: readonly string[];
}

async function execute(
  { db, json }: FlagValues<typeof flags>,
  { terminal }: CommandContext,
): Promise<CommandOutcome> {
  await withStore(db, async (store) => {
    const all = listRuns(store);
    const listed = all.map((run) => listedRun(store, run));
    const columns = terminal.output.isTty ? terminal.output.columns : Infinity;
    const typed = all.map((run, i) => typedCorpora(run.options) ?? listed[i].corpora);
    await terminal.print(
      json ? JSON.stringify(listed, null, 2) + '\n' : runsText(listed, typed, columns),
    );
    const killed = listed.findIndex(({ state }) => state === 'stopped');
    if (killed >= 0) terminal.say(goOnText(all[killed], db));
  });
  return 'done';
}

function listedRun(store: Store, run: Run): ListedRun {
  const state = shownState(store, run);
  const { runId, name, startedAt, finishedAt, wallMs, retries } = run;
  const corpora = runSources(store, runId).map(({ path }) => path);
  const counts = countRun(store, runId);
  return { runId, name, state, startedAt, finishedAt, wallMs, ...counts, retries, corpora };
}

/** What to do about a run that nobody works on, although its state says so. */
function goOnText({ runId, options, name }: Run, db: string): string {
  const words = [...resumeWords(options, name), ...(db === flags.db.fallback ? [] : ['--db', db])];
  return `Run ${runId} was killed, or the machine stopped. To go on: ${commandText(words, process.platform)}`;
}

function runsText(
  listed: readonly ListedRun[],
  corpora: readonly (readonly string[])[],
  columns: number,
): string {
  if (listed.length === 0) return 'It holds no run yet.\n';
  const head = [
    { title: 'run', right: true },
    { title: 'name' },
    { title: 'state' },
    { title: 'started' },
    { title: 'results', right: true },
    { title: 'rejects', right: true },
    { title: 'time', right: true },
    { title: 'corpora' },
  ];
  const rows = listed.map((run, i) => [
    String(run.runId),
    plainText(run.name ?? ''),
    STATE_WORDS[run.state],
    timeText(run.startedAt).replace(' UTC', ''),
    countText(run.results),
    countText(run.rejects),
    durationText(run.wallMs),
    plainText(corpora[i].join(' ')),
  ]);
  if (fitsTable(head, rows, columns)) return tableText(head, rows, columns);
  return listed.map((run, i) => stackedText(run, corpora[i], columns)).join('\n');
}

/** A run as a few short lines, for a terminal that is too narrow for the table. */
function stackedText(run: ListedRun, corpora: readonly string[], columns: number): string {
  const called = run.name === null ? '' : `: ${plainText(run.name)}`;
  const counts = [
    numberOf(run.results, 'result'),
    numberOf(run.rejects, 'reject'),
    durationText(run.wallMs),
  ];
  const lines = [
    `Run ${run.runId}${called}`,
    `  ${STATE_WORDS[run.state]}, started ${timeText(run.startedAt).replace(' UTC', '')}`,
    `  ${counts.join(', ')}`,
    `  ${plainText(corpora.join(' '))}`,
  ];
  return lines.map((line) => fitText(line, columns) + '\n').join('');
}
