import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve, type ServerType } from '@hono/node-server';
import { NonomillError } from '../../solver/core/text/nonomill-error.js';
import type { Store } from '../store/open/open.js';
import { createApp, readAssets } from './app.js';
import { ServedDatabase } from './served-database.js';
import { builtFile } from '../files/program.js';

interface ListenRequest {
  /** Open for reading; the server closes it. */
  readonly store: Store;
  /** Other databases, open for reading; the server closes them. */
  readonly others?: readonly Store[];
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The workbench on the web that links to share lead to; null if there is none. */
  readonly shareBase?: string | null;
}

/** The built pages are beside the compiled sources: dist/web beside dist/src. */
const PAGES = fileURLToPath(builtFile('web'));

/** The samples that the package holds. */
const SAMPLES = join(PAGES, '..', '..', 'data');

/**
 * Serves the pages over a database until it is closed.
 * @throws NonomillError that says what to do if the port is taken or the host does not belong to
 * this machine.
 */
export async function listen({ store, others = [], host, port, shareBase = null }: ListenRequest) {
  const database = new ServedDatabase(store);
  const also = others.map((other) => new ServedDatabase(other));
  const samples = existsSync(SAMPLES) ? SAMPLES : null;
  const assets = readAssets(PAGES);
  const app = createApp({ database, others: also, assets, samples, host, shareBase });
  const server = await new Promise<ServerType>((resolve, reject) => {
    const starting = serve({ fetch: app.fetch, hostname: host, port }, () => resolve(starting));
    starting.once('error', (error: NodeJS.ErrnoException) =>
      reject(listenError(error, host, port)),
    );
  });
  const address = server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${name}:${actual}/`,
    /** Ends it, including open connections, and closes the database. */
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          for (const served of [database, ...also]) served.close();
          resolve();
        });
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const absent = `${host} is not an address of this machine. Name one with --host.`;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} of ${host} is taken. Name another with --port, or 0 for any.`,
    EADDRNOTAVAIL: absent,
    ENOTFOUND: absent,
    EACCES: `Port ${port} needs more rights than you have. Use one from 1024 on.`,
  };
  const reason = reasons[error.code ?? ''] as string | undefined;
  if (reason === undefined) return error;
  return new NonomillError('NM_SERVER_ADDRESS', reason, { cause: error });
}
