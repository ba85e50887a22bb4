// Builds the container of the Dockerfile with buildah, on an image that debootstrap makes of
// Debian's packages with this Node.js in it, and runs a corpus in it. Where one of the two, root's
// rights or Linux is missing, it says so and does nothing. Closes with the line "N passed, N
// failed". Takes four minutes and 2 GB of the temporary folder.
import './suitable-node.mjs';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { outputOf } from './outcomes.mjs';
import { root } from './prepare.mjs';

const missing = ['buildah', 'debootstrap'].filter((name) => found(name) === null);
if (process.platform !== 'linux' || process.getuid() !== 0) skip('it needs Linux, and root');
else if (missing.length > 0) skip(`${missing.join(' and ')} is not installed`);
else {
  const scratch = mkdtempSync(join(tmpdir(), 'nonomill-container-'));
  try {
    check(scratch);
    process.stdout.write(
      '✔ a container solves a corpus without rights, and hands on the exit code\n\n1 passed, 0 failed\n',
    );
  } catch (error) {
    process.stdout.write(`✖ ${error.stack ?? error}\n\n0 passed, 1 failed\n`);
    process.exitCode = 1;
  } finally {
    buildahIn(scratch, ['rmi', '--all', '--force'], { stdio: 'ignore' });
    rmSync(scratch, { recursive: true, force: true });
  }
}

function skip(why) {
  process.stdout.write(`skipped: ${why}\n`);
}

function check(scratch) {
  makeBase(scratch);
  const npmrc = join(homedir(), '.npmrc');
  const secrets = existsSync(npmrc) ? ['--secret', `id=npmrc,src=${npmrc}`] : [];
  const base = ['--build-arg', 'NODE=localhost/base'];
  buildah(scratch, ['build', '--tag', 'nonomill', ...base, ...secrets, root]);
  const data = join(scratch, 'data');
  mkdirSync(join(data, 'book'), { recursive: true });
  cpSync(join(root, 'data', 'classics.json'), join(data, 'book', 'classics.json'));
  chownSync(data, 1000, 1000);
  const container = buildah(scratch, ['from', 'nonomill']).trim();
  const volume = ['--volume', `${data}:/data`];
  const inside = (...words) => buildahIn(scratch, ['run', ...volume, container, '--', ...words]);
  assert.equal(inside('id', '-u').stdout.trim(), '1000');
  const solved = inside('nonomill', 'run', '/data/book', '--quiet', '--require', 'unique');
  assert.match(solved.stderr, /does not have one solution/);
  assert.match(solved.stderr, /exit status 3/);
  const summary = JSON.parse(readFileSync(join(data, 'reports', 'run-1', 'summary.json'), 'utf8'));
  assert.equal(summary.run.state, 'complete');
}

/** An image with this Node.js and its npm, and nothing else but the least that Debian is. */
function makeBase(scratch) {
  const system = join(scratch, 'system');
  const packages = '--include=ca-certificates,libstdc++6';
  outputOf('debootstrap', ['--variant=minbase', packages, 'bookworm', system, mirror()]);
  const local = join(system, 'usr', 'local');
  cpSync(process.execPath, join(local, 'bin', 'node'));
  const npm = dirname(dirname(realpathSync(found('npm'))));
  cpSync(npm, join(local, 'lib', 'npm'), { recursive: true, dereference: true });
  symlinkSync('../lib/npm/bin/npm-cli.js', join(local, 'bin', 'npm'));
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates) cpSync(certificates, join(system, 'etc', 'ssl', 'extra.crt'));
  const trust = certificates ? 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/extra.crt\n' : '';
  writeFileSync(join(scratch, 'Base'), `FROM scratch\nCOPY system /\n${trust}`);
  buildah(scratch, ['build', '--tag', 'base', '--file', join(scratch, 'Base'), scratch]);
  rmSync(system, { recursive: true });
}

/** Where this machine has its packages of Debian from. */
function mirror() {
  const sources = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list'];
  const text = sources
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  return /^(?:URIs:|deb(?: \[.*?\])?)\s*(\S+)/m.exec(text)?.[1] ?? 'http://deb.debian.org/debian';
}

function found(program) {
  const { status, stdout } = spawnSync('sh', ['-c', 'command -v "$0"', program], {
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : null;
}

function buildah(scratch, words) {
  const { status, stdout, stderr } = buildahIn(scratch, words);
  if (status !== 0) throw new Error(`buildah ${words.join(' ')}:\n${stdout}${stderr}`);
  return stdout;
}

/** With storage of its own, and without rights that a container may not have in another one. */
function buildahIn(scratch, words, options = {}) {
  const storage = ['--root', join(scratch, 'storage'), '--runroot', join(scratch, 'run')];
  const env = { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' };
  return spawnSync('buildah', [...storage, ...words], {
    encoding: 'utf8',
    env,
    maxBuffer: 2 ** 28,
    ...options,
  });
}
