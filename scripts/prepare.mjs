// Installs and builds what is missing or out of date, and nothing else: when everything is in
// place this takes some tens of milliseconds.
import './suitable-node.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const BUILT = join(root, 'dist', '.built');
const BUILT_TO_RUN = join(root, 'dist', '.built-to-run');
const CONFIGURED = ['tsconfig.json', 'scripts/tsconfig.start.json', 'package-lock.json'];
const PROGRAM = ['src', 'workers', ...CONFIGURED];
const SOURCES = [...PROGRAM, 'test', 'bench'];

/**
 * Set while tests run from dist: what they start runs from it as it is, whatever is saved
 * meanwhile.
 */
export const TESTED = 'NONOMILL_TESTED';

/** Makes node_modules and dist match the sources. Ends the process if that fails. */
export function prepare() {
  if (process.env[TESTED] === root) return;
  install();
  if (!isBuiltFor(false)) build([]);
}

/**
 * The same for the program alone, whose types are not checked: a quarter of the work, and the same
 * JavaScript and declarations. For whoever wants to use it, or installs the library from this
 * folder; tests, benchmarks and `npm run build` check everything.
 */
export function prepareToRun() {
  if (process.env[TESTED] === root) return;
  install();
  if (isBuiltFor(true)) return;
  build(['--to-run']);
}

/**
 * Makes node_modules of a folder match its package-lock.json. Ends the process if that fails.
 */
export function install(folder = root) {
  if (isInstalled(folder)) return;
  step('installing packages');
  run(
    npm(),
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--no-dry-run'],
    folder,
  );
}

/**
 * Whether npm says of node_modules that it holds each package of the lock file, in its version;
 * those of other machines may be missing.
 */
export function isInstalled(folder) {
  const noted = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(noted)) return false;
  const { packages: there } = JSON.parse(readFileSync(noted, 'utf8'));
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).every(
    ([path, { version, optional }]) =>
      path === '' || (there[path]?.version ?? (optional ? version : null)) === version,
  );
}

/** Whether there is nothing to build; to run, the program alone is enough. */
export function isBuiltFor(toRun) {
  return isBuilt(BUILT, SOURCES) || (toRun && isBuilt(BUILT_TO_RUN, PROGRAM));
}

function isBuilt(mark, sources) {
  return existsSync(mark) && readFileSync(mark, 'utf8') === stampOf(sources);
}

function build(flags) {
  step('building');
  run(process.execPath, [join(root, 'scripts', 'build.mjs'), ...flags]);
}

/** While something is built, nothing is. */
export function forgetBuilt() {
  for (const mark of [BUILT, BUILT_TO_RUN]) rmSync(mark, { force: true });
}

/** Keeps in mind what was built: nothing needs to be until that changes. */
export function noteBuilt(toRun, stamp) {
  writeFileSync(toRun ? BUILT_TO_RUN : BUILT, stamp);
}

/** What the sources are now. */
export function stampFor(toRun) {
  return stampOf(toRun ? PROGRAM : SOURCES);
}

function stampOf(sources) {
  const newest = sources.map((name) => newestUnder(join(root, name)));
  return digest(newest.map(([path, time, count]) => `${path} ${time} ${count}`).join('\n'));
}

/** The path and time of the newest file under `path`, and how many files there are. */
function newestUnder(path) {
  if (!existsSync(path)) return [path, 0, 0];
  const stats = statSync(path);
  if (!stats.isDirectory()) return [path, stats.mtimeMs, 1];
  let best = [path, 0, 0];
  let count = 0;
  for (const name of readdirSync(path).sort()) {
    const below = newestUnder(join(path, name));
    count += below[2];
    if (below[1] > best[1]) best = below;
  }
  return [best[0], best[1], count];
}

/** The environment without what the npm that started this has set. */
export function plainEnv() {
  const ofNpm = /^npm_(?!config_(registry|cache|.*proxy|cafile))/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofNpm.test(name)));
}

function npm() {
  return process.platform === 'win32' ? 'npm.cmd' : 'npm';
}

function run(command, args, cwd = root) {
  const shell = command.endsWith('.cmd');
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2], shell });
  if (error) fail(`${command} could not be started: ${error.message}`);
  if (status !== 0) fail(`"${command} ${args.join(' ')}" failed; see above.`);
}

function digest(data) {
  return createHash('sha256').update(data).digest('hex');
}

function step(what) {
  process.stderr.write(`nonomill: ${what} ...\n`);
}

/** Says why nothing more can be done, and ends the process. */
export function fail(message) {
  process.stderr.write(`nonomill: ${message}\n`);
  process.exit(1);
}
