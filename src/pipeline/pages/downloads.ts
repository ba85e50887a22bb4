import { setImmediate } from 'node:timers/promises';
import type { Hono } from 'hono';
import type { Store } from '../store/open/open.js';
import { SHOWN, resultPages, type ResultRow } from '../store/listing/result-page.js';
import { fieldColumn } from '../store/rows/result-fields.js';
import { BadRequest, readFilter, readId, readSort } from './read-query.js';
import { csvField } from '../../solver/core/text/escape.js';

/** How many rows are read at a time: some ten milliseconds. */
const ROWS = 500;

/** GET /api/runs/:run/results.csv and .ndjson: all rows that a filter matches, as a file. */
export function addDownloads(app: Hono, storeWith: (runId: number) => Store): void {
  for (const name of ['csv', 'ndjson'] as const) {
    app.get(`/api/runs/:run/results.${name}`, (context) => {
      const runId = readId(context.req.param('run'), 'run');
      const store = storeWith(runId);
      const get = (word: string): string | undefined => context.req.query(word);
      if (get('after') !== undefined)
        throw new BadRequest('NM_REQUEST_INVALID', 'a file begins at the first row');
      const list = { runId, filter: readFilter(store, runId, get), ...readSort(get) };
      const format = ROW_FORMATS[name];
      return context.body(fileOf(resultPages(store, list, ROWS), format), 200, {
        'content-type': format.type,
        'content-disposition': `attachment; filename="nonomill-run-${runId}.${name}"`,
        'cache-control': 'no-store',
      });
    });
  }
}

/**
 * The rows as a file in pieces. A piece is made only when the one before has been taken, so that a
 * client that does not read costs no memory. Before each piece other requests get a turn; otherwise
 * a client that reads fast would hold them up to the end.
 */
function fileOf(
  pages: Iterator<readonly ResultRow[]>,
  { head, line }: RowFormat,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let first = head;
  return new ReadableStream(
    {
      async pull(controller) {
        await setImmediate();
        const page = pages.next();
        const text = first + (page.done === true ? '' : page.value.map(line).join(''));
        first = '';
        if (text !== '') controller.enqueue(encoder.encode(text));
        if (page.done === true) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** The columns of rows that can be downloaded, named as in the database. */
const COLUMNS: readonly (readonly [name: string, field: keyof ResultRow])[] = [
  ['puzzle_id', 'puzzleId'],
  ...(['name', 'title', 'width', 'height', 'colours'] as const).map(
    (name) => [name, name] as const,
  ),
  ...SHOWN.map((field) => [fieldColumn(field), field] as const),
  ['filled', 'filled'],
];

/** How rows are written to a file. */
interface RowFormat {
  readonly type: string;
  readonly head: string;
  readonly line: (row: ResultRow) => string;
}

const ROW_FORMATS: Readonly<Record<'csv' | 'ndjson', RowFormat>> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: `${COLUMNS.map(([name]) => name).join(',')}\r\n`,
    line: (row) => `${COLUMNS.map(([, field]) => csvField(row[field])).join(',')}\r\n`,
  },
  ndjson: {
    type: 'application/x-ndjson; charset=utf-8',
    head: '',
    line: (row) =>
      `${JSON.stringify(Object.fromEntries(COLUMNS.map(([name, field]) => [name, row[field]])))}\n`,
  },
};
