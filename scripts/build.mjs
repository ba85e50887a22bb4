// `npm run build`: builds dist/ from the TypeScript sources, the queue, the threads, the command
// line and the pages included, after installing what is missing. Removes what has no source any
// more. With --to-run the program alone, without a look at types.
import './suitable-node.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { untilFree, use } from './dist-users.mjs';
import { writeLibraryTypes } from './library-types.mjs';
import { writeSolverVersion } from './solver-version.mjs';
import { forgetBuilt, install, isBuiltFor, noteBuilt, root, stampFor } from './prepare.mjs';

install();
const toRun = process.argv.includes('--to-run');
use(join(root, 'dist'), 'another build');
if ((await untilFree(join(root, 'dist'))) && isBuiltFor(toRun)) process.exit();

for (const folder of ['src', 'workers', 'test', 'bench']) removeStale(folder);
// What is saved meanwhile is built the next time.
const stamp = stampFor(toRun);
forgetBuilt();
const project = toRun ? join(root, 'scripts', 'tsconfig.start.json') : root;
// The compiler's notes tell the next whole build what it need not write: they do not know of this
// one.
if (toRun) rmSync(join(root, 'dist', '.tsbuildinfo'), { force: true });
// Nothing is written over what was built before unless the types are right. The pages, the command
// line and the library are built from the sources; the queue and the threads take the place of
// compiled modules.
const compiler = join('node_modules', 'typescript-native', 'bin', 'tsc');
await node(compiler, '-p', project, '--noEmitOnError');
writeSolverVersion();
const rest = ['queue', 'threads', 'client', 'program', 'page'].map((name) =>
  node(join('scripts', `build-${name}.mjs`)),
);
await Promise.all([...rest, writeLibraryTypes()]);
noteBuilt(toRun, stamp);

/** Runs a script; if it fails, so does the build. */
async function node(script, ...words) {
  const child = spawn(process.execPath, [join(root, script), ...words], { stdio: 'inherit' });
  const [status] = await once(child, 'exit');
  if (status !== 0) process.exit(status ?? 1);
}

/** Deletes compiled files below dist/<folder> whose source is gone: old tests must not run. */
function removeStale(folder) {
  const compiled = join(root, 'dist', folder);
  if (!existsSync(compiled)) return;
  for (const entry of readdirSync(compiled, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeStale(path);
    else if (/\.(js(\.map)?|d\.ts)$/.test(entry.name)) {
      const source = join(root, path.replace(/\.(js(\.map)?|d\.ts)$/, '.ts'));
      if (!existsSync(source)) rmSync(join(root, 'dist', path));
    }
  }
}
