// Goes on under a private Node.js if that of the machine is too old: the version of
// private-node/package.json, a plain npm package that holds one binary. To be imported first: with
// an old Node.js, the script that imports it starts again under the private one, and nothing else
// of it runs.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WITH_PIPE, endWith, followOuter } from './outer-process.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, 'scripts', 'private-node');
const wanted = readJson(join(root, 'package.json')).engines.node.replace('>=', '');

if (isEnough(process.versions.node)) followOuter();
else await startAgain(privateNode());

function isEnough(version) {
  const [least, given] = [wanted, version].map((text) => text.split('.').map(Number));
  return given[0] > least[0] || (given[0] === least[0] && given[1] >= least[1]);
}

/** The path of the private Node.js, which is fetched if it is not there. */
function privateNode() {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const version = readJson(join(folder, 'package.json')).optionalDependencies[name];
  if (version === undefined)
    needsNode(`there is no package for ${process.platform} ${process.arch}`);
  const installed = join(folder, 'node_modules', name);
  const executable = process.platform === 'win32' ? 'node.exe' : 'node';
  const path = join(installed, 'bin', executable);
  if (!existsSync(path) || readJson(join(installed, 'package.json')).version !== version) {
    say(`Node.js ${process.versions.node} is too old; fetching a private ${version} ...`);
    const windows = process.platform === 'win32';
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const options = { cwd: folder, stdio: ['ignore', 2, 2], shell: windows };
    const { error, status } = spawnSync(windows ? 'npm.cmd' : 'npm', args, options);
    if (error) needsNode(`npm could not be started: ${error.message}`);
    if (status !== 0 || !existsSync(path)) needsNode(`npm could not fetch ${name}@${version}`);
    // Asked once: each start would take a third longer.
    const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
    if (stdout?.trim() !== `v${version}`) needsNode(`${path} does not run here`);
  }
  return path;
}

/** Runs this script under another Node.js, which programs that it starts find first. */
async function startAgain(path) {
  const { stdio, env } = WITH_PIPE;
  const all = { ...process.env, ...env, PATH: dirname(path) + delimiter + process.env.PATH };
  const words = [...process.execArgv, ...process.argv.slice(1)];
  try {
    await endWith(spawn(path, words, { env: all, stdio }));
  } catch (error) {
    needsNode(`${path} does not run here: ${error.message}`);
  }
}

function needsNode(reason) {
  say(
    `needs Node.js ${wanted} or later; this is ${process.versions.node}, and ${reason}.\n` +
      '  Install a newer one from https://nodejs.org and run this again.',
  );
  process.exit(1);
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function say(message) {
  process.stderr.write(`nonomill: ${message}\n`);
}
