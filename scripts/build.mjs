// `npm run build`: builds dist/ from the TypeScript sources, the queue and the pages included, after installing
// what is missing. Removes what has no source any more.
import './suitable-node.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { install, root } from './prepare.mjs';

install();

for (const folder of ['src', 'workers', 'test', 'bench']) removeStale(folder);
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const { status } = spawnSync(process.execPath, [tsc, '-p', root], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
for (const script of ['build-queue.mjs', 'build-client.mjs']) {
  const built = spawnSync(process.execPath, [join(root, 'scripts', script)], { stdio: 'inherit' });
  if (built.status !== 0) process.exit(built.status ?? 1);
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
