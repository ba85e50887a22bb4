// Checks what users get: packs the program and the solver as a fresh clone does, installs each in
// empty folders as npm 12 does on the oldest, the long-term and the newest Node.js (those of
// check-install/package.json; on other systems than Linux x64 on this Node.js and its npm alone),
// and tries the commands and the library there, on Bun and Deno as well. The two tarballs that are
// named are tried in place of those that it packs. Closes with the line "N passed, N failed".
import './suitable-node.mjs';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import {
  checksOf,
  checksOfRuntime,
  checksOfSolver,
  checksOfSolverIn,
} from './check-install/checks.mjs';
import { tryOut } from './outcomes.mjs';
import { install, plainEnv, root } from './prepare.mjs';
import { gatherSolver } from './release/solver-package.mjs';

install();
const tools = join(root, 'scripts', 'check-install');
const scratch = mkdtempSync(join(tmpdir(), 'nonomill-install-'));
const counts = { passed: 0, failed: 0 };
const NEWEST = 'node-26';
/** Other runtimes: the binary below node_modules, and the words with which it runs a script. */
const RUNTIMES = {
  Bun: ['@oven/bun-linux-x64/bin/bun', 'run'],
  Deno: [
    '@deno/linux-x64-glibc/deno',
    'run',
    '--allow-all',
    '--no-lock',
    '--node-modules-dir=manual',
  ],
};
try {
  const named = process.argv.slice(2);
  const [program, solver] = named.length === 2 ? named : packed();
  for (const node of nodes()) {
    await checkOn(node, program, checksOf, checksOfRuntime);
    await checkOn(
      { ...node, name: `solver, ${node.name}` },
      solver,
      checksOfSolver,
      checksOfSolverIn,
    );
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed\n`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;

/** The packages that would be published from a fresh clone, in which nothing is built yet. */
function packed() {
  const clone = join(scratch, 'clone');
  cpSync(root, clone, { recursive: true, filter: isOfClone });
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'), 'junction');
  const program = packedIn(clone, '--no-ignore-scripts');
  const solver = join(scratch, 'solver');
  gatherSolver(clone, solver);
  return [program, packedIn(solver)];
}

function packedIn(folder, ...flags) {
  const { status, stdout, stderr } = npmOn(process.execPath, null, folder, [
    ...['pack', ...flags, '--json', '--pack-destination', scratch],
  ]);
  if (status !== 0) throw new Error(`npm pack failed:\n${stderr}`);
  const answer = JSON.parse(stdout);
  // npm 12 answers with an object by package name, earlier ones with a list.
  const [{ filename }] = Array.isArray(answer) ? answer : Object.values(answer);
  return join(scratch, filename);
}

function isOfClone(path) {
  return !['.git', 'node_modules', 'dist', 'reports'].includes(basename(path));
}

/**
 * Each Node.js to check on: its binary, and the npm to install with (null: the one of the machine).
 */
function nodes() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return [{ name: process.versions.node, path: process.execPath, npm: null }];
  }
  const { status, stderr } = npmOn(process.execPath, null, tools, [
    ...['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
  ]);
  if (status !== 0) throw new Error(`npm could not fetch what to check with:\n${stderr}`);
  const modules = join(tools, 'node_modules');
  const npm = join(modules, 'npm', 'bin', 'npm-cli.js');
  return ['node-22', 'node-24', NEWEST].map((name) => {
    const path = join(modules, name, 'bin', 'node');
    if (!existsSync(path)) throw new Error(`${name} was not installed in ${modules}`);
    return { name, path, npm };
  });
}

/**
 * Installs in a folder of its own and runs every check there: those for Node.js, and on the newest
 * one those for other runtimes.
 */
async function checkOn({ name, path, npm }, tarball, checks, checksElsewhere) {
  const folder = mkdtempSync(join(scratch, `${name.replaceAll(/\W+/g, '-')}-`));
  const installed = npmOn(path, npm, folder, ['install', tarball, '--no-audit', '--no-fund']);
  const said = installed.stdout + installed.stderr;
  // What npm says of this machine's settings, or of a Node.js that it does not support (12.2 wants
  // 22.22 or later), says nothing about the package.
  const warnings = said
    .split('\n')
    .filter((line) => /\b(warn|err)/i.test(line))
    .filter((line) => !/Unknown (user|env|global) config|^npm warn cli npm v/.test(line));
  tryOut(counts, `${name}: installs without a warning`, () => {
    if (installed.status !== 0 || warnings.length > 0) throw new Error(said);
  });
  if (installed.status !== 0) return;
  const environment = { folder, node: path, env: envOf(path), root };
  for (const [title, check] of Object.entries(checks(environment))) {
    await tryOut(counts, `${name}: ${title}`, check);
  }
  // What npm has installed under the newest Node.js is tried on other runtimes, too.
  if (npm === null || !name.endsWith(NEWEST)) return;
  for (const [runtime, words] of Object.entries(RUNTIMES)) {
    const command = [join(tools, 'node_modules', words[0]), ...words.slice(1)];
    for (const [title, check] of Object.entries(checksElsewhere({ folder, command, root }))) {
      await tryOut(counts, `${name.replace(NEWEST, runtime)}: ${title}`, check);
    }
  }
}

/** Runs npm under a Node.js: the file `npm`, or with null the npm of the machine. */
function npmOn(path, npm, cwd, args) {
  const windows = process.platform === 'win32';
  const [command, first] = npm === null ? [windows ? 'npm.cmd' : 'npm', []] : [path, [npm]];
  const options = { cwd, env: envOf(path), encoding: 'utf8', shell: windows && npm === null };
  return spawnSync(command, [...first, ...args], options);
}

/** The environment in which a Node.js is found as `node`. */
function envOf(path) {
  return { ...plainEnv(), PATH: dirname(path) + delimiter + process.env.PATH };
}
