import type { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { RunsAnswer } from './api.js';
import { errorAnswer } from './read-query.js';

const POLL_MS = 1000;

/** Proxies and browsers give up on a connection that is silent for a minute. */
const SILENCE_MS = 20_000;

/**
 * GET /api/live: the runs as server-sent events, one at once and one after every change; an event
 * `problem` says why they cannot be read. The database is read once a second for each page that
 * listens, until the page is gone.
 */
export function addLive(app: Hono, runs: () => RunsAnswer): void {
  app.get('/api/live', (context) =>
    streamSSE(context, async (stream) => {
      let last = '';
      let saidAt = 0;
      while (!stream.aborted && !stream.closed) {
        const message = messageOf(runs);
        if (message.data !== last) {
          await stream.writeSSE(message);
          [last, saidAt] = [message.data, Date.now()];
        } else if (Date.now() - saidAt > SILENCE_MS) {
          await stream.writeSSE({ event: 'still', data: '' });
          saidAt = Date.now();
        }
        await stream.sleep(POLL_MS);
      }
    }),
  );
}

function messageOf(runs: () => RunsAnswer): { readonly event: string; readonly data: string } {
  try {
    return { event: 'runs', data: JSON.stringify(runs()) };
  } catch (error) {
    return { event: 'problem', data: JSON.stringify(errorAnswer(error)) };
  }
}
