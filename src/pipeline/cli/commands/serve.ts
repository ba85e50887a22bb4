import { trace, builtFile } from '../../files/program.js';
import { Worker } from 'node:worker_threads';
import { hasIndexes, type Store } from '../../store/open/open.js';
import { isLoopback } from '../../../solver/core/text/typed.js';
import { startServer } from '../../pages/serve-thread.js';
import { integerFlag, textFlag, valueFlag } from '../flag.js';
import { command, onSignals } from '../command.js';
import { flag } from '../flags.js';
import { withStore } from '../with-store.js';

const flags = {
  db: flag.db,
  also: valueFlag('--also <file,...> (with, other, others)', 'write', {
    joinedBy: ',',
    fallback: [],
    defaultText: null,
    help: 'Other databases, whose runs can be compared with those of the first.',
    read: (word) => word.split(',').filter((file) => file !== ''),
  }),
  port: integerFlag('--port (p)', 'none', {
    min: 0,
    max: 65_535,
    fallback: 4321,
    help: 'The port to listen on; 0 takes any that is free.',
  }),
  host: textFlag('--host <address> (address, listen, bind)', 'listen', {
    fallback: '127.0.0.1',
    help: 'The address to listen on. Beyond this machine everybody who reaches it can read the database.',
  }),
  shareBase: flag.shareBase,
};

/** There is no password: users who listen beyond loopback should know. */
const OPEN_TO_OTHERS =
  'Warning: everybody who reaches this machine over the network can read this database; there is no password.';

export const serve = command({
  name: 'serve',
  summary: 'Show the pages of a database in a browser.',
  description:
    'Shows the runs of a database in a browser: charts, every puzzle with its picture, a replay ' +
    'of how it is solved, a page to try puzzles on, and the comparison of two runs ' +
    'or more. It never writes to the database, and shows a run under way as it goes.\n\n' +
    'Ctrl-C ends it.',
  sections: { Options: flags },
  examples: {
    'nonomill serve': 'The database of the runs in reports/, on this machine only.',
    'nonomill serve --also theirs.sqlite':
      'The page that compares offers the runs of theirs.sqlite, too.',
    'nonomill serve --db night.sqlite --port 8080': 'Another database and port.',
    'nonomill serve --share-base https://example.org/puzzles/':
      'Links and QR codes that are shared lead to a workbench on the web (docs/studio/static-site.md).',
  },
  async execute({ db: first, also, host, port, shareBase }, context) {
    const { terminal } = context;
    const databases = [first, ...also];
    const unindexed: string[] = [];
    for (const path of databases) {
      const lacks = (store: Store): boolean => !hasIndexes(store) && !store.isWritten();
      if (await withStore(path, lacks)) unindexed.push(path);
    }
    const server = await startServer({ databases, host, port, shareBase });
    // Before anything is printed: whoever reads it may send a signal at once.
    const stopped = new Promise<NodeJS.Signals>((resolve) => {
      const off = onSignals(context, (signal) => {
        off();
        resolve(signal);
      });
    });
    for (const path of unindexed) makeIndexes(path);
    await terminal.print(`${server.url}\n`);
    if (!isLoopback(host)) terminal.say(OPEN_TO_OTHERS);
    terminal.say('Press Ctrl-C to stop.');
    const signal = await Promise.race([stopped, server.failed]);
    await server.close(signal);
    return 'done';
  },
});

/** Makes the indexes in a thread, some seconds a million results; pages work without them, too. */
function makeIndexes(path: string): void {
  const thread = new Worker(builtFile('workers/index.js'), { workerData: path });
  thread.on('error', (error) => trace('store', () => `makes no indexes: ${String(error)}`));
  thread.unref();
}
