import type { Hono } from 'hono';
import { stream } from 'hono/streaming';
import type { Store } from '../store/open/open.js';
import { resultPages } from '../store/pages/result-page.js';
import type { RunEntry } from './api.js';
import { BadRequest } from './bad-request.js';
import { readFilter, readSort } from './read-query.js';
import { ROW_FORMATS } from './rows-text.js';

/** Rows that are read at a time: other requests are answered in between. */
const ROWS = 500;

/** GET /api/runs/:run/results.csv and .ndjson: all rows that a filter leaves, as a file. */
export function addDownloads(
  app: Hono,
  store: Store,
  runOf: (text: string | undefined) => RunEntry,
): void {
  for (const name of ['csv', 'ndjson'] as const) {
    app.get(`/api/runs/:run/results.${name}`, (context) => {
      const { runId } = runOf(context.req.param('run'));
      const get = (word: string): string | undefined => context.req.query(word);
      const query = { runId, filter: readFilter(get), ...readSort(get), limit: ROWS };
      const format = ROW_FORMATS[name];
      if (get('after') !== undefined) throw new BadRequest('a file begins at the first row');
      context.header('content-type', format.type);
      context.header('content-disposition', `attachment; filename="nonomill-run-${runId}.${name}"`);
      return stream(context, async (out) => {
        await out.write(format.head);
        for (const rows of resultPages(store, query)) {
          if (out.aborted) return;
          await out.write(rows.map(format.line).join(''));
        }
      });
    });
  }
}
