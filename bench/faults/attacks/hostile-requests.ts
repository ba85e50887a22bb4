import { connect } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { between, pick, type Arena, type Attack } from '../attack.js';
import { checkDatabase, checkSame } from '../database.js';
import { start, succeeds, type Started } from '../program.js';

const REQUESTS = 60;

/**
 * How long the server may do other things before it answers who asks for the list of runs, at best
 * of a few times: in processor time, as a busy machine keeps everybody waiting.
 */
const LONGEST_WAIT_CPU_MS = 3000;
const LOOKS = 6;

const MOST_MEMORY_MIB = 600;

/**
 * Sends garbage, paths out of the folder, endless requests and readers who do not read to `serve`.
 */
export const hostileRequests: Attack = {
  name: 'hostile requests',
  async run(arena) {
    const { folder, samples } = arena;
    const db = join(folder, 'run.sqlite');
    const sample = samples.named('many.csv');
    await succeeds(['run', sample.path, '--db', db, '--no-report', '--quiet']);
    const server = start(['serve', '--db', db, '--port', '0'], { input: null });
    try {
      const port = await portOf(server);
      const open: (() => void)[] = [];
      for (let i = 0; i < REQUESTS; i++) {
        const [what, text] = request(arena);
        arena.tried(`serve: ${what}`);
        const answer = await send(port, text, what === 'a reader who does not read', open);
        if (/^HTTP\/1\.1 5/.test(answer))
          throw new Error(`${text.slice(0, 300)}\n${answer.slice(0, 500)}`);
        if (/root:.*:0:0/.test(answer)) throw new Error(`a file outside was served for ${text}`);
        if (server.isOver()) throw new Error(`the server ended: ${(await server.ended).stderr}`);
      }
      await checkAlive(port, server.child.pid!);
      const memory = residentMiB(server.child.pid!);
      if (memory > MOST_MEMORY_MIB) throw new Error(`the server takes ${memory} MiB`);
      for (const close of open) close();
    } finally {
      server.child.kill('SIGTERM');
    }
    const { code, stderr } = await server.ended;
    if (code !== 0 && code !== 130) throw new Error(`serve ended with ${code}: ${stderr}`);
    checkDatabase(db);
    checkSame(db, await samples.expected(sample));
  },
};

export async function portOf({ child, ended }: Started): Promise<number> {
  let said = '';
  return new Promise((resolve, reject) => {
    const look = (piece: Buffer | string): void => {
      said += piece.toString();
      const found = /:(\d+)\//.exec(said) ?? /:(\d{2,5})\b/.exec(said);
      if (found !== null) resolve(Number(found[1]));
    };
    child.stdout!.on('data', look);
    child.stderr!.on('data', look);
    ended.then(({ stderr }) => reject(new Error(`serve ended: ${stderr}`)), reject);
  });
}

/** Sends raw bytes, and returns the beginning of the answer; '' if none comes. */
function send(
  port: number,
  text: string | Buffer,
  deaf: boolean,
  open: (() => void)[],
): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    const done = (): void => {
      if (!deaf) socket.destroy();
      resolve(answer);
    };
    socket.on('error', done);
    socket.on('close', done);
    if (deaf) {
      open.push(() => socket.destroy());
      socket.pause();
      setTimeout(done, 50);
      return;
    }
    socket.on('data', (piece) => {
      answer += piece.toString('latin1');
      if (answer.length > 4000) done();
    });
    setTimeout(done, 400);
  });
}

async function checkAlive(port: number, pid: number): Promise<void> {
  const took: number[] = [];
  while (took.length < LOOKS && !took.some((ms) => ms <= LONGEST_WAIT_CPU_MS)) {
    const began = processorMs(pid);
    const answer = await fetch(`http://127.0.0.1:${port}/api/runs`);
    await answer.text();
    took.push(processorMs(pid) - began);
    if (!answer.ok) throw new Error(`/api/runs answers ${answer.status}`);
    await delay(50);
  }
  const best = Math.min(...took);
  if (best > LONGEST_WAIT_CPU_MS) {
    throw new Error(`/api/runs came after ${best.toFixed(0)} ms of processor time at best`);
  }
}

/** The processor time of a process so far, as Linux counts it: in hundredths of a second. */
function processorMs(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Its name, which may hold blanks, ends with the last bracket; then come its state and 10 more.
  const [user, system] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

/** What Linux says of a process. */
function residentMiB(pid: number): number {
  const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  return (Number(pages) * 4096) / 2 ** 20;
}

const PATHS = [
  ...['/', '/api/runs', '/api/runs/1', '/api/runs/999999999999999999999', '/api/runs/-1'],
  ...[
    '/api/runs/1/results',
    '/api/runs/1/rejects',
    '/api/runs/1/puzzles/%00',
    '/api/compare?a=1&b=x',
    '/api/live',
  ],
  ...[
    '/../../../../etc/passwd',
    '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%2f..%2f..%2fetc%2fpasswd',
  ],
  ...[
    '/assets//etc/passwd',
    '/%',
    '/%ff',
    '/%00',
    '/api/%c0%ae',
    '//',
    '/\\..\\..',
    '/api/runs/1%00',
  ],
];

const QUERIES = [
  ...[
    'status=',
    'status=%00',
    "status=' OR 1=1 --",
    'depth=-1',
    'depth=1e309',
    'size=999999999x',
    'after=%ff',
    'after=1,2,3,x',
  ],
  ...[
    'sort=__proto__',
    'sort[]=1',
    'a=1&a=2&a=3',
    'size=NaN',
    'name=%25%25%25',
    'technique=line&technique=x',
  ],
];

function request(arena: Arena): [string, string] {
  const path = pick(arena, PATHS);
  const query = arena.random() < 0.5 ? `?${pick(arena, QUERIES)}` : '';
  const host = pick(arena, ['Host: 127.0.0.1', 'Host: evil.example', 'Host:', 'X: y']);
  switch (between(arena, 0, 7)) {
    case 0:
      return ['a path', `GET ${path}${query} HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`];
    case 1:
      return [
        'a query',
        `GET /api/runs/1/results?${pick(arena, QUERIES)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      ];
    case 2:
      return [
        'a method',
        `${pick(arena, ['POST', 'PUT', 'DELETE', 'TRACE', 'OPTIONS', 'CONNECT', 'X'])} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello`,
      ];
    case 3:
      return [
        'a long header',
        `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
      ];
    case 4:
      return [
        'a long path',
        `GET /${'a'.repeat(between(arena, 1000, 60_000))} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      ];
    case 5:
      return [
        'garbage',
        Array.from({ length: 200 }, () => String.fromCharCode(between(arena, 0, 255))).join(''),
      ];
    case 6:
      return ['a request that does not end', `GET / HTTP/1.1\r\nHost: localhost\r\nX: `];
    default:
      return [
        'a reader who does not read',
        `GET /api/runs/1/results.csv HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      ];
  }
}
