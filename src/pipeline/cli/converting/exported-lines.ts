import { csvLine } from '../../../solver/core/text/escape.js';
import type { ExportColumn, ExportValue } from '../../store/listing/export-rows.js';

type Rows = Iterable<readonly ExportValue[]>;

/** The rows of an export as CSV, with the names of the columns in the first line. */
export function* csvLines(columns: readonly ExportColumn[], rows: Rows): Generator<string> {
  yield csvLine(columns);
  for (const row of rows) yield csvLine(row);
}

/** The rows of an export as NDJSON. */
export function* jsonLines(columns: readonly ExportColumn[], rows: Rows): Generator<string> {
  for (const row of rows) {
    yield JSON.stringify(Object.fromEntries(columns.map((name, i) => [name, row[i]]))) + '\n';
  }
}
