import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { begin, succeeds } from '../../support/nonomill.js';

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
  { id: 'drawn', title: 'Drawn by hand', rows: [[2], [1]], columns: [[1], [2]], goal: '##/.#' },
  { id: 'turned', title: 'Turned', rows: [[1], [2]], columns: [[2], [1]] },
];

/** A database of real runs, and a server over it. */
export interface Site {
  /** Ends with a slash. */
  readonly url: string;
  readonly database: string;
  readonly folder: string;
  close(): Promise<void>;
}

/** Two runs over random puzzles and odd entries, the second with too little time, served. */
export async function openSite(): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'nonomill-site-'));
  const at = (name: string): string => join(folder, name);
  const database = at('test.sqlite');
  writeFileSync(at('odd.json'), JSON.stringify(ODD_ENTRIES));
  const does = async (...words: string[]): Promise<void> => {
    await succeeds(words);
  };
  const generate = (...words: string[]): Promise<void> => does('generate', ...words);
  await generate(
    ...['--size', '5x5,10x10,15x15', '--count', '150', '--seed', '7', '--out', at('random.csv')],
  );
  await generate(
    ...['--size', '12x12', '--only', 'probe', '--count', '2', '--seed', '4'],
    ...['--out', at('probe.csv')],
  );
  const corpora = ['odd.json', 'random.csv', 'probe.csv'].map(at);
  const run = (...words: string[]): Promise<void> =>
    does('run', ...corpora, '--db', database, '--no-report', '--quiet', ...words);
  await run('--name', 'before');
  await run('--name', 'after', '--max-steps', '12');
  const server = begin(['serve', '--db', database, '--port', '0']);
  const url = (await server.printed('\n')).trimEnd();
  return {
    url,
    database,
    folder,
    async close() {
      server.signal('SIGTERM');
      await server.ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
