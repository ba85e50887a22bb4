import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { between, pick, type Arena, type Attack } from '../attack.js';
import { checkWords, shown, start, type Ended, type Setting } from '../program.js';

/** An order that a stranger's config file gives: the command that it waits for, and its line. */
interface Order {
  readonly words: readonly string[];
  /** The key, after the name of its table. */
  readonly key: string;
  /** What it would bring about, for the table of what was tried. */
  readonly what: string;
  readonly value: (port: number) => string;
}

const RUN = ['run', 'book', '--quiet'];

const text =
  (value: string): Order['value'] =>
  () =>
    JSON.stringify(value);

const ORDERS: readonly Order[] = [
  { words: RUN, key: 'on-end', what: 'runs', value: text('touch ../mine/evil') },
  { words: RUN, key: 'notify', what: 'sends', value: (port) => `"json:http://127.0.0.1:${port}/"` },
  { words: RUN, key: 'queue', what: 'sends', value: (port) => `"redis://127.0.0.1:${port}"` },
  { words: RUN, key: 'db', what: 'writes', value: text('../mine/x.sqlite') },
  { words: RUN, key: 'db', what: 'writes through a link', value: text('way/x.sqlite') },
  { words: RUN, key: 'report', what: 'writes', value: text('../mine/report') },
  { words: RUN, key: 'metrics', what: 'writes', value: text('book/../../mine/m.prom') },
  { words: RUN, key: 'prove-to', what: 'writes', value: text('way') },
  { words: ['serve', '--port', '0'], key: 'host', what: 'listens', value: text('0.0.0.0') },
  { words: ['prune', '--run', '1'], key: 'yes', what: 'removes', value: () => 'true' },
  { words: ['export'], key: 'out', what: 'writes', value: text('../mine/kept') },
  {
    words: ['export', '--out', 'out.csv'],
    key: 'force',
    what: 'removes',
    value: () => 'true',
  },
];

const HARMLESS = ['timeout = "5s"', 'threads = 1', 'guess-depth = 1', '# on-end = "touch x"', ''];

/** The text of a file that gives an order in one of the spellings of TOML, and the order's line. */
function spelled(arena: Arena, table: string, key: string, value: string): [string, number] {
  const word = pick(arena, [key, `"${key}"`, `'${key}'`]);
  const before = Array.from({ length: between(arena, 0, 4) }, () => pick(arena, ['', '# x', ' ']));
  const own = [`[${table}]`, `[ ${table} ]`, `["${table}"] # on-end = 1`];
  const keys = new Set(Array.from({ length: between(arena, 0, 2) }, () => pick(arena, HARMLESS)));
  // The other commands have not all of these.
  const inside = table === 'run' ? [...keys] : ['', '# y'];
  const lines = pick(arena, [
    [...before, pick(arena, own), ...inside, `${word} = ${value}`],
    [...before, `${table}.${word} = ${value}`],
    [...before, `${table} = { ${word} = ${value} }`],
    [...before, '[nights.n]', 'corpora = """', `[${table}]"""`, `[${table}]`, `${word}=${value}`],
  ]);
  const line = lines.length;
  const rest = Array.from({ length: between(arena, 0, 2) }, () => '# after');
  const end = pick(arena, ['\n', '\r\n']);
  return [[...lines, ...rest].join(end) + end, line];
}

/**
 * Puts config files of strangers beside a corpus: nothing that they order is done, and the line
 * is named.
 */
export const strangersOrders: Attack = {
  name: 'orders of strangers',
  async run(arena) {
    const { folder } = arena;
    const [theirs, mine] = ['theirs', 'mine'].map((name) => join(folder, name));
    mkdirSync(join(theirs, 'book'), { recursive: true });
    mkdirSync(mine);
    writeFileSync(join(mine, 'kept'), 'kept');
    writeFileSync(join(theirs, 'out.csv'), 'kept');
    writeFileSync(join(theirs, 'book', 'one.ndjson'), '{"rows":[[1]],"columns":[[1]]}\n');
    symlinkSync('../mine', join(theirs, 'way'));
    const setting = { cwd: theirs };
    let calls = 0;
    const server = createServer((socket) => {
      calls++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    try {
      const { port } = server.address() as AddressInfo;
      if (arena.random() < 0.25) await strangeFile(arena, theirs, setting);
      else await refusedOrder(arena, theirs, setting, port);
      const found = readdirSync(mine);
      if (found.join() !== 'kept') throw new Error(`it wrote outside: ${found.join(', ')}`);
      if (calls > 0) throw new Error(`it called 127.0.0.1 ${calls} times`);
      const kept = readdirSync(theirs).includes('out.csv');
      if (!kept) throw new Error('it removed what was there');
    } finally {
      server.close();
    }
  },
};

async function refusedOrder(
  arena: Arena,
  cwd: string,
  setting: Setting,
  port: number,
): Promise<void> {
  const order = pick(arena, ORDERS);
  const [table] = order.words;
  const [toml, line] = spelled(arena, table, order.key, order.value(port));
  const file = join(cwd, 'nonomill.toml');
  writeFileSync(file, toml);
  const ended = await endedOrListening(order.words, setting);
  arena.tried(`an order: ${order.what}`);
  const named = ended.stderr.includes(`nonomill.toml, line ${line}: ${order.key} = `);
  if (ended.code !== 2 || ended.stdout !== '' || !named || !/was merely found/.test(ended.stderr)) {
    throw new Error(`${order.words.join(' ')}, line ${line}:\n${toml}\nended with ${shown(ended)}`);
  }
}

/** What is called like a config file and is none: a command is refused, and does not wait. */
async function strangeFile(arena: Arena, cwd: string, setting: Setting): Promise<void> {
  const file = join(cwd, pick(arena, ['nonomill.toml', 'nonomill.json']));
  const [what, make] = pick(arena, Object.entries(STRANGE));
  make(file);
  const words = pick(arena, [RUN, ['solve', 'book/one.ndjson'], ['run', '.', '--strict']]);
  const ended = await endedOrListening(words, setting);
  arena.tried(`a config file that is ${what}`);
  if (ended.code !== 2 && ended.code !== 1) {
    throw new Error(`${words.join(' ')} beside ${what} ended with ${shown(ended)}`);
  }
}

const STRANGE: Readonly<Record<string, (file: string) => void>> = {
  'a FIFO': (file) => spawnSync('mkfifo', [file]),
  'a folder': (file) => mkdirSync(file),
  'a link that leads nowhere': (file) => symlinkSync('nothing-there', file),
  'a link to itself': (file) => symlinkSync(file, file),
  'an endless file': (file) => symlinkSync('/dev/zero', file),
  bytes: (file) => writeFileSync(file, Buffer.from([0xff, 0xfe, 0x00, 0x0a])),
};

/** How long a command that should be refused may take, even on a busy machine. */
const REFUSED_WITHIN_MS = 60_000;

/** Carries out a command; if it goes on, as a server does, it is ended, and that is said. */
async function endedOrListening(words: readonly string[], setting: Setting): Promise<Ended> {
  const { child, ended } = start(words, setting);
  const late = setTimeout(() => child.kill('SIGKILL'), REFUSED_WITHIN_MS);
  // Whoever says anything here was not refused: a server goes on until it is ended.
  child.stdout!.once('data', () => child.kill('SIGTERM'));
  const end = await ended;
  clearTimeout(late);
  checkWords(end, words);
  return end;
}
