import { exportColumns, exportRows } from '../../store/listing/result-page.js';
import {
  EXPORTED_COLUMNS,
  csvLines,
  exportFormat,
  exportedParquet,
  jsonLines,
} from '../exporting.js';
import { flag } from '../flags.js';
import * as whereFlag from '../where-flag.js';
import { withSince } from '../../store/changes/since.js';
import { command } from '../command.js';
import { wantedRun, withStore } from '../with-store.js';
import { untilStopped } from '../progress.js';
import { isStandardOutput, openSink, writeLines, writePieces } from '../input-output.js';

const sections = {
  'Which results': { where: whereFlag.where, take: flag.take },
  Output: { to: flag.exportTo, with: flag.withWhat, out: flag.out, force: flag.force, db: flag.db },
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
