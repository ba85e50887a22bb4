// Tries the program on Windows without one: Node.js for Windows under Wine, on Linux x64. Where
// that is not to be had it says so, and ends with 0. Carries out the commands as a user types them,
// then the tests that touch the world: files, databases, processes, commands. Closes with the line
// "N passed, N failed, ...".
//
//     npm run check-windows -- [--minutes <n>] [word ...]
//
// With words only the commands and test files whose name has one of them; --minutes ends it after
// that time, and what it did not get to is said, but does not fail.
import './suitable-node.mjs';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { commandChecks } from './check-windows/commands.mjs';
import { NOT_FOR_WINE, WINES_OWN } from './check-windows/wines-own.mjs';
import { Wine, asOnWindows, installWine } from './check-windows/wine.mjs';
import { use } from './dist-users.mjs';
import { sayFailed, tryOut } from './outcomes.mjs';
import { TESTED, prepare, root } from './prepare.mjs';
import { entriesOf, groupsOf } from './test-groups.mjs';

/** What Wine says when its server has crashed. */
const CRASHED = /wineserver crashed/;

/** Files of tests that share a process. */
const MOST_FILES = 8;

const { values, positionals: words } = parseArgs({
  options: { minutes: { type: 'string' } },
  allowPositionals: true,
});
const deadline = Date.now() + Number(values.minutes ?? Infinity) * 60_000;
const counts = { passed: 0, failed: 0, skipped: 0, wine: 0 };
const unreached = [];

const missing = installWine();
if (missing !== null) {
  process.stdout.write(`check-windows is skipped: ${missing}\n\n0 passed, 0 failed\n`);
} else {
  await check();
}

async function check() {
  prepare();
  use(join(root, 'dist'), 'tests under Wine that run from what was built');
  const scratch = mkdtempSync(
    join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'nonomill-win-'),
  );
  // One for each lane: its server may crash, and takes down all that run on it.
  const wines = Array.from(
    { length: availableParallelism() },
    (_, i) => new Wine(join(scratch, `windows-${i}`)),
  );
  process.on('exit', () => {
    for (const wine of wines) wine.end();
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));
  const begun = await Promise.all(wines.map((wine) => wine.begin()));
  const reason = begun.find((one) => one !== null);
  if (reason === undefined) await checkEverything(wines, scratch);
  else process.stdout.write(`check-windows is skipped: ${reason}\n`);
  const whole = WINES_OWN.filter(({ test }) => test === undefined);
  for (const { name, file, reason } of [...NOT_FOR_WINE, ...whole]) {
    process.stdout.write(`  left out: ${name ?? file}: ${reason}\n`);
  }
  if (unreached.length > 0) {
    process.stdout.write(`\nNot reached in ${values.minutes} minutes: ${unreached.join(', ')}\n`);
  }
  const { passed, failed, skipped } = counts;
  process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped, `);
  process.stdout.write(`${counts.wine} fail through Wine's own fault\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}

async function checkEverything(wines, scratch) {
  const isWanted = (name) => words.length === 0 || words.some((word) => name.includes(word));
  const commands = Object.keys(commandChecks(wines[0], root, scratch)).filter(isWanted);
  const work = commands.map((name) => ({
    name,
    work: (wine) => tryOut(counts, name, commandChecks(wine, root, scratch)[name]),
  }));
  work.push(...testGroups(scratch, isWanted));
  const lanes = wines.map(async (wine) => {
    for (let next = work.shift(); next !== undefined; next = work.shift()) {
      if (Date.now() < deadline) await next.work(wine);
      else unreached.push(next.name);
    }
  });
  await Promise.all(lanes);
}

function fail(name, error) {
  counts.failed++;
  sayFailed(name, error);
}

function testGroups(scratch, isWanted) {
  const tests = join(root, 'dist', 'test');
  const leftOut = NOT_FOR_WINE.flatMap(({ files }) => files).filter(
    (file) => !words.some((word) => file.startsWith(word)),
  );
  const whole = WINES_OWN.filter(({ test }) => test === undefined).map(({ file }) => file);
  const files = readdirSync(tests, { recursive: true })
    .filter((name) => name.endsWith('.test.js') && isWanted(name))
    .filter((name) => ![...leftOut, ...whole].some((part) => name.startsWith(part)))
    .sort();
  const groups = groupsOf(files, tests, (names) => names.length, MOST_FILES);
  const entries = entriesOf(groups, tests, join(root, 'dist', '.windows-groups'));
  mkdirSync(join(scratch, 'tests'));
  return groups.map(({ names, title: name = names[0] }, i) => ({
    name,
    work: (wine) => runTests(wine, join(scratch, 'tests', String(i)), entries[i], name),
  }));
}

/** `out` is where the output goes, beside which what the tests were is written. */
async function runTests(wine, out, entry, name) {
  const reporter = join(root, 'scripts', 'check-windows', 'reporter.mjs');
  const began = Date.now();
  const { code, stdout, stderr } = await wine.run(
    [
      '--enable-source-maps',
      `--test-reporter=${pathToFileURL(reporter).href.replace('file:///', 'file:///Z:/')}`,
      `--test-reporter-destination=${asOnWindows(`${out}.ndjson`)}`,
      asOnWindows(entry),
    ],
    { cwd: root, out, deadline, env: { [TESTED]: asOnWindows(root) } },
  );
  const ended = existsSync(`${out}.ndjson`)
    ? readFileSync(`${out}.ndjson`, 'utf8').trim().split('\n').filter(Boolean)
    : [];
  const failedBefore = counts.failed + counts.wine;
  for (const line of ended) count(JSON.parse(line));
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  if (code === null && Date.now() >= deadline) {
    unreached.push(`the rest of ${name}`);
  } else if (CRASHED.test(stderr)) {
    counts.wine++;
    process.stdout.write(`  Wine's own: ${name}: wineserver crashed\n`);
  } else if (code === null || (code !== 0 && counts.failed + counts.wine === failedBefore)) {
    const why = code === null ? `stands still after ${seconds} s` : `ends with ${code}`;
    const last = ended.length > 0 ? JSON.parse(ended.at(-1)) : { file: 'no test', name: '' };
    fail(name, `It ${why}, after ${last.file} ${last.name}\n${(stdout + stderr).slice(-4000)}`);
  } else {
    process.stdout.write(`  ${name}: ${ended.length} tests in ${seconds} s\n`);
  }
}

function count({ outcome, file, name, error }) {
  if (outcome !== 'failed') {
    counts[outcome]++;
    return;
  }
  const path = file
    .replaceAll('\\', '/')
    .replace(/^.*?\/test\//, '')
    .replace(/\.ts$/, '.js');
  const known = WINES_OWN.find((one) => path.startsWith(one.file) && name.startsWith(one.test));
  if (known === undefined) {
    fail(`${path}: ${name}`, error);
  } else {
    counts.wine++;
    process.stdout.write(`  Wine's own: ${path}: ${name} (${known.reason})\n`);
  }
}
