// `npm run types` checks all types, `npm run types -- solver lab` those of two packages and of
// what they import. Each package is a project of TypeScript's own, which refers to the packages
// that it imports: it sees nothing else, and is checked again only if it or a type that it sees has
// changed.
import './suitable-node.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { install, root } from './prepare.mjs';

/** The projects to which all others lead. */
const ALL = ['src', 'src/site', 'workers', 'test', 'bench'];

/** What to start, below node_modules, for the types of these packages, or of all. */
export function typeCheck(packages = []) {
  const named = packages.map(projectOf);
  return ['typescript-native/bin/tsc', '-b', ...(named.length > 0 ? named : ALL)];
}

function projectOf(name) {
  const folder = [`src/${name}`, name].find((path) =>
    existsSync(join(root, path, 'tsconfig.json')),
  );
  if (folder !== undefined) return folder;
  process.stderr.write(
    `types: ${name} has no tsconfig.json; name a folder of src/, or test, workers, bench\n`,
  );
  process.exit(2);
}

if (process.argv[1] === import.meta.filename) {
  install();
  const [file, ...args] = typeCheck(process.argv.slice(2));
  const command = [join(root, 'node_modules', file), ...args];
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' });
  process.exit(status ?? 1);
}
