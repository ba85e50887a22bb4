import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { pick, type Attack } from '../attack.js';
import { checkSame } from '../database.js';
import { checkWords, shown, start } from '../program.js';

/** What a host does with a notice; `delivers`: its body has to arrive whole at /end. */
interface Host {
  readonly answer: RequestListener;
  readonly delivers: boolean;
}

const moved = (status: number): Host => ({
  answer(request, response) {
    if (request.url !== '/end') response.writeHead(status, { location: '/end' });
    response.end();
  },
  delivers: true,
});

const HOSTS: Readonly<Record<string, Host>> = {
  'moved for good': moved(301),
  'found elsewhere': moved(302),
  'moved for now': moved(307),
  'moved for good, as it is': moved(308),
  'moves in a circle': {
    answer: (_, response) => void response.writeHead(302, { location: '/again' }).end(),
    delivers: false,
  },
  'is busy': { answer: (_, response) => void response.writeHead(503).end(), delivers: false },
  'hangs up': { answer: (_, response) => void response.destroy(), delivers: false },
  'never answers': { answer: () => undefined, delivers: false },
};

/**
 * Sends notices to hosts that move, refuse or say nothing, and signals while they are tried. The
 * command for the end runs once, whatever it leaves in the background, and a notice that was taken
 * arrived with its content.
 */
export const badNotices: Attack = {
  name: 'bad notices',
  async run(arena) {
    const { folder, samples } = arena;
    const [name, host] = pick(arena, Object.entries(HOSTS));
    const heard: { url: string; method: string; body: string }[] = [];
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        heard.push({ url: request.url ?? '', method: request.method ?? '', body });
        host.answer(request, response);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const sample = samples.named('tiny.csv');
    const db = join(folder, 'run.sqlite');
    const told = join(folder, 'told');
    const { port } = server.address() as AddressInfo;
    const words = [
      ...['run', sample.path, '--db', db, '--no-report', '--quiet', '--threads', '1'],
      ...['--notify', `json:http://127.0.0.1:${port}/begin`],
      ...['--on-end', `sleep 5 & echo $NONOMILL_EXIT >> '${told}'`],
    ];
    try {
      const run = start(words);
      // A host of which nobody hears is tried for minutes: that is for the signal to end.
      const signal = !host.delivers || arena.random() < 0.3;
      if (signal) {
        while (heard.length === 0 && !run.isOver()) await delay(20);
        await delay(500 * arena.random());
        run.child.kill(pick(arena, ['SIGINT', 'SIGTERM']));
      }
      const ended = await run.ended;
      checkWords(ended, words);
      arena.tried(`a host that ${name}: ${signal ? 'a signal' : 'to its end'}, ${ended.code}`);
      // It may come when all is done and nobody listens to signals any more.
      const isLate = signal && ended.signal !== null;
      if (ended.code !== 0 && !isLate && !(signal && ended.code === 130)) {
        throw new Error(shown(ended));
      }
      const ran = existsSync(told) ? readFileSync(told, 'utf8') : 'nothing';
      if (ran !== `${isLate ? 0 : ended.code}\n`)
        throw new Error(`--on-end said ${ran}; ${shown(ended)}`);
      const arrived = heard.find(({ url }) => url === '/end');
      if (host.delivers && !signal && (arrived?.method !== 'POST' || !isNotice(arrived.body))) {
        throw new Error(`a notice arrived as ${JSON.stringify(arrived)}; ${shown(ended)}`);
      }
      if (!host.delivers && !ended.stderr.includes('a notice did not reach')) {
        throw new Error(`nobody was told that a notice is lost: ${shown(ended)}`);
      }
      checkSame(db, await samples.expected(sample));
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
};

function isNotice(body: string): boolean {
  return (JSON.parse(body) as { readonly state?: string }).state === 'complete';
}
