import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../../../bin/nonomill.js', import.meta.url));

/** Entries of every kind, with names and titles that are markup. */
const ODD_ENTRIES = [
  {
    id: '<script>alert(1)</script>',
    title: `<img src=x onerror="document.title='taken over'">`,
    rows: [[1], [3], [1]],
    columns: [[1], [3], [1]],
  },
  { id: 'two', title: 'Two ways', rows: [[1], [1]], columns: [[1], [1]] },
  { id: 'none', rows: [[1, 1], [1], [1, 1]], columns: [[2], [1], [2]] },
  { id: 'bad <b>one</b>', rows: [[9], [1]], columns: [[1], [1]] },
  {
    id: 'colour',
    title: 'Colours',
    palette: ['#ffffff', '#d03030', '#3060d0'],
    rows: [
      [
        { n: 1, c: 1 },
        { n: 1, c: 2 },
      ],
      [{ n: 2, c: 2 }],
    ],
    columns: [
      [
        { n: 1, c: 1 },
        { n: 1, c: 2 },
      ],
      [{ n: 2, c: 2 }],
    ],
  },
  {
    id: 'alike',
    palette: ['#ffffff', '#fefefe', '#d03030'],
    rows: [[{ n: 1, c: 1 }], [{ n: 1, c: 1 }], [{ n: 2, c: 2 }]],
    columns: [
      [
        { n: 1, c: 1 },
        { n: 1, c: 2 },
      ],
      [
        { n: 1, c: 1 },
        { n: 1, c: 2 },
      ],
      [],
    ],
  },
  {
    id: 'drawn',
    title: 'Drawn by hand',
    rows: [[2], [1]],
    columns: [[1], [2]],
    goal: '##/.#',
  },
  { id: 'turned', title: 'Turned', rows: [[1], [2]], columns: [[2], [1]] },
];

/** A database of real runs, and a server over it. */
export interface Site {
  /** Ends with a slash. */
  readonly url: string;
  readonly database: string;
  readonly folder: string;
  /** A corpus that keeps one thread busy for some seconds. */
  readonly longCorpus: string;
  close(): Promise<void>;
}

/** Runs a command of nonomill to its end. */
export function nonomill(...args: string[]): {
  readonly status: number | null;
  readonly stdout: string;
} {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], {
    encoding: 'utf8',
  });
  if (status !== 0 && status !== 1) throw new Error(`nonomill ${args.join(' ')}: ${stderr}`);
  return { status, stdout };
}

/** Starts a command of nonomill. */
export function startNonomill(...args: string[]): ChildProcess {
  return spawn(process.execPath, [BIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Two runs over random puzzles and odd entries, the second with too little time, served. */
export async function openSite(): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'nonomill-site-'));
  const at = (name: string): string => join(folder, name);
  const database = at('test.sqlite');
  writeFileSync(at('odd.json'), JSON.stringify(ODD_ENTRIES));
  const generate = (...args: string[]): void => void nonomill('generate', ...args);
  generate('--size', '5x5,10x10,15x15', '--count', '150', '--seed', '7', '--out', at('random.csv'));
  generate(
    '--size',
    '12x12',
    '--only',
    'probe',
    '--count',
    '2',
    '--seed',
    '4',
    '--out',
    at('probe.csv'),
  );
  generate('--size', '20x20,25x25', '--count', '6000', '--seed', '9', '--out', at('long.csv'));
  const corpora = ['odd.json', 'random.csv', 'probe.csv'].map(at);
  const run = (...args: string[]): void =>
    void nonomill('run', ...corpora, '--db', database, '--no-report', '--quiet', ...args);
  run('--name', 'before');
  run('--name', 'after', '--max-steps', '12');
  const server = startNonomill('serve', '--db', database, '--port', '0');
  const url = await firstLine(server);
  return {
    url,
    database,
    folder,
    longCorpus: at('long.csv'),
    async close() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function firstLine(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    let errors = '';
    server.stdout!.on('data', (data: Buffer) => {
      text += data.toString();
      if (text.includes('\n')) resolve(text.split('\n')[0]);
    });
    server.stderr!.on('data', (data: Buffer) => (errors += data.toString()));
    server.once('exit', () => reject(new Error(`the server ended: ${errors}`)));
  });
}
