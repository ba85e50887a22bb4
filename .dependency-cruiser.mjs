// The import rule. A package imports from itself and from those in its `sees`, a layer from itself
// and from the layers above it, and each only the packages of npm that it names; `inBrowsers` says
// that a layer runs there too, so that it imports nothing of Node. Folders import in no circle.
// Above all packages are the entry points: src/commands.ts names the commands of each,
// src/site/app.tsx the pages.

export const PACKAGES = {
  solver: {
    is: 'One puzzle: what others install to solve in a page.',
    sees: [],
    layers: {
      core: { is: 'Shared types: puzzle, clue, result, text.', inBrowsers: true },
      engine: {
        is: 'The solver in WebAssembly, guess depth and difficulty, proofs and their checker.',
        inBrowsers: true,
      },
      formats: {
        is: 'Text to puzzles and back: a push parser and a writer for each format.',
        inBrowsers: true,
      },
      craft: {
        is: "Fix, hint, ambiguity, replay, random puzzles, pictures; the library's functions.",
        inBrowsers: true,
        npm: 'uqr',
      },
    },
  },
  pipeline: {
    is: 'Corpora in, verdicts out, statistics: runs, reports, pages, the command line.',
    sees: ['solver'],
    layers: {
      record: {
        is: "A run's state, gates, rounds, progress, tables and figures.",
        inBrowsers: true,
      },
      files: { is: 'Files that are replaced whole or not at all, and tracing.' },
      corpus: {
        is: 'Where corpora are, their bytes, the one reader; tables, images and archives.',
        npm: 'fflate hyparquet hyparquet-writer picomatch pngjs tinyglobby',
      },
      store: {
        is: 'The database: its tables, the one writer, the queries.',
        npm: 'better-sqlite3',
      },
      runs: {
        is: 'Plan, feed, threads, reuse, merge, forecast; the stages of a run.',
        npm: 'cadical-wasm p-queue piscina',
      },
      queue: {
        is: 'A run shared by machines: a pool whose threads are theirs, by way of Redis.',
        npm: 'bullmq ioredis valibot',
      },
      report: {
        is: 'A run as figures, text, HTML and PDF; statistics.',
        npm: '@resvg/resvg-wasm echarts pdfkit',
      },
      pages: {
        is: 'The server of the pages, and in client/ the pages.',
        npm: '@hono/node-server echarts hono preact',
      },
      cli: {
        is: 'The commands of runs, flags, the terminal, notices.',
        npm: 'yargs yargs-parser smol-toml',
      },
    },
  },
  studio: {
    is: 'For makers and players: fix, hint, check, generate, rank, sheets, the workbench, play.',
    sees: ['solver', 'pipeline'],
    npm: 'pdfkit preact',
  },
  lab: {
    is: 'For researchers: studies, data sets, races, the referee, proofs.',
    sees: ['solver', 'pipeline'],
    npm: 'better-sqlite3 saxes valibot',
  },
};

/** What the pages take of the pipeline besides the layers that run in browsers. */
const IN_PAGES = [
  'pipeline/report/figures',
  'pipeline/report/statistics',
  'pipeline/pages/client',
  'studio/pages',
  'site',
];

const anyOf = (words) => `(${words.join('|')})`;
const npmOf = (words = '') => `^node_modules/(@types/)?${anyOf(['node', ...words.split(/\s+/)])}/`;
const error = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

const packages = Object.entries(PACKAGES).flatMap(([name, { sees, npm, layers }]) => {
  const own = `^src/${name}/`;
  const rules = [
    error(
      `${name}-imports-${['itself', ...sees].join('-and-')}`,
      { path: own },
      { path: '^(src|workers|test|bench)/', pathNot: `^src/${anyOf([name, ...sees])}/` },
    ),
  ];
  if (layers === undefined) {
    rules.push(
      error(
        `${name}-imports-its-packages`,
        { path: own },
        { path: '^node_modules/', pathNot: npmOf(npm) },
      ),
    );
    return rules;
  }
  const names = Object.keys(layers);
  for (const [place, layer] of names.entries()) {
    const from = { path: `${own}${layer}/` };
    const above = names.slice(0, place + 1);
    rules.push(
      error(`${name}/${layer}-imports-from-above`, from, {
        path: own,
        pathNot: `${own}${anyOf(above)}/`,
      }),
      error(`${name}/${layer}-imports-its-packages`, from, {
        path: '^node_modules/',
        pathNot: npmOf(layers[layer].npm),
      }),
    );
  }
  return rules;
});

const inBrowsers = Object.entries(PACKAGES).flatMap(([name, { layers = {} }]) =>
  Object.keys(layers)
    .filter((layer) => layers[layer].inBrowsers)
    .map((layer) => `${name}/${layer}`),
);
const browsers = `^src/(index\\.ts$|${[...inBrowsers, ...IN_PAGES].join('/|')}/)`;

export default {
  forbidden: [
    ...packages,
    error(
      'browsers-have-no-node',
      { path: browsers },
      { dependencyTypes: ['core'] },
      'nor has src/index.ts, the library for any JavaScript',
    ),
    error(
      'browsers-have-nothing-else',
      { path: browsers },
      { path: '^src/', pathNot: browsers, dependencyTypesNot: ['type-only'] },
      'of the server, the pages take nothing but types',
    ),
    error(
      'the-library-is-the-solver',
      { path: '^src/(index|worker)\\.ts$' },
      { path: '^src/', pathNot: '^src/solver/' },
    ),
    error(
      'checker-shares-nothing',
      { path: '^src/solver/engine/proof-checker\\.ts$' },
      { path: '^src/', pathNot: '^src/solver/core/' },
      'the checker of proofs must not share code with what it checks',
    ),
    error(
      'the-engine-is-compiled-by-itself',
      { path: '^src/solver/engine/assembly/' },
      { pathNot: '^src/solver/engine/assembly/' },
      'its compiler knows AssemblyScript alone',
    ),
    error(
      'nobody-imports-the-text-of-the-engine',
      { pathNot: '^src/solver/engine/assembly/' },
      { path: '^src/solver/engine/assembly/' },
    ),
    error(
      'queue-packages-are-bundled',
      { path: '^(src|workers)/', pathNot: '^src/pipeline/queue/bullmq\\.ts$' },
      { path: '^node_modules/(bullmq|ioredis)/' },
      'build-queue.mjs puts them into this one module, so that users install neither',
    ),
    error('no-circles', {}, { circular: true }),
    {
      ...error('no-circles-of-folders', {}, { circular: true }),
      comment: 'a folder that imports from another is not imported from there',
      scope: 'folder',
    },
    error(
      'studio-and-lab-are-leaves',
      {
        path: '^(src|workers)/',
        pathNot:
          '^src/(studio|lab)/|^src/commands\\.ts$|^src/site/app\\.tsx$|^src/site/try-main\\.tsx$|^workers/dataset\\.ts$',
      },
      { path: '^src/(studio|lab)/' },
      'only the tables of commands and pages lead there, and threads that make data sets and censuses',
    ),
    error('threads-import-src-alone', { path: '^workers/' }, { path: '^(workers|test|bench)/' }),
    error('nobody-imports-threads', { path: '^(src|bench)/' }, { path: '^workers/' }),
    error(
      'tests-import-their-own-package',
      { path: '^test/([^/]+)/', pathNot: '^test/(support|fixtures)/' },
      { path: '^(test|bench)/', pathNot: '^test/($1|support|fixtures)/' },
      'what tests of several packages need is in test/support or test/fixtures',
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
