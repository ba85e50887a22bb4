// In a process of its own: what it looks at belongs to the whole process.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import * as library from '../../src/index.js';
import { deepTest, temporaryFolder } from '../support/tests.js';
import { findBrowser } from './support/chromium.js';
import { dominoes } from '../support/long-puzzles.js';
import { photograph } from './support/photograph.js';
import { openContext } from './support/spare-pages.js';
import { serveFiles } from './support/static-server.js';
import { openPage, violations } from './support/watched-page.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * The most that solving, or reading and writing all formats, may add to a page, minified. Some 177
 * kB are the engine.
 */
const MOST_BYTES_A_PART = 228_000;
/** The most that all of it may take, minified: docs/solver/library.md says how much it is. */
const MOST_BYTES = 420_000;
/** The same compressed, as it comes to a page. */
const MOST_BYTES_SENT = 157_000;

const PAGE = `
  import * as nonomill from 'nonomill';
  const { everyGrid, readPuzzles, solve, steps, writePuzzle } = nonomill;
  const { puzzles, rejects } = readPuzzles('rows,columns\\n1;3;1,1;3;1\\n7,1\\n');
  const { puzzle } = puzzles[0];
  window.found = {
    names: Object.keys(nonomill),
    rejects: rejects.length,
    solution: solve(puzzle).solution,
    steps: steps(puzzle).steps.length,
    non: writePuzzle(puzzle, 'non'),
    grids: [...everyGrid({ width: 2, height: 2 })].length,
  };
`;

interface Found {
  readonly names: readonly string[];
  readonly rejects: number;
  readonly solution: string;
  readonly steps: number;
  readonly non: string;
  readonly grids: number;
}

/** What a bundler makes of a page's code: one file of JavaScript. */
async function bundle(t: TestContext, code: string): Promise<string> {
  const assets = await bundledFiles(t, code);
  const files = readdirSync(assets);
  assert.equal(files.length, 1, files.join());
  return readFileSync(join(assets, files[0]), 'utf8');
}

/** The folder with all that a bundler makes of a page's code. */
async function bundledFiles(t: TestContext, code: string): Promise<string> {
  const scratch = join(ROOT, 'dist', 'test', 'scratch');
  mkdirSync(scratch, { recursive: true });
  const folder = mkdtempSync(join(scratch, 'bundle-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'page.js'), code);
  // Most of the time of these tests, and only some of them bundle.
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    build: {
      outDir: join(folder, 'out'),
      minify: true,
      rolldownOptions: { input: join(folder, 'page.js') },
    },
  });
  return join(folder, 'out', 'assets');
}

const browser = findBrowser('deep');

for (const names of ['solve', 'steps', 'readPuzzles, writePuzzle', 'everyGrid, randomPuzzles']) {
  deepTest(`a bundle with ${names} is small`, async (t) => {
    const script = await bundle(
      t,
      `import { ${names} } from 'nonomill'; window.found = [${names}];`,
    );
    const bytes = Buffer.byteLength(script);
    t.diagnostic(`${bytes} bytes, minified; ${gzipSync(script).length} compressed`);
    assert.ok(bytes <= MOST_BYTES_A_PART, `${bytes} bytes`);
  });
}

deepTest('a bundle of the library needs no Node.js, is small, and runs in a page', async (t) => {
  const script = await bundle(t, PAGE);
  const unwanted = /node:|__vite-browser-external|better-sqlite3|piscina|new Buffer|Buffer\\./;
  assert.doesNotMatch(script, unwanted);
  const sent = gzipSync(script).length;
  t.diagnostic(`${Buffer.byteLength(script)} bytes, minified; ${sent} compressed`);
  assert.ok(Buffer.byteLength(script) <= MOST_BYTES, `${Buffer.byteLength(script)} bytes`);
  assert.ok(sent <= MOST_BYTES_SENT, `${sent} bytes`);

  if (browser.missing !== false) {
    t.skip(browser.missing);
    return;
  }
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(
      isScript ? script : '<!doctype html><script type="module" src="/page.js"></script>',
    );
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  const context = await openContext(browser.path);
  t.after(() => context.close());
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const handle = await page.waitForFunction('window.found');
  const found = (await handle.jsonValue()) as Found;
  assert.deepEqual(errors, []);
  assert.equal(found.rejects, 1);
  assert.equal(found.solution, '.#./###/.#.');
  assert.ok(found.steps > 1);
  assert.match(found.non, /width 3/);
  assert.equal(found.grids, 16);
  const { names } = found;
  assert.ok(names.includes('solve') && names.includes('NonomillError'));
});

const WORKER_PAGE = `
  const ring = { rows: [[1], [3], [1]], columns: [[1], [3], [1]] };
  const worker = openWorker();
  const stop = new AbortController();
  const hard = worker.solve(${JSON.stringify(dominoes(40))}, { timeoutMs: Infinity, signal: stop.signal });
  setTimeout(() => stop.abort(new Error('stopped')), 100);
  const reason = await hard.catch(({ message }) => message);
  const { solution } = await worker.solve(ring);
  const refused = await worker.solve({ rows: [[4]], columns: [[1]] }).catch(({ code }) => code);
  worker.close();
  window.found = [reason, solution, refused];
`;

test('a worker solves in a page, and a signal stops it', { skip: browser.missing }, async (t) => {
  if (browser.missing !== false) return;
  const assets = await bundledFiles(
    t,
    `import { openWorker } from 'nonomill/worker';${WORKER_PAGE}`,
  );
  const script = readdirSync(assets).find((name) => /^page-.*\.js$/.test(name))!;
  const plain = `import { openWorker } from '/library/worker.js';${WORKER_PAGE}`;
  const folders = { assets, library: join(ROOT, 'dist', 'library') };
  const server = createServer((request, response) => {
    const [, folder, ...rest] = request.url!.split('/');
    const isFile = folder === 'assets' || folder === 'library';
    response.setHeader('content-type', isFile ? 'text/javascript' : 'text/html');
    const code = folder === 'plain' ? plain : `import '/assets/${script}';`;
    response.end(
      isFile
        ? readFileSync(join(folders[folder], ...rest))
        : `<!doctype html><script type="module">${code}</script>`,
    );
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  const context = await openContext(browser.path);
  t.after(() => context.close());
  for (const path of ['bundled', 'plain']) {
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`);
    const found = await page.waitForFunction('window.found');
    const expected = ['stopped', '.#./###/.#.', 'NM_PUZZLE_INVALID'];
    assert.deepEqual(await found.jsonValue(), expected, path);
  }
});

const PAGE_FILES = join(ROOT, 'dist', 'page');
const PAGE_DOCS = readFileSync(join(ROOT, 'docs', 'solver', 'page.md'), 'utf8');
const [WHOLE_PAGE, PLAIN_SCRIPT] = [...PAGE_DOCS.matchAll(/^```html\n(.*?)^```$/gms)].map(
  ([, html]) => html,
);

test('the files for a page without a build step are as large as docs/solver/page.md says', () => {
  const said = [...PAGE_DOCS.matchAll(/^\| `(\S+\.js)` \|.*\| (\d+) kB \| (\d+) kB \|$/gm)];
  const found = said.map(([, name]) => name).sort();
  const expected = readdirSync(PAGE_FILES).filter((name) => name.endsWith('.js'));
  assert.deepEqual(found, expected);
  for (const [, name, plain, compressed] of said) {
    const script = readFileSync(join(PAGE_FILES, name));
    for (const [bytes, kilobytes] of [
      [script.length, Number(plain)],
      [gzipSync(script, { level: 9 }).length, Number(compressed)],
    ]) {
      const most = kilobytes * 1000;
      assert.ok(bytes <= most && bytes > most * 0.9, `${name}: ${bytes} bytes, said ${most}`);
    }
  }
});

test('the module for a page reads what the library reads, and solves as it does', async () => {
  const page = (await import(
    pathToFileURL(join(PAGE_FILES, 'nonomill.min.js')).href
  )) as typeof library;
  const ring = '{"rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}';
  const texts = [
    ring,
    `[${ring},${ring}]`,
    `${ring}\n${ring}\n`,
    `{"puzzles":[${ring},${ring}]}`,
    `{"books":{"one":{"list":[${ring}]}}}`,
    `{"a":${ring},"b":${ring}}`,
    '{"clues":{"rows":[[1]],"columns":[[1]]}}',
    'id,rows,columns\nring,1;3;1,1;3;1\n',
    library.writePuzzle({ rows: [[1]], columns: [[1]] }, 'non', { name: 'dot' }),
  ];
  for (const text of texts) {
    const { puzzles } = library.readPuzzles(text);
    assert.ok(puzzles.length > 0, text);
    assert.deepEqual(page.readPuzzles(text).puzzles, puzzles, text);
  }
  assert.equal(page.readPuzzles(`[${ring},`).rejects.length, 1);
  let left = 50;
  for (const { puzzle } of library.randomPuzzles({ width: 12, height: 12, seed: 5 })) {
    const [here, there] = [library, page].map(({ solve }) => ({ ...solve(puzzle), solveMs: 0 }));
    assert.deepEqual(there, here);
    if (--left === 0) break;
  }
});

test('docs/solver/page.md has a page of 20 lines', { skip: browser.missing }, async (t) => {
  if (browser.missing !== false) return;
  assert.equal(WHOLE_PAGE.trim().split('\n').length, 20);
  const folder = temporaryFolder(t);
  cpSync(PAGE_FILES, folder, { recursive: true });
  writeFileSync(join(folder, 'index.html'), WHOLE_PAGE);
  const server = await serveFiles(undefined, folder);
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const watched = await openPage(browser.path, `http://127.0.0.1:${port}/puzzles/`);
  const { page } = watched;
  const check = async (text: string | null): Promise<string> => {
    if (text !== null) await page.getByLabel('A puzzle').fill(text);
    await page.getByRole('button', { name: 'Check it' }).click();
    return page.getByRole('status').innerText();
  };
  const verdict = await check(null);
  assert.equal(
    verdict,
    'One solution, difficulty 1 of 5. Hint: column 2, the block of 3 can only be at cells 1 to 3.',
  );
  assert.deepEqual(await violations(page), []);
  await photograph(page, 'page-without-build');
  assert.equal(await check('rows,columns\n1;1,1;1\n'), 'It has several solutions.');
  const expected = /^Not a puzzle: row 1:/;
  assert.match(await check('width 1\nheight 1\nrows\n9\n\ncolumns\n1\n'), expected);
  assert.match(await check('<puzzle/>'), /can be read: csv, json, ndjson, non$/);
  // The icon that browsers ask for.
  await watched.finish(/404/);
});

test('the plain script sets its global in a page on disk', { skip: browser.missing }, async (t) => {
  if (browser.missing !== false) return;
  const folder = temporaryFolder(t);
  cpSync(PAGE_FILES, folder, { recursive: true });
  writeFileSync(join(folder, 'page.html'), `<!doctype html>${PLAIN_SCRIPT}`);
  const context = await openContext(browser.path);
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(pathToFileURL(join(folder, 'page.html')).href);
  assert.equal(await page.title(), 'unique');
});
