// Makes a release, all but its publication: checks that the version may be released, builds in a
// fresh copy, tests, packs the program and the solver (their names are in release/home.json), tries
// both packages on each Node.js, Bun and Deno, and makes the archives that need no Node.js, with
// what they consist of, licences and sums, in reports/release-<version>.
//
//     npm run release -- 1.0.0 [--dry-run] [--skip-tests] [--skip-archives]
//
// With --dry-run what would be refused is only said, the tests are left out, and the version is
// given to the copy. Publication is for the workflow of a tag: .github/workflows/release.yml.
import './suitable-node.mjs';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Wine, asOnWindows, installWine, wineNode } from './check-windows/wine.mjs';
import { outputOf, sayFailed } from './outcomes.mjs';
import { install, plainEnv, root } from './prepare.mjs';
import { SYSTEMS, makeArchive } from './release/archives.mjs';
import { licencesOf, withBundled } from './release/contents.mjs';
import { homeOf, reasonsAgainst, withAbsoluteLinks } from './release/readiness.mjs';
import { gatherSolver, tarballOf } from './release/solver-package.mjs';

/** The most that an archive may take, in bytes. */
const MOST_BYTES = 60e6;

const { values, positionals } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    'skip-tests': { type: 'boolean', default: false },
    'skip-archives': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const [version] = positionals;
if (positionals.length !== 1 || !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) {
  process.stderr.write('release: expected one version such as 1.0.0\n');
  process.exit(2);
}
const dryRun = values['dry-run'];
const out = join(root, 'reports', `release-${version}`);
const scratch = mkdtempSync(join(tmpdir(), 'nonomill-release-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));

const against = reasonsAgainst(version, root);
for (const reason of against)
  process.stdout.write(`${dryRun ? 'not yet' : 'refused'}: ${reason}\n`);
if (against.length > 0 && !dryRun) process.exit(1);

install();
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const [tarball, solver] = await step('both packages are built and packed in a fresh copy', pack);
if (!dryRun && !values['skip-tests']) {
  await step('the tests pass', () => run('npm', ['run', '--silent', 'test:deep']));
}
await step('they work on each Node.js, Bun and Deno', () =>
  run(process.execPath, [join(root, 'scripts', 'check-install.mjs'), tarball, solver]),
);
const installed = await step('the program is installed with what it needs', installIt);
await step('its components and licences are listed', list);
if (!values['skip-archives']) {
  const packages = await step('Node.js is there for each system', fetchNodes);
  for (const system of Object.keys(SYSTEMS)) {
    await step(`an archive for ${system}`, () => archive(system, packages));
  }
}
await step('sums', sum);
for (const what of ['audit', 'outdated']) await advise(what);
process.stdout.write(`\n${out}\n`);
if (dryRun) process.stdout.write('A dry run: nothing was released.\n');
else process.stdout.write(`To publish it: git tag v${version} && git push origin v${version}\n`);

/** Does one step and says how long it took; ends the process if it fails. */
async function step(name, work) {
  const began = Date.now();
  try {
    const result = await work();
    const note = typeof result === 'string' && result.startsWith(': ') ? result : '';
    process.stdout.write(`✔ ${name}${note} (${((Date.now() - began) / 1000).toFixed(1)} s)\n`);
    return result;
  } catch (error) {
    sayFailed(name, error);
    process.exit(1);
  }
}

function run(command, words, { cwd = root } = {}) {
  return outputOf(command, words, { cwd, env: plainEnv() });
}

/**
 * The tarballs of the program and of the solver, made of the files that git has, with where the
 * project lives.
 */
function pack() {
  const clone = join(scratch, 'clone');
  for (const name of run('git', ['ls-files', '-z']).split('\0').filter(Boolean)) {
    if (!existsSync(join(root, name))) continue;
    mkdirSync(dirname(join(clone, name)), { recursive: true });
    cpSync(join(root, name), join(clone, name));
  }
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'), 'junction');
  const home = homeOf(root);
  const path = join(clone, 'package.json');
  const { repository, homepage, bugs } = home;
  const manifest = {
    ...JSON.parse(readFileSync(path, 'utf8')),
    version,
    ...(repository !== '' && { repository: { type: 'git', url: repository } }),
    ...(homepage !== '' && { homepage }),
    ...(bugs !== '' && { bugs }),
  };
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
  const readme = join(clone, 'README.md');
  writeFileSync(readme, withAbsoluteLinks(readFileSync(readme, 'utf8'), home, version));
  run('npm', ['pack', '--no-ignore-scripts', '--pack-destination', out], { cwd: clone });
  const folder = join(scratch, 'solver');
  gatherSolver(clone, folder);
  run('npm', ['pack', '--pack-destination', out], { cwd: folder });
  return [home.program, home.solver].map((name) => join(out, tarballOf(name, version)));
}

function installIt() {
  const folder = join(scratch, 'installed');
  mkdirSync(folder);
  // The list of components needs a name and a version for the whole.
  const whole = { name: 'nonomill-and-what-it-needs', version, license: 'MIT', private: true };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(whole));
  const words = ['install', tarball, '--ignore-scripts', '--no-audit', '--no-fund'];
  run('npm', words, { cwd: folder });
  return folder;
}

function list() {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const sbom = JSON.parse(run('npm', words, { cwd: installed }));
  const whole = withBundled(sbom, join(installed, 'node_modules', 'nonomill'));
  writeFileSync(join(out, `nonomill-${version}.cdx.json`), `${JSON.stringify(whole, null, 2)}\n`);
  writeFileSync(join(out, 'LICENSES.txt'), licencesOf(installed));
  return `: ${whole.components.length} components`;
}

/** The packages are for other systems, too, which npm has to be told. */
function fetchNodes() {
  const folder = join(root, 'scripts', 'release');
  run('npm', ['ci', '--force', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  return join(folder, 'node_modules');
}

async function archive(system, packages) {
  const path = makeArchive({ system, version, installed, packages, scratch, out });
  const { size } = statSync(path);
  assert.ok(size <= MOST_BYTES, `${basename(path)} has ${size} bytes, at most ${MOST_BYTES}`);
  const tried = await tryArchive(
    system,
    join(scratch, basename(path).replace(/\.(zip|tar\.gz)$/, '')),
  );
  return `: ${(size / 1e6).toFixed(1)} MB, ${tried}`;
}

/** Runs what was packed, where that is possible; returns what was tried. */
async function tryArchive(system, folder) {
  const corpus = join(scratch, 'clone', 'data', 'classics.json');
  const words = ['run', corpus, '--db', join(scratch, `${system}.sqlite`), '--no-report', '--json'];
  if (system === `${process.platform}-${process.arch}`) {
    const env = { PATH: '/usr/bin:/bin', HOME: scratch };
    const nonomill = (...given) => outputOf(join(folder, 'nonomill'), given, { env, cwd: scratch });
    const began = Date.now();
    assert.equal(nonomill('--version').trim(), version);
    const ms = Date.now() - began;
    assert.ok(JSON.parse(nonomill(...words)).byStatus.unique > 0);
    return `starts in ${ms} ms and solves`;
  }
  if (system !== 'win-x64' || installWine() !== null) return 'looked at';
  // The Node.js of the archive is too new for Wine: an older one tries the program.
  const wine = new Wine(join(scratch, 'windows'));
  try {
    if ((await wine.begin()) !== null) return 'looked at';
    cpSync(wineNode(), join(folder, 'node.exe'));
    const bin = join(folder, 'program', 'node_modules', 'nonomill', 'bin', 'nonomill.js');
    const given = words.map((word) => (word.startsWith('/') ? asOnWindows(word) : word));
    const deadline = Date.now() + 120_000;
    const setting = { cwd: scratch, out: join(scratch, 'wine'), deadline };
    const { code, stdout, stderr } = await wine.run([asOnWindows(bin), ...given], setting);
    assert.equal(code, 0, stderr);
    assert.ok(JSON.parse(stdout).byStatus.unique > 0);
    return 'its program solves under Wine, with Node.js 22';
  } finally {
    wine.end();
  }
}

function sum() {
  const lines = readdirSync(out)
    .sort()
    .map((name) => {
      const hash = createHash('sha256')
        .update(readFileSync(join(out, name)))
        .digest('hex');
      return `${hash}  ${name}\n`;
    });
  writeFileSync(join(out, 'SHA256SUMS'), lines.join(''));
  return `: ${lines.length} files`;
}

/** What the registry says of the packages in use; it may not answer, and decides nothing. */
async function advise(what) {
  const words = what === 'audit' ? ['audit', '--omit=dev'] : ['outdated', '--omit=dev'];
  const { status, stdout, stderr } = spawnSync('npm', words, {
    cwd: installed,
    encoding: 'utf8',
    timeout: 60_000,
    env: plainEnv(),
  });
  const said = (stdout + stderr).trim().split('\n').slice(0, 20).join('\n    ');
  const empty = status === 0 ? 'nothing to say' : 'no answer';
  process.stdout.write(`  npm ${what}: ${said === '' ? empty : said}\n`);
}
