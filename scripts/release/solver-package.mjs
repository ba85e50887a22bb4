// The package of the solver alone: the library, its types and the files for pages. The program's
// package carries the same files rather than depend on this one: so a clone can be installed while
// nothing is published, and what "nonomill/node" throws is of the classes of "nonomill" whatever
// versions there are. The price is 2 MB for those who install both.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { homeOf, withAbsoluteLinks } from './readiness.mjs';

/** What it has of a built clone. */
const FILES = [
  ...['dist/library', 'dist/page', 'dist/types/index.d.ts', 'dist/types/library.d.ts'],
  ...['dist/types/worker.d.ts', 'LICENSE', 'CHANGELOG.md', 'docs/stability.md'],
  ...['docs/solver/library.md', 'docs/solver/page.md', 'docs/solver/difficulty.md'],
];

/** Fields of the program's manifest that hold for the solver as well. */
const SHARED = [
  ...['version', 'keywords', 'author', 'license', 'type', 'engines', 'repository', 'homepage'],
  'bugs',
];

/** Gathers the package in `folder` from the built `clone`, to be packed there by npm. */
export function gatherSolver(clone, folder) {
  for (const name of FILES) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(clone, name), join(folder, name), {
      recursive: true,
      filter: (path) => !path.endsWith('.map'),
    });
  }
  const program = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'));
  const home = homeOf(clone);
  const manifest = {
    name: home.solver,
    description: 'Solves nonograms: unique or not, how hard, the next step, what would mend them.',
    ...Object.fromEntries(SHARED.filter((field) => field in program).map((f) => [f, program[f]])),
    exports: {
      '.': program.exports['.'],
      './worker': program.exports['./worker'],
      './nonomill.min.js': './dist/page/nonomill.min.js',
      './package.json': './package.json',
    },
    unpkg: './dist/page/nonomill.global.min.js',
    jsdelivr: './dist/page/nonomill.global.min.js',
    sideEffects: program.sideEffects.filter((path) => path.startsWith('./dist/library/')),
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const readme = readFileSync(join(clone, 'scripts', 'release', 'solver.md'), 'utf8');
  const named = readme.replaceAll('nonomill-solver', home.solver);
  writeFileSync(join(folder, 'README.md'), withAbsoluteLinks(named, home, manifest.version));
}

/** The file that npm makes of a package. */
export function tarballOf(name, version) {
  return `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`;
}
