// The import rule: imports point down, never up, never in a circle.
//
//   main -> cli -> batch, report, web -> corpus, generate, pool, store, replay -> formats, solver -> puzzle
//
// Each package has one owner; solver, formats, puzzle and replay run in a browser too.
const layers = [
  ['main.ts'],
  ['cli'],
  ['batch', 'report', 'web'],
  ['corpus', 'generate', 'pool', 'store', 'replay'],
  ['formats', 'solver'],
  ['puzzle'],
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
  'better-sqlite3': 'store',
  'cadical-wasm': 'pool',
  pngjs: 'generate',
};

const owned = Object.entries(owners).map(([name, owner]) => ({
  name: `${name}-belongs-to-${owner}`,
  severity: 'error',
  from: { path: '^(src|workers)/', pathNot: `^src/${owner}/` },
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
        pathNot: '^src/(puzzle|solver|formats|replay|web/client)/|^node_modules/(preact|echarts)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'pure-below',
      comment: 'puzzle, solver, formats and replay run in a browser too: nothing of Node',
      severity: 'error',
      from: { path: '^src/(puzzle|solver|formats|replay)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'puzzle-imports-nothing',
      severity: 'error',
      from: { path: '^src/puzzle/' },
      to: { pathNot: '^src/puzzle/' },
    },
    {
      name: 'solver-imports-puzzle-alone',
      severity: 'error',
      from: { path: '^src/solver/' },
      to: { pathNot: '^src/(solver|puzzle)/' },
    },
    {
      name: 'nobody-imports-workers',
      severity: 'error',
      from: { path: '^(src|bench)/' },
      to: { path: '^workers/' },
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
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
