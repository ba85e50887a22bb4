import { exportColumns, exportRows } from '../../store/listing/result-page.js';
import { csvLines, exportedParquet, tableOf } from '../exporting.js';
import { flag } from '../flags.js';
import * as whereFlag from '../where-flag.js';
import { withSince } from '../../store/changes/since.js';
import { command } from '../command.js';
import { wantedRun, withStore } from '../with-store.js';
import { untilStopped } from '../progress.js';
import { isStandardOutput, openSink, writeLines, writePieces } from '../input-output.js';
import { columnOf } from '../../record/tables.js';
import { UsageError, conflict } from '../terminal.js';

const sections = {
  'Which results': { where: whereFlag.where, take: flag.take },
  Output: { to: flag.exportTo, with: flag.withWhat, out: flag.out, force: flag.force, db: flag.db },
};

const EXPORTED_COLUMNS = {
  title: 'Columns (docs/pipeline/results.md says more)',
  words: exportColumns({ withClues: true }).map(
    (name) => [name, columnOf(tableOf(name), name).meaning] as const,
  ),
};

export const exportResults = command({
  name: 'export',
  summary: 'Write results as CSV, NDJSON or Parquet.',
  operands: '[run]',
  description:
    'Writes the results of a run (by its number or name; the latest by default), one on each ' +
    'line, in the order of the corpora. The columns are those of the database. --where filters and ' +
    'sorts as the pages do.',
  sections,
  examples: {
    'nonomill export --out results.csv': 'All results of the latest run.',
    'nonomill export sample --where status=multiple,timeout --to ndjson':
      'Those of the run called sample that are not unique or not decided.',
    'nonomill export --where new --with clues --out new.ndjson':
      'What is new since the last night, for sheets and others that read puzzles.',
    "nonomill export --where 'technique=line sort=-score'":
      'Line-solvable ones, the hardest first.',
    "nonomill export --where 'status=unique sort=score' --take 100 --with clues --out best.ndjson":
      'The hundred easiest with one solution, in order, for sheets and others that read puzzles.',
    'nonomill export --with clues --out results.parquet':
      'With the clues, for DuckDB, pandas or Spark.',
  },
  glossary: [EXPORTED_COLUMNS],
  check([run], values) {
    const { where, take, to, out, force, db } = values;
    return {
      run,
      db,
      take: take ?? Infinity,
      list: where ?? whereFlag.readWhere(''),
      withClues: values.with === 'clues',
      format: exportFormat(to, out),
      out,
      force,
    };
  },
  async execute({ db, run, take, list, withClues, format, out, force }, context) {
    const { terminal } = context;
    return withStore(db, async (store) => {
      const { runId } = wantedRun(store, run, terminal);
      const request = { ...list, filter: withSince(store, [runId], list.filter), runId, withClues };
      const columns = exportColumns(request);
      const inTheWay = terminal.output.isTty && (out === null || isStandardOutput(out));
      return untilStopped(context, inTheWay, async (stop, progress) => {
        const rows = exportRows(store, { ...request, take }, progress);
        const isStopped = (): boolean => stop.reason !== null;
        const sink = await openSink({ out, force, isStopped }, terminal);
        if (format === 'parquet') {
          const pieces = exportedParquet(columns, rows);
          await writePieces(pieces, sink, isStopped);
        } else {
          const lines = format === 'csv' ? csvLines(columns, rows) : jsonLines(columns, rows);
          await writeLines(lines, sink, isStopped);
        }
        return isStopped() ? 'interrupted' : 'done';
      });
    });
  },
});

function* jsonLines(
  columns: ReturnType<typeof exportColumns>,
  rows: ReturnType<typeof exportRows>,
): Generator<string> {
  for (const row of rows) {
    yield JSON.stringify(Object.fromEntries(columns.map((name, i) => [name, row[i]]))) + '\n';
  }
}

/** The format that a file's name asks for; null for standard output. @throws UsageError */
function formatOfFile(out: string | null): 'csv' | 'ndjson' | null {
  if (out === null) return null;
  if (/\.csv(\.gz)?$/i.test(out)) return 'csv';
  if (/\.(ndjson|jsonl)(\.gz)?$/i.test(out)) return 'ndjson';
  // The names of devices and pipes do not tell a format.
  if (/^\/(dev|proc)\//.test(out)) return null;
  const message = `--out: "${out}" is neither .csv nor .ndjson; use --to csv or --to ndjson`;
  throw new UsageError('NM_FORMAT_UNKNOWN', message);
}

type ExportFormat = 'csv' | 'ndjson' | 'parquet';

/** The format by `--to`, else by the name of the file, else csv. @throws UsageError */
function exportFormat(to: ExportFormat | null, out: string | null): ExportFormat {
  const format = to ?? (/\.parquet$/i.test(out ?? '') ? 'parquet' : (formatOfFile(out) ?? 'csv'));
  if (format !== 'parquet') return format;
  if (out === null) throw conflict('--to parquet: a Parquet file needs --out <file>.parquet');
  if (/\.gz$/i.test(out)) {
    const message = `--out: "${out}" must not be gzipped: Parquet is compressed itself`;
    throw new UsageError('NM_OPTION_VALUE', message);
  }
  return format;
}
