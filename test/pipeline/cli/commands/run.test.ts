import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Run } from '../../../../src/node.js';
import { ONLY_DEEP, deepTest, folderWith, eachOf } from '../../../support/tests.js';
import {
  begin,
  type Begun,
  ends,
  nonomill,
  PROGRAM,
  start,
  succeeds,
} from '../../../support/nonomill.js';

const UNIQUE = '{"id":"plus","rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}';
const MULTIPLE = '{"id":"diagonals","rows":[[1],[1]],"columns":[[1],[1]]}';
const BROKEN = '{"id":"broken","rows":[[2],[1]],"columns":[[1],[1]]}';

/** A folder with a corpus of these lines, and the words of a run of it. */
function corpus(...lines: string[]): { folder: string; words: string[]; db: string } {
  const folder = folderWith({ 'some.ndjson': lines.join('\n') + '\n' });
  const db = join(folder, 'some.sqlite');
  return { folder, db, words: ['run', join(folder, 'some.ndjson'), '--db', db, '--threads', '2'] };
}

/** The puzzles of a slow corpus. */
const SLOW = 150;

/**
 * A corpus that takes a second or more, whatever the machine, and a puzzle of it some milliseconds.
 */
async function slowCorpus(): Promise<{ folder: string; words: string[]; db: string }> {
  const words = [
    ...['generate', '--size', '25x25', '--density', '0.42', '--count', String(SLOW)],
    ...['--to', 'ndjson'],
  ];
  const { stdout } = await nonomill(words);
  return corpus(stdout.trimEnd());
}

test('a run prints its summary, accounts for every entry, and exits with 0', async () => {
  const { words } = corpus(UNIQUE, MULTIPLE, BROKEN);
  const { stdout } = await succeeds([...words, '--no-report']);
  assert.match(stdout, /2 puzzles {3}1 reject/);
  assert.match(stdout, /3 entries = 2 results \+ 1 rejects?\n/);
});

test('--json prints the summary and nothing else on standard output', async () => {
  const { words } = corpus(UNIQUE, MULTIPLE, BROKEN);
  const { stdout } = await nonomill([...words, '--no-report', '--json']);
  const summary = JSON.parse(stdout) as Record<string, unknown>;
  assert.equal(summary.puzzles, 2);
  assert.equal(summary.rejects, 1);
  assert.deepEqual(summary.byStatus, {
    unique: 1,
    multiple: 1,
    contradiction: 0,
    timeout: 0,
    steps: 0,
    memory: 0,
    crash: 0,
  });
});

test('--quiet says one line, with the time, on a terminal too', async () => {
  const { words } = corpus(UNIQUE, BROKEN);
  const quiet = [...words, '--no-report', '--quiet'];
  const { code, stdout, stderr } = await nonomill(quiet);
  assert.deepEqual([code, stdout], [0, '']);
  const told = /^Run 1 is complete: 1 puzzle, 1 reject, no gates, [\d.]+ m?s, no report\n$/;
  assert.match(stderr, told);
  const { log } = await nonomill([...quiet, '--name', 'other'], { watched: true });
  assert.match(log, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d Run 2 \(other\) is complete: /);
  assert.equal(log.split('\n').length, 2);
});

test('a corpus on standard input is run', async () => {
  const { db } = corpus();
  const words = ['run', '-', '--db', db, '--no-report', '--json'];
  const { stdout } = await succeeds(words, { input: `${UNIQUE}\n${MULTIPLE}\n` });
  assert.equal((JSON.parse(stdout) as { puzzles: number }).puzzles, 2);
});

test('a corpus that is not there exits with 1 and says so', async () => {
  const { db } = corpus();
  const { code, stdout, stderr } = await nonomill(['run', 'nowhere', '--db', db]);
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
  assert.match(stderr, /^nonomill: nowhere: [^\n]+\n$/);
});

test('--stop-after stops cleanly with 130, and says how to go on', async () => {
  const { words } = await slowCorpus();
  const { code, stdout, stderr } = await nonomill([
    ...words,
    '--no-report',
    '--stop-after',
    '100ms',
  ]);
  assert.deepEqual({ code, stdout }, { code: 130, stdout: '' });
  assert.match(stderr, /^Stopped after the time of --stop-after: \d+ puzzles? done/m);
  assert.match(stderr, /^To go on: nonomill run .* --stop-after 100ms --resume$/m);
});

test('a list of limits is rounds: the run, its summary and the exit code come after the last', async () => {
  const { words, db } = corpus(UNIQUE, MULTIPLE);
  const rounds = ['--max-steps', '1,1000', '--require', 'unique'];
  const { stdout, stderr } = await ends(3, [...words, '--no-report', ...rounds]);
  assert.match(stderr, /^Round 2 of 2: 2 puzzles, 10.0 s, 1,000 steps each\.$/m);
  assert.match(stdout, /^rounds +2 rounds: what has no verdict is tried again/m);
  assert.match(stdout, /^ +1 {2}10.0 s, 1 step each: 0 of 2 decided in /m);
  assert.match(stdout, /^ +2 {2}10.0 s, 1,000 steps each: 2 of 2 decided in /m);
  const again = await nonomill(['run', '--resume', '--db', db, '--no-report', '--json']);
  const { run } = JSON.parse(again.stdout) as { run: Run & { rounds: object[] } };
  assert.deepEqual(run.options.maxSteps, [1, 1000]);
  assert.deepEqual(run.retries, []);
  assert.deepEqual(
    run.rounds.map((round) => ({ ...round, wallMs: 0 })),
    [
      ...[{ round: 1, maxSteps: 1, given: 2, tried: 2, decided: 0 }],
      ...[{ round: 2, maxSteps: 1000, given: 2, tried: 2, decided: 2 }],
    ].map((round) => ({ ...round, timeoutMs: 10_000, memoryMiB: null, wallMs: 0 })),
  );
});

test('a round counts as tried what it tried, and nothing that the run had taken over', async () => {
  const { words } = corpus(UNIQUE, MULTIPLE);
  await nonomill([...words, '--no-report', '--max-steps', '1', '--quiet']);
  const again = [...words, '--no-report', '--reuse', '--json', '--max-steps', '1,1000'];
  const { stdout } = await nonomill(again);
  const { run } = JSON.parse(stdout) as {
    run: { rounds: { given: number; tried: number; decided: number }[] };
  };
  assert.deepEqual(eachOf(run.rounds, 'given', 'tried', 'decided'), [
    [0, 0, 0],
    [2, 2, 2],
  ]);
});

test('--retry solves again what was not decided, without naming the corpus', async () => {
  const { words, db } = corpus(UNIQUE, MULTIPLE);
  const first = await nonomill([...words, '--no-report', '--json', '--max-steps', '1']);
  const statuses = (ended: { stdout: string }): Record<string, number> =>
    (JSON.parse(ended.stdout) as { byStatus: Record<string, number> }).byStatus;
  assert.equal(statuses(first).steps, 2);
  const again = ['run', '--retry', 'steps', '--db', db, '--no-report', '--json'];
  const second = await succeeds(again);
  const { unique, multiple, steps } = statuses(second);
  assert.deepEqual({ unique, multiple, steps }, { unique: 1, multiple: 1, steps: 0 });
});

test('--retry of a status that no puzzle has says so, and changes nothing', async () => {
  const { words, db } = corpus(UNIQUE);
  await nonomill([...words, '--no-report']);
  const again = await succeeds(['run', '--retry', 'timeout,crash', '--db', db, '--no-report']);
  assert.match(again.stderr, /Run 1 has no result that is timeout or crash: none to try again/);
  assert.match(again.stdout, /1 entry = 1 result/);
});

test('--resume of a complete run writes only the report again, and exits with 0', async () => {
  const { words, folder } = corpus(UNIQUE, MULTIPLE);
  await nonomill([...words, '--no-report']);
  const { stdout } = await succeeds([...words, '--resume', '--report', join(folder, 'out')]);
  assert.match(stdout, /^Run 1$/m);
  const written = ['index.html', 'summary.json', 'summary.md'];
  assert.deepEqual(readdirSync(join(folder, 'out')).sort(), written);
});

test('a report folder that cannot be made is reported before the work', async () => {
  const { words, folder } = corpus(UNIQUE);
  writeFileSync(join(folder, 'a file'), '');
  const { stderr } = await ends(1, [...words, '--report', join(folder, 'a file')]);
  assert.match(stderr, /^nonomill: the report cannot be written to .*\) Name another folder/);
  assert.ok(!existsSync(join(folder, 'some.sqlite')));
});

const unixOnly = { skip: process.platform === 'win32' && 'signals are those of Unix' };

/** A run that is sent a signal: Ctrl-C as a shell sends it, to a process. */
function underWay(
  words: readonly string[],
  signal: NodeJS.Signals,
): Pick<Begun, 'ended' | 'said'> & { readonly send: () => void } {
  if (signal === 'SIGINT') {
    const { child, ...rest } = start(words);
    return { ...rest, send: () => child.kill(signal) };
  }
  const run = begin(words);
  return { ...run, send: () => run.signal(signal) };
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`${signal} drains, exits with 130, and says how to go on`, unixOnly, async () => {
    const { words, db } = await slowCorpus();
    const { ended, said, send } = underWay([...words, '--no-report'], signal);
    await said('started');
    send();
    const { code, stdout, stderr } = await ended;
    assert.deepEqual({ code, stdout }, { code: 130, stdout: '' });
    assert.match(stderr, /Stopping: /);
    const goOn = /^To go on: nonomill (.*)$/m.exec(stderr)?.[1].split(' ') ?? [];
    assert.ok(goOn.includes('--resume'), stderr);
    const { stdout: listed } = await nonomill(['runs', '--db', db, '--json']);
    assert.equal((JSON.parse(listed) as { state: string }[])[0].state, 'interrupted');
    if (signal !== 'SIGINT') return;

    const resumed = await succeeds([...goOn, '--json']);
    const summary = JSON.parse(resumed.stdout) as { puzzles: number; run: { runId: number } };
    const found = { puzzles: summary.puzzles, run: summary.run.runId };
    assert.deepEqual(found, { puzzles: SLOW, run: 1 });
  });
}

test('a second Ctrl-C ends at once, with 130 too', unixOnly, async () => {
  const { words } = await slowCorpus();
  const { child, ended, said } = start([...words, '--no-report']);
  await said('started');
  child.kill('SIGINT');
  await said('Stopping');
  child.kill('SIGINT');
  assert.equal((await ended).code, 130);
});

const skip = ONLY_DEEP || unixOnly.skip;
test('while one run works, another is refused, but reading is possible', { skip }, async () => {
  const { words, db } = await slowCorpus();
  // Counting goes on far beyond what the others need, however fast two solutions are found.
  const { child, ended, said } = start([...words, '--no-report', '--count', 'exact']);
  await said('started');
  const [second, listed, exported] = await Promise.all([
    nonomill([...words, '--no-report']),
    nonomill(['runs', '--db', db]),
    nonomill(['export', '--db', db]),
  ]);
  child.kill('SIGINT');
  await said('Stopping');
  child.kill('SIGINT');
  await ended;
  assert.equal(second.code, 1);
  assert.match(second.stderr, /^nonomill: [^\n]*(another|lock)[^\n]*\n/i);
  assert.equal(listed.code, 0);
  assert.match(listed.stdout, /running/);
  assert.equal(exported.code, 0);
});

deepTest('closing the pipe of the summary is not an error, and changes no verdict', async () => {
  const fair = start([...corpus(UNIQUE).words, '--no-report', '--json']);
  fair.child.stdout.destroy();
  assert.equal((await fair.ended).code, 0);
  const { child, ended } = start([...corpus(MULTIPLE).words, '--no-report', '--require', 'unique']);
  child.stdout.destroy();
  assert.equal((await ended).code, 3);
});

test('--dry-run says what would be done, in words and as JSON, and writes nothing', async () => {
  const { folder, words } = corpus(UNIQUE, MULTIPLE, BROKEN, UNIQUE);
  const before = readdirSync(folder);
  const dry = [...words, '--strict', '--reuse', '--dry-run'];
  const { stdout } = await succeeds(dry);
  assert.match(stdout, /^A new run would start in .*some\.sqlite\. Nothing was written\.\n/);
  assert.match(stdout, /\nfiles {10}1 file, \d+ bytes, ndjson: 4 entries\n/);
  assert.match(stdout, /\nrejects {8}.*some\.ndjson:3 \(broken\): the rows hold 3 filled cells/);
  assert.match(stdout, /\nequal {10}1 puzzle more than once/);
  assert.match(stdout, /\ngates {10}--strict will not hold: 1 reject\n/);
  assert.match(stdout, /\ntime {11}\d.* to .*, on 2 threads\n/);
  assert.match(stdout, /\nopen {11}0 % of the puzzles/);
  assert.match(stdout, /\nestimated {6}by a sample of 3 puzzles/);
  assert.match(stdout, /\ndatabase {7}up to \d+ kB more; .* are free\nmemory /);
  const asJson = await nonomill([...dry, '--json', '--sample', '500ms']);
  const found = JSON.parse(asJson.stdout) as Record<string, unknown>;
  assert.deepEqual([found.plan, found.entries, found.puzzles], ['started', 4, 3]);
  assert.deepEqual(readdirSync(folder), before);
});

test('--dry-run fails if the run would be refused, with the reason', async () => {
  const { words, folder } = corpus(UNIQUE);
  const report = join(folder, 'some.ndjson', 'report');
  const { stdout } = await ends(1, [...words, '--report', report, '--dry-run']);
  assert.match(stdout, /^This run would be refused/);
  assert.match(stdout, /\nrefused {8}the report cannot be written to/);
});

test('a night says why it solves what it does not take over; --explain says it of each file', async () => {
  const { folder, words } = corpus(UNIQUE, MULTIPLE);
  await nonomill(words);
  writeFileSync(join(folder, 'more.ndjson'), UNIQUE);
  const night = [...words, join(folder, 'more.ndjson'), '--reuse', '--count', '9'];
  const dry = await nonomill([...night, '--dry-run', '--explain']);
  assert.match(
    dry.stdout,
    /\nreuse {10}2 taken over, 1 to solve\n {15}1 of which more is asked\nto solve {7}\S*some\.ndjson: 1 of which more is asked\n/,
  );
  const asJson = await nonomill([...night, '--dry-run', '--json']);
  const found = JSON.parse(asJson.stdout) as { solvedWhy: Record<string, number> };
  assert.equal(found.solvedWhy.askedForMore, 1);
  const { stderr } = await nonomill(night);
  assert.match(stderr, /1 solved: 1 of which more is asked\./);
  await ends(2, [...night, '--explain'], { says: /--explain is for --dry-run with --reuse/ });
});

test('--sample without --dry-run is a mistake', async () => {
  const { words } = corpus(UNIQUE);
  await ends(2, [...words, '--sample', '1s'], { says: /--sample is for --dry-run/ });
});

test('--dry-run of many files lists a line for each folder, and rejects by their reason', async () => {
  const files = Array.from({ length: 80 }, (_, i): [string, string] => {
    const columns = JSON.stringify(Array.from({ length: 1 + (i % 3) }, () => [1]));
    const long = `{"id":"long ${i}","rows":[[${2 + (i % 3)}]],"columns":${columns}}`;
    return [`${i < 40 ? 'one' : 'two/deep'}/p${i}.ndjson`, `${UNIQUE}\n${long}`];
  });
  const cwd = folderWith(Object.fromEntries(files));
  const words = ['run', '.', '--db', 'x.sqlite', '--dry-run', '--sample', '100ms'];
  const { stdout } = await succeeds(words, { cwd });
  const many = 'ndjson +40 files, 80 entries, 40 rejects';
  assert.match(
    stdout,
    new RegExp(
      `\nfiles {10}80 files, .*: 160 entries\n {15}one/ +${many}\n {15}two/deep/ +${many}\n`,
    ),
  );
  assert.ok(stdout.split('\n').length < 30, stdout);
  const expected = /\nrejects {8}one\/p0\.ndjson:2 \(long 0\): row 1: .*; and 79 more like it\n\S/;
  assert.match(stdout, expected);
});

test(
  'too little address space for threads is one sentence with its code, which doctor says beforehand',
  { skip: process.platform !== 'linux' || ONLY_DEEP },
  () => {
    const { words, db } = corpus(UNIQUE);
    const limited = (...typed: string[]): ReturnType<typeof spawnSync> =>
      spawnSync(
        'bash',
        ['-c', 'ulimit -v 2000000; "$0" "$@"', process.execPath, PROGRAM, ...typed],
        { encoding: 'utf8' },
      );
    const said =
      /the address space is limited to 2\.0 GB \(ulimit -v\), which is enough for \d of 3 threads/;
    const run = limited(...words);
    assert.equal(run.status, 1);
    assert.match(String(run.stderr), new RegExp(`${said.source}.* \\(NM_NO_MEMORY\\)`));
    assert.ok(!existsSync(db));
    const stream = limited('solve', '--stream', '--threads', '3');
    assert.match(String(stream.stderr), said);
    const doctor = limited('doctor', '--threads', '2');
    assert.equal(doctor.status, 1);
    assert.match(String(doctor.stdout), said);
  },
);
