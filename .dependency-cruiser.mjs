// The import rule. A wing imports from those above it in this list, and only the packages that it
// names; `inBrowsers` says that it runs there too, so that it imports nothing of Node. Rooms of a
// wing import in no circle. Others enter a wing by its doors, the files that its doors.txt lists;
// core, which holds the words that everybody uses, has none to close.
import { readFileSync } from 'node:fs';

export const WINGS = {
  core: {
    is: 'The words that everybody uses: puzzle, result, text.',
    inBrowsers: true,
    packages: '',
  },
  engine: {
    is: 'One puzzle: the solver in WebAssembly, guess depth and difficulty, proofs and their checker.',
    inBrowsers: true,
    packages: '',
  },
  formats: {
    is: 'Text to puzzles and back: a push parser and a writer for each format.',
    inBrowsers: true,
    packages: 'saxes',
  },
  craft: {
    is: "What makers and players ask: hint, check, fix, ambiguity, replay, generate; the library's functions.",
    inBrowsers: true,
    packages: 'uqr',
  },
  runs: {
    is: 'Corpora in, results out: plan, feed, pool, store, queue, merge, other solvers.',
    packages: `better-sqlite3 bullmq cadical-wasm csv-parse fflate hyparquet hyparquet-writer ioredis p-queue
      piscina pngjs saxes tinyglobby valibot`,
  },
  report: {
    is: 'Numbers, words, pages and paper of a run; statistics.',
    packages: '@resvg/resvg-wasm echarts pdfkit',
  },
  web: {
    is: 'The server of the pages, and in client/ the pages.',
    packages: '@hono/node-server echarts hono preact uqr',
  },
  cli: {
    is: 'Commands and flags, the terminal, notices, streams, data sets.',
    packages: 'yargs smol-toml valibot',
  },
};

/** What the pages take besides the wings that run in browsers. */
const IN_PAGES = ['report/figures', 'report/statistics'];

const names = Object.keys(WINGS);
const inBrowsers = [...names.filter((name) => WINGS[name].inBrowsers), ...IN_PAGES];
const anyOf = (words) => `(${words.join('|')})`;

const error = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

/** The paths of a wing's doors, as a pattern. */
function doorsOf(name) {
  const list = readFileSync(new URL(`src/${name}/doors.txt`, import.meta.url), 'utf8');
  return anyOf(list.trim().replaceAll('.', '\\.').split('\n'));
}

const entered = names.slice(1).flatMap((name) => {
  const wing = `^src/${name}/`;
  const doors = `${wing}${doorsOf(name)}$`;
  const outside = { path: '^(src|workers)/', pathNot: wing };
  return [
    error(`others-import-what-src/${name}/doors.txt-lists`, outside, {
      path: wing,
      pathNot: doors,
    }),
    {
      name: `others-import-all-that-src/${name}/doors.txt-lists`,
      severity: 'error',
      from: outside,
      module: { path: doors, numberOfDependentsLessThan: 1 },
    },
  ];
});

const wings = names.flatMap((name, place) => [
  error(
    `${name}-imports-from-above`,
    { path: `^src/${name}/` },
    { path: '^(src|workers|test|bench)/', pathNot: `^src/${anyOf(names.slice(0, place + 1))}/` },
  ),
  error(
    `${name}-imports-its-packages`,
    { path: `^src/${name}/` },
    {
      path: '^node_modules/',
      pathNot: `^node_modules/(@types/)?${anyOf(['node', ...WINGS[name].packages.split(/\s+/)])}/`,
    },
  ),
]);

export default {
  forbidden: [
    ...wings,
    ...entered,
    error(
      'browsers-have-no-node',
      { path: `^src/(index\\.ts$|${inBrowsers.join('/|')}/)` },
      { dependencyTypes: ['core'] },
      'nor has src/index.ts, the library for any JavaScript',
    ),
    error(
      'browsers-have-nothing-else',
      { path: `^src/(index\\.ts$|${inBrowsers.join('/|')}/)` },
      { path: '^src/', pathNot: `^src/${anyOf(inBrowsers)}/` },
    ),
    error(
      'pages-run-in-a-browser',
      { path: '^src/web/client/' },
      {
        path: '^src/',
        pathNot: `^src/${anyOf([...inBrowsers, 'web/client'])}/`,
        dependencyTypesNot: ['type-only'],
      },
      'the pages take from the server nothing but types',
    ),
    error(
      'checker-shares-nothing',
      { path: '^src/engine/proof-checker/' },
      { path: '^src/', pathNot: '^src/(engine/proof-checker|core)/' },
      'the checker of proofs must not share code with what it checks',
    ),
    error(
      'the-engine-is-compiled-by-itself',
      { path: '^src/engine/assembly/' },
      { pathNot: '^src/engine/assembly/' },
      'its compiler knows AssemblyScript alone',
    ),
    error(
      'nobody-imports-the-text-of-the-engine',
      { pathNot: '^src/engine/assembly/' },
      { path: '^src/engine/assembly/' },
    ),
    error(
      'queue-packages-are-bundled',
      { path: '^(src|workers)/', pathNot: '^src/runs/queue/link/bullmq\\.ts$' },
      { path: '^node_modules/(bullmq|ioredis)/' },
      'build-queue.mjs puts them into this one module, so that users install neither',
    ),
    error('no-circles', {}, { circular: true }),
    {
      ...error('no-circles-of-rooms', {}, { circular: true }),
      comment: 'a room that imports from another is not imported from there',
      scope: 'folder',
    },
    error('threads-import-src-alone', { path: '^workers/' }, { path: '^(workers|test|bench)/' }),
    error('nobody-imports-threads', { path: '^(src|bench)/' }, { path: '^workers/' }),
    error(
      'tests-import-their-own-wing',
      { path: '^test/([^/]+)/', pathNot: '^test/(support|fixtures)/' },
      { path: '^(test|bench)/', pathNot: '^test/($1|support|fixtures)/' },
      'what tests of several wings need is in test/support or test/fixtures',
    ),
    error(
      'fixtures-import-no-tests',
      { path: '^test/(support|fixtures)/' },
      { path: '^(test|bench)/', pathNot: '^test/(fixtures|support)/' },
    ),
    error(
      'nobody-imports-a-test',
      {},
      { path: '\\.(test|bench)\\.ts$' },
      'what tests and benchmarks share is in a file of its own',
    ),
    error('no-unresolved', {}, { couldNotResolve: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
