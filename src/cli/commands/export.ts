import { EXPORT_COLUMNS, exportRows, type ExportValue } from '../../store/queries/export-rows.js';
import { csvField } from '../../text/csv.js';
import { findRun } from '../../store/runs/runs.js';
import { command, type CommandContext } from '../frame/command.js';
import type { FlagValues } from '../frame/flag.js';
import * as known from '../flags/flags.js';
import type { CommandOutcome } from '../outcome/outcome.js';
import { onSignals } from '../frame/signals.js';
import { openSink, writeLines } from '../terminal/text-sink.js';
import { formatOfFile, type WrittenFormat } from '../convert/written-format.js';
import { EXPORTED_COLUMNS } from '../stored/result-glossary.js';
import { withStore } from '../stored/with-store.js';

const flags = {
  db: known.db,
  status: known.status,
  to: known.to,
  out: known.out,
  force: known.force,
};

interface ExportOptions extends FlagValues<typeof flags> {
  /** The user's word for the run; undefined for the latest. */
  readonly run: string | undefined;
  readonly format: WrittenFormat;
}

export const exportResults = command({
  name: 'export',
  summary: 'Write results as CSV or NDJSON.',
  operands: { usage: '[run]', min: 0, max: 1, missing: '' },
  description:
    'Writes the results of a run (by its number or name; the latest by default), one on each ' +
    'line, in the order of the corpora. The columns are those of the database.',
  flags,
  examples: [
    { line: 'nonomill export --out results.csv', what: 'All results of the latest run.' },
    {
      line: 'nonomill export sample --status multiple,timeout --to ndjson',
      what: 'Those of the run called sample that are not unique or not decided.',
    },
  ],
  glossary: [EXPORTED_COLUMNS],
  check: (operands, values): ExportOptions => ({
    ...values,
    run: operands[0],
    format: values.to ?? formatOfFile(values.out) ?? 'csv',
  }),
  execute,
});

async function execute(
  { db, run, status, format, out, force }: ExportOptions,
  { terminal, endNow }: CommandContext,
): Promise<CommandOutcome> {
  return withStore(db, async (store) => {
    const rows = exportRows(store, findRun(store, run).runId, status);
    let stopped = false;
    const off = onSignals({ stop: () => (stopped = true), endNow });
    try {
      const lines = format === 'csv' ? csvLines(rows) : jsonLines(rows);
      await writeLines(
        lines,
        await openSink({ out, force, isStopped: () => stopped }, terminal),
        () => stopped,
      );
    } finally {
      off();
    }
    return stopped ? 'interrupted' : 'done';
  });
}

function* csvLines(rows: Iterable<readonly ExportValue[]>): Generator<string> {
  yield EXPORT_COLUMNS.join(',') + '\n';
  for (const row of rows) yield row.map(csvField).join(',') + '\n';
}

function* jsonLines(rows: Iterable<readonly ExportValue[]>): Generator<string> {
  for (const row of rows) {
    yield (
      JSON.stringify(Object.fromEntries(EXPORT_COLUMNS.map((name, i) => [name, row[i]]))) + '\n'
    );
  }
}
