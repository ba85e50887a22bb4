// The import rule: imports point down; there are no cycles.
//
//   main, index, node -> cli -> rivals, notify -> batch, report, web, sheets, stream, dataset -> library, queue
//     -> corpus, pool, store -> generate, cross-check, advice, packed, trace, files, tables -> replay
//     -> formats, solver, proof, charts -> engine, result, progress -> text, puzzle
//
// Each package has one owner. Everything from advice down runs in a browser too, cross-check, packed, trace, files and tables excepted.
//
// Benchmarks and tests may import all of this, and nothing of it imports them.
const layers = [
  ['main.ts', 'index.ts', 'node.ts'],
  ['cli', 'node'],
  ['rivals', 'notify'],
  ['batch', 'report', 'web', 'sheets', 'stream', 'dataset'],
  ['library', 'queue'],
  ['corpus', 'pool', 'store'],
  ['generate', 'cross-check', 'advice', 'packed', 'trace', 'files', 'tables'],
  ['replay'],
  ['formats', 'solver', 'proof', 'charts'],
  ['engine', 'result', 'progress'],
  ['text', 'puzzle'],
];

const pathOf = (name) =>
  name.endsWith('.ts') ? `^src/${name.replace('.', '\\.')}$` : `^src/${name}/`;

const downward = layers.flatMap((names, level) =>
  names.map((name) => {
    const allowed = [name, ...layers.slice(level + 1).flat()].map(pathOf);
    return {
      name: `${name.replace('.ts', '')}-imports-down`,
      comment: `${name} may import only itself and the layers below it`,
      severity: 'error',
      from: { path: pathOf(name) },
      to: { path: '^(src|workers|test|bench)/', pathNot: allowed },
    };
  }),
);

const owners = {
  yargs: 'cli',
  'csv-parse': 'corpus',
  'p-queue': 'batch',
  piscina: 'pool',
  valibot: 'queue/messages',
  bullmq: 'queue/link/bullmq.ts',
  ioredis: 'queue/link/bullmq.ts',
  'better-sqlite3': 'store',
  'cadical-wasm': 'cross-check',
  pngjs: 'generate',
  pdfkit: 'sheets',
  uqr: 'charts',
  fflate: 'tables',
  hyparquet: 'tables',
  'hyparquet-writer': 'tables',
};

const owned = Object.entries(owners).map(([name, owner]) => ({
  name: `${name}-belongs-to-${owner}`,
  severity: 'error',
  from: { path: '^(src|workers)/', pathNot: `^src/${owner}(/|$)` },
  to: { path: `node_modules/${name}/` },
}));

module.exports = {
  forbidden: [
    ...downward,
    ...owned,
    {
      name: 'pages-run-in-a-browser',
      comment: 'the pages of src/web/client take from the server nothing but types',
      severity: 'error',
      from: { path: '^src/web/client/' },
      to: {
        path: '^src/|^node_modules/',
        pathNot:
          '^src/(text|puzzle|result|progress|charts|engine|solver|formats|proof|replay|advice|library|web/client)/|^src/generate/(image|only|puzzle-of-image|random-puzzles|shrunk)\\.ts$|^node_modules/(preact|echarts|uqr)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'library-runs-in-a-browser',
      comment: 'nothing that src/index.ts needs may need Node',
      severity: 'error',
      from: { path: '^src/index\\.ts$' },
      to: {
        path: '^(fs|path|os|url|zlib|crypto|worker_threads|node:.*)$|^node_modules/',
        // Plain JavaScript.
        pathNot: '^node_modules/(saxes|xmlchars)/',
        reachable: true,
      },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-cycles-between-rooms',
      comment: 'a room that imports from another is not imported from there',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'pure-below',
      comment: 'these packages run in a browser too: nothing of Node',
      severity: 'error',
      from: {
        path: '^src/(text|puzzle|result|progress|charts|engine|solver|formats|proof|replay|advice)/',
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'puzzle-imports-nothing',
      severity: 'error',
      from: { path: '^src/puzzle/' },
      to: { pathNot: '^src/puzzle/' },
    },
    {
      name: 'text-imports-nothing',
      severity: 'error',
      from: { path: '^src/text/' },
      to: { pathNot: '^src/text/' },
    },
    {
      name: 'solver-imports-engine-results-and-puzzles',
      severity: 'error',
      from: { path: '^src/solver/' },
      to: { pathNot: '^src/(solver|engine|result|text|puzzle)/' },
    },
    {
      name: 'proof-imports-puzzle-alone',
      comment: 'the checker of proofs must not share code with what it checks',
      severity: 'error',
      from: { path: '^src/proof/' },
      to: { pathNot: '^src/(proof|puzzle)/' },
    },
    {
      name: 'runs-know-pools-alone',
      comment: 'a queue comes to a run through the interface of a pool, handed in from above',
      severity: 'error',
      from: { path: '^src/batch/' },
      to: { path: '^src/queue/' },
    },
    {
      name: 'nobody-imports-workers',
      severity: 'error',
      from: { path: '^(src|bench)/' },
      to: { path: '^workers/' },
    },
    {
      name: 'workers-import-src-alone',
      severity: 'error',
      from: { path: '^workers/' },
      to: { path: '^(workers|test|bench)/' },
    },
    {
      name: 'src-imports-no-tests',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'tests-import-their-own-room',
      comment: 'what several rooms of tests need is in test/support or test/fixtures',
      severity: 'error',
      from: { path: '^test/([^/]+)/', pathNot: '^test/(support|fixtures)/' },
      to: { path: '^(test|bench)/', pathNot: '^test/($1|support|fixtures)/' },
    },
    {
      name: 'fixtures-import-no-tests',
      severity: 'error',
      from: { path: '^test/fixtures/' },
      to: { path: '^(test|bench)/', pathNot: '^test/(fixtures|support)/' },
    },
    {
      name: 'support-imports-no-tests',
      severity: 'error',
      from: { path: '^test/support/' },
      to: { path: '^(test|bench)/', pathNot: '^test/support/' },
    },
    {
      name: 'nobody-imports-a-test',
      comment: 'what tests and benchmarks share is in a file of its own',
      severity: 'error',
      from: {},
      to: { path: '\\.(test|bench)\\.ts$' },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // AssemblyScript, which its own compiler checks.
    exclude: { path: '^src/engine/assembly/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
