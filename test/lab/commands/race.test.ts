// In a process of its own: what it looks at belongs to the whole process.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { heldBy } from '../../../src/lab/external/external-process.js';
import { ONLY_DEEP, deepTest, folderWith, until, eachOf } from '../../support/tests.js';
import { type Ended, ends, nonomill, ROOT, start } from '../../support/nonomill.js';
import { lookIn, rowsOf as allRows } from '../../support/runs/solve-parts.js';

/** One of each: unique, with several solutions, and without any. */
const CORPUS = `id,width,height,rows,columns
one,2,2,"2;1","2;1"
several,2,2,"1;1","1;1"
none,2,2,"2;","2;"
`;

/** A solver of 2x2 by trying all; what it says depends on how it is called. */
const SOLVER = `
const { existsSync, readFileSync } = require('node:fs');
const { spawn } = require('node:child_process');
const [mode, file] = process.argv.slice(2);
const clue = (cells) => cells.join('').split('0').filter(Boolean).map((run) => run.length).join(',');
const text = readFileSync(file, 'utf8');
const side = (name) => text.split(name + '\\n')[1].split('\\n').slice(0, 2).map((line) => line.replace(/^0$/, ''));
const [rows, columns] = [side('rows'), side('columns')];
const fits = ([a, b, c, d]) =>
  clue([a, b]) === rows[0] && clue([c, d]) === rows[1] && clue([a, c]) === columns[0] && clue([b, d]) === columns[1];
const all = Array.from({ length: 16 }, (_, i) => [8, 4, 2, 1].map((bit) => (i & bit ? 1 : 0))).filter(fits);
const picture = ([a, b, c, d]) => a + '' + b + '\\n' + c + '' + d + '\\n';
if (mode === 'right') console.log('solutions: ' + all.length + '\\n' + all.map(picture).join('\\n'));
if (mode === 'picture') console.log(all.length ? picture(all[0]) : 'nothing found');
if (mode === 'wrong') console.log(picture([1, 1, 1, 1]));
if (mode === 'lying') console.log('solutions: 1');
if (mode === 'crashing') process.exit(7);
if (mode === 'dying') process.kill(process.pid, 'SIGKILL');
if (mode === 'hanging') setInterval(() => undefined, 1000);
if (mode === 'spinning') for (;;);
if (mode === 'waiting') {
  if (existsSync(__dirname + '/wait')) setInterval(() => undefined, 1000);
  else console.log('solutions: ' + all.length);
}
if (mode === 'eating') {
  const eaten = [];
  setInterval(() => eaten.push(Buffer.alloc(16 << 20, 1)), 5);
}
if (mode === 'leaving') {
  const args = ['-i', 'TMP_OF_TEST=' + process.env.TMP_OF_TEST, 'NONOMILL_RACE=', 'setsid', process.execPath, '-e'];
  const left = spawn('env', [...args, process.argv[4]], { stdio: ['ignore', 'pipe', 'ignore'] });
  left.stdout.on('close', () => (console.log('solutions: ' + all.length), process.exit())).resume();
  setInterval(() => undefined, 1000);
}
if (mode === 'forking') {
  const forever = ['-e', 'setInterval(() => undefined, 1000)'];
  spawn(process.execPath, forever, { stdio: 'inherit' });
  spawn(process.execPath, forever, { stdio: 'ignore', detached: true }).unref();
  console.log('solutions: ' + all.length);
  setTimeout(() => process.exit(0), 200);
}
`;

const folder = folderWith({ 'corpus.csv': CORPUS, 'solver.cjs': SOLVER });
const corpus = join(folder, 'corpus.csv');
const db = join(folder, 'race.sqlite');

/** Tells the processes of this file from those of others. */
const MARKED = { TMP_OF_TEST: folder };

function words(mode: string, ...more: readonly string[]): string[] {
  const cmd = `'${process.execPath}' '${join(folder, 'solver.cjs')}' ${mode} {non}`;
  const verdict = '^solutions: (\\d+)';
  const fixed = ['--verdict', verdict, '--threads', '2', '--quiet', '--db', db];
  const name = more.includes('--as') ? [] : ['--as', mode];
  return ['race', corpus, '--cmd', cmd, ...fixed, ...name, ...more];
}

function race(mode: string, ...more: readonly string[]): Promise<Ended> {
  return nonomill(words(mode, ...more), { env: MARKED });
}

interface Row {
  readonly name: string;
  readonly status: string;
  readonly said: string | null;
  readonly judged: string;
  readonly cpu_ms: number | null;
  readonly error: string | null;
}

function rowsOf(run: string): Row[] {
  return lookIn(db, (store) =>
    store.db
      .prepare<[string], Row>(
        `SELECT puzzles.name, status, said, judged, cpu_ms, error FROM results JOIN puzzles USING (puzzle_id)
           JOIN claims USING (run_id, puzzle_id) JOIN runs USING (run_id)
         WHERE runs.name = ? ORDER BY puzzle_id`,
      )
      .all(run),
  );
}

test('a solver that is right is believed, with its pictures and its verdicts', async () => {
  const { code, stdout, stderr } = await race('right', '--runs', '2');
  assert.equal(code, 0, stderr);
  assert.match(stdout, /solved {6}3\nwrong {7}0/);
  if (process.platform !== 'win32') assert.match(stdout, /\nCPU time {4}\d/);
  const rows = rowsOf('right');
  assert.deepEqual(eachOf(rows, 'status', 'said', 'judged'), [
    ['unique', 'unique', 'right'],
    ['multiple', 'multiple', 'right'],
    ['contradiction', 'contradiction', 'right'],
  ]);
  if (process.platform !== 'win32') {
    for (const { cpu_ms } of rows) assert.ok(cpu_ms !== null && cpu_ms > 1, `${cpu_ms} ms`);
  }
});

deepTest('the start counts processes at a time, the end entries that are no puzzles', async () => {
  const broken = join(folder, 'broken.csv');
  writeFileSync(broken, `${CORPUS}bad,2,2,"2;1","x;1"\n`);
  const cmd = `'${process.execPath}' '${join(folder, 'solver.cjs')}' right {non}`;
  const { stdout, stderr } = await nonomill(
    ['race', broken, '--cmd', cmd, '--threads', '1', '--db', db],
    { env: MARKED },
  );
  assert.match(
    stderr,
    /^Run \d+ started: 1 source, \d+ bytes, 1 process at a time, each in a (control group|process group|process tree)\.\n/,
  );
  assert.match(stdout, /^rejects {5}1 entry that no solver was given$/m);
});

deepTest('a picture without a verdict counts as solved, and as no more than that', async () => {
  const { code } = await race('picture');
  assert.equal(code, 0);
  const [one, several, none] = rowsOf('picture');
  assert.deepEqual([one.status, several.status], ['solved', 'solved']);
  assert.equal(none.status, 'crash');
  assert.match(String(none.error), /no picture and no verdict in its output: nothing found/);
});

deepTest('wrong pictures and false verdicts are listed, with exit code 3', async () => {
  const wrong = await race('wrong');
  assert.equal(wrong.code, 3);
  assert.match(wrong.stderr, /wrong: one {2}2x2 {2}wrong picture: row 2 breaks its clue/);
  const lying = await race('lying');
  assert.equal(lying.code, 3);
  assert.match(lying.stderr, /wrong: several {2}2x2 {2}false "unique": it has several solutions/);
  assert.match(lying.stderr, /wrong: none {2}2x2 {2}false "unique": it has no solution/);
  assert.deepEqual(eachOf(rowsOf('lying'), 'status', 'judged'), [
    ['unique', 'right'],
    ['crash', 'wrong'],
    ['crash', 'wrong'],
  ]);
});

deepTest('a solver that crashes, hangs, spins or eats memory is ended and recorded', async () => {
  const crashing = await race('crashing');
  assert.match(crashing.stderr, /^crash: 3 puzzles, first one {2}it ended with exit code 7\n$/m);
  const dying = await race('dying', '--limit', '1');
  if (process.platform !== 'win32') {
    assert.equal(dying.stderr, 'crash: one  it ended with exit code 137 (SIGKILL)\n');
  }
  await race('hanging', '--timeout', '500ms');
  await race('spinning', '--timeout', '700ms');
  for (const mode of ['hanging', 'spinning']) {
    assert.deepEqual(eachOf(rowsOf(mode), 'status'), ['timeout', 'timeout', 'timeout']);
  }
  const crashed = rowsOf('crashing')[0];
  assert.deepEqual([crashed.status, crashed.error], ['crash', 'it ended with exit code 7']);
  if (process.platform !== 'linux') return;
  await race('eating', '--memory', '300', '--limit', '1');
  assert.equal(rowsOf('eating')[0].status, 'memory');
});

const skip = noProc() || ONLY_DEEP;
test('what a solver starts and leaves behind is ended with it', { skip }, async () => {
  const { code, stderr } = await race('forking');
  assert.equal(code, 0, stderr);
  assert.deepEqual(leftBehind(), []);
});

/**
 * Whether this user can make control groups: nothing else holds what leaves its session and
 * environment.
 */
const control = process.platform === 'linux' && heldBy() === 'a control group';
const uncontrolled = ONLY_DEEP || (!control && 'control groups cannot be made here');

/**
 * A race with a solver that starts a program, in a session of its own and with an empty
 * environment.
 */
function leaving(program: string, ...more: readonly string[]): string[] {
  const all = words('leaving', '--limit', '1', ...more);
  const at = all.indexOf('--cmd') + 1;
  return all.with(at, `${all[at]} '${program}'`);
}

test('a child with a session of its own is limited and ended', { skip: uncontrolled }, async () => {
  // Less than the limit of the system on each process, which leaves room.
  const eats =
    'const eaten = Array.from({ length: 10 }, () => Buffer.alloc(16 << 20, 1)); setInterval(() => eaten.length, 1000)';
  await nonomill(leaving(eats, '--memory', '200', '--as', 'eats'), { env: MARKED });
  assert.equal(rowsOf('eats')[0].status, 'memory');
  const spins = 'while (process.cpuUsage().user < 5e5);';
  await nonomill(leaving(spins, '--timeout', '60s', '--as', 'spins'), { env: MARKED });
  assert.equal(rowsOf('spins')[0].status, 'unique');
  assert.ok(rowsOf('spins')[0].cpu_ms! > 500, `${rowsOf('spins')[0].cpu_ms} ms`);
  assert.deepEqual(leftBehind(), []);
});

test('kill -9 of the race ends such a child, too', { skip: uncontrolled }, async () => {
  const waits = 'setInterval(() => undefined, 1000)';
  const dying = start(leaving(waits, '--timeout', '60s'), undefined, MARKED);
  // The race's shell and its guard, the solver, and its child.
  await until(() => leftBehind().length >= 4);
  dying.child.kill('SIGKILL');
  await dying.ended;
  await until(() => leftBehind().length === 0);
});

test('kill -9 leaves no process behind, and the race goes on with --resume', { skip }, async () => {
  writeFileSync(join(folder, 'wait'), '');
  const dying = start(words('waiting', '--timeout', '60s'), undefined, MARKED);
  await until(() => leftBehind().length > 0);
  dying.child.kill('SIGKILL');
  await dying.ended;
  await until(() => leftBehind().length === 0);
  const { stderr: killed } = await nonomill(['runs', '--db', db]);
  const expected = /was killed.* To go on: nonomill race .*corpus\.csv --cmd .* --resume --db /;
  assert.match(killed, expected);
  rmSync(join(folder, 'wait'));
  // The same command, read in another way, is not passed over.
  const otherwise = await race('waiting', '--timeout', '60s', '--resume', '--runs', '3');
  assert.equal(otherwise.code, 2);
  assert.match(otherwise.stderr, /was begun with other options: --runs was 1, now 3\./);
  // Another command over the same corpus is another run, which is not gone on with.
  assert.equal((await race('right', '--as', 'between', '--resume')).code, 0);
  // Limits that are not given are as they were.
  const { code, stderr } = await race('waiting', '--resume');
  assert.equal(code, 0, stderr);
  assert.equal(rowsOf('waiting').length, 3);
  const ended = `SELECT state FROM runs WHERE name IN ('waiting', 'between')`;
  assert.deepEqual(allRows(db, ended), [{ state: 'complete' }, { state: 'complete' }]);
});

test('a puzzle that the format cannot hold is left out, and the output says so', async () => {
  const colours = join(ROOT, 'data', 'colours.json');
  const all = ['race', colours, '--db', db, '--as', 'coloured', '--quiet'];
  const { stderr } = await nonomill([...all, '--cmd', 'true {nin}']);
  assert.match(stderr, /^crash: .* the format nin cannot hold this puzzle: it was left out\n/m);
  assert.match(String(rowsOf('coloured')[0]?.error), /the format nin cannot hold this puzzle/);
});

test('a command without a place for the puzzle is refused', async () => {
  const { stderr } = await ends(2, ['race', corpus, '--cmd', 'solver']);
  assert.match(stderr, /--cmd: expected a place for the puzzle/);
});

test('a missing program is refused before anything is solved', { skip: onWindows() }, async () => {
  const { stderr } = await ends(2, ['race', corpus, '--cmd', 'no-such-solver {non}']);
  assert.match(stderr, /--cmd: there is no program "no-such-solver" in PATH/);
});

function onWindows(): string | false {
  return process.platform === 'win32' && 'Windows has its own rules for what a program is';
}

function noProc(): string | false {
  return process.platform === 'linux' ? false : 'processes are looked for in /proc';
}

/** Processes that bear the mark of a race with a solver of this file, or were started by one. */
function leftBehind(): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      if (!/^\d+$/.test(pid)) return false;
      const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
      return (
        environment.includes('NONOMILL_RACE=') && environment.includes(`TMP_OF_TEST=${folder}`)
      );
    } catch {
      return false;
    }
  });
}
