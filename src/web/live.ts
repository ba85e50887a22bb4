import type { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { RunsAnswer } from './api.js';

const POLL_MS = 1000;

/** Proxies and browsers give up on a connection that says nothing for a minute. */
const SILENCE_MS = 20_000;

/**
 * GET /api/live: the runs as server-sent events, one at once and one after every change. The
 * database is asked once a second for each page that listens; who goes away is asked for no more.
 */
export function addLive(app: Hono, runs: () => RunsAnswer): void {
  app.get('/api/live', (context) =>
    streamSSE(context, async (stream) => {
      let last = '';
      let saidAt = 0;
      while (!stream.aborted && !stream.closed) {
        const data = JSON.stringify(runs());
        if (data !== last) {
          await stream.writeSSE({ event: 'runs', data });
          [last, saidAt] = [data, Date.now()];
        } else if (Date.now() - saidAt > SILENCE_MS) {
          await stream.writeSSE({ event: 'still', data: '' });
          saidAt = Date.now();
        }
        await stream.sleep(POLL_MS);
      }
    }),
  );
}
