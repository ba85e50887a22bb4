import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Summary } from '../../../../src/pipeline/report/summary/numbers.js';
import { assertEach, ONLY_DEEP, deepTest, folderWith, eachOf } from '../../../support/tests.js';
import { change } from '../../../support/runs/solve-parts.js';
import { type Ended, ends, nonomill, ROOT, start, succeeds } from '../../../support/nonomill.js';
import { smallDisk } from '../../../support/small-disk.js';

const LINE = '{"id":"plus","rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}';
const SEVERAL = '{"id":"either","rows":[[1],[1]],"columns":[[1],[1]]}';
/** A puzzle with one solution, which line solving alone does not find. */
const GUESSING =
  '{"id":"guess","rows":[[2],[1,2],[1,1],[2],[1],[3],[3],[2,2],[2,1],[2,2,1],[2,3],[2,2]],' +
  '"columns":[[2,1],[1,3],[2,4],[3,4],[4],[3],[3],[3],[2],[2]]}';
const NOT_A_PUZZLE = '{"id":"bad"}';
/** One clue is mistyped: it is longer than its row. */
const MISTYPED = '{"id":"typo","rows":[[3],[1]],"columns":[[1],[1]]}';

/** Its picture has a cell of another solution: row 1, cell 1. */
const WRONG_PICTURE =
  '{"id":"wrong","rows":[[1],[3],[1]],"columns":[[1],[3],[1]],"goal":"#../###/.#."}';
const WRONG_START =
  '{"id":"start","rows":[[1],[3],[1]],"columns":[[1],[3],[1]],"start":"???/.??/???"}';
/** The same from a blank cell, which it may have or not. */
const OPEN_START = GUESSING.replace(
  '"id":"guess"',
  `"id":"open","start":"${[`.${'?'.repeat(9)}`, ...Array<string>(11).fill('?'.repeat(10))].join('/')}"`,
);
const ELL = '{"id":"ell","rows":[[1],[1],[3]],"columns":[[3],[1],[1]]}';
const TURNED = '{"id":"turned","title":"Turned","rows":[[3],[1],[1]],"columns":[[3],[1],[1]]}';

/** Runs over a folder with these files; nothing but the gates speaks. */
function runOver(files: Readonly<Record<string, string>>, ...flags: string[]): Promise<Ended> {
  const folder = folderWith(files);
  const db = join(folder, 'r.sqlite');
  const words = ['run', folder, '--db', db, '--no-report', '--quiet', '--threads', '1', ...flags];
  return nonomill(words);
}

/** What a folder holds, by the words of the table of docs/pipeline/exit-codes.md. */
const FOLDERS: Readonly<
  Record<
    string,
    {
      readonly files: Readonly<Record<string, string>>;
      /** What the night before had. */
      readonly before?: Readonly<Record<string, string>>;
      readonly limits?: readonly string[];
    }
  >
> = {
  'line-solvable puzzles alone': { files: { 'a.ndjson': LINE } },
  'an entry that is not a puzzle': { files: { 'a.ndjson': `${LINE}\n${NOT_A_PUZZLE}\n` } },
  'a puzzle whose clues cannot hold: a typo': { files: { 'a.ndjson': `${LINE}\n${MISTYPED}\n` } },
  'such a puzzle with a start position or a picture': {
    files: { 'a.ndjson': `${LINE}\n${MISTYPED.replace('}', ',"goal":"##/#."}')}\n` },
  },
  'a picture beside the puzzles': {
    files: { 'a.ndjson': LINE, 'b.png': 'PNG', 'README.md': '# Plus' },
  },
  'a file in which nothing looks like a puzzle': {
    files: { 'a.ndjson': LINE, 'b.txt': 'no puzzle' },
  },
  'an empty file': { files: { 'a.ndjson': LINE, 'b.csv': '' } },
  'no puzzle at all': { files: { 'b.csv': 'rows,columns\n' } },
  'a puzzle with several solutions, or none': { files: { 'a.ndjson': `${LINE}\n${SEVERAL}\n` } },
  'a puzzle with one solution that needs guessing': { files: { 'a.ndjson': GUESSING } },
  'a puzzle that ran out of time, steps or memory': {
    files: { 'a.ndjson': GUESSING },
    limits: ['--max-steps', '5'],
  },
  "an author's picture that does not fit the clues": { files: { 'a.ndjson': WRONG_PICTURE } },
  'a start position that does not fit the clues': { files: { 'a.ndjson': WRONG_START } },
  'a start position of which nothing was proven in time': {
    files: { 'a.ndjson': OPEN_START },
    limits: ['--max-steps', '1'],
  },
  'two puzzles that are equal, one of them turned': {
    files: { 'a.ndjson': `${ELL}\n${TURNED}\n` },
  },
  'two files with the same content': { files: { 'a.ndjson': LINE, 'b.ndjson': LINE } },
  'a puzzle that was better the night before': {
    before: { 'a.ndjson': LINE },
    files: { 'a.ndjson': SEVERAL.replace('either', 'plus') },
  },
  'an entry that was a puzzle the night before': {
    before: { 'a.ndjson': `${LINE}\n${ELL}\n` },
    files: { 'a.ndjson': `${LINE}\n${NOT_A_PUZZLE.replace('bad', 'ell')}\n` },
  },
  'an empty file that had puzzles the night before': {
    before: { 'a.ndjson': LINE, 'b.ndjson': ELL },
    files: { 'a.ndjson': LINE, 'b.ndjson': '' },
  },
  'a puzzle that is new, and one that is gone since the night before': {
    before: { 'a.ndjson': `${LINE}\n${ELL}\n` },
    files: { 'a.ndjson': `${LINE}\n${SEVERAL}\n` },
  },
};

const GATES = [
  [],
  ['--strict'],
  ['--require', 'unique'],
  ['--require', 'line'],
  ['--require', 'goal'],
  ['--require', 'distinct'],
  ['--require', 'no-worse'],
] as const;

test('a gate of needs lets pass what needs no more, and names what needs more or is not rated', async () => {
  const files = { 'a.ndjson': `${LINE}\n${GUESSING}\n${SEVERAL}\n` };
  const levels = 'needs=line,needs=lookahead,needs=assumption';
  const { code, stderr } = await runOver(files, '--require', levels);
  assert.equal(code, 3);
  assert.match(
    stderr,
    /2 of 3 puzzles do not have one solution that needs at most line \(--require needs=line\):\n {2}guess, 10x12: unique, needs lookahead; .*\n {2}either, 2x2: multiple; /,
  );
  for (const level of ['lookahead', 'assumption']) {
    const said = `1 of 3 puzzles does not have one solution that needs at most ${level} (--require needs=${level}):`;
    assert.ok(stderr.includes(said), said);
  }
  const quick = { 'a.ndjson': GUESSING };
  assert.equal((await runOver(quick, '--require', 'needs=lookahead')).code, 0);
  const unrated = await runOver(quick, '--require', 'needs=nested', '--max-steps', '40');
  assert.equal(unrated.code, 3);
});

test('a gate of needs is refused where no puzzle is rated, and with a level that there is not', async () => {
  const files = { 'a.ndjson': LINE };
  const unrated = await runOver(files, '--require', 'needs=line', '--no-difficulty');
  assert.equal(unrated.code, 2);
  assert.match(unrated.stderr, /--no-difficulty rates no puzzle, and --require needs=line asks/);
  const wrong = await runOver(files, '--require', 'needs=lookahaed');
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /needs=lookahead/);
});

/** How each gate ends, as that table says; what happens to any corpus is tested elsewhere. */
const CODES = Array.from(
  readFileSync(join(ROOT, 'docs', 'pipeline', 'exit-codes.md'), 'utf8').matchAll(
    /^\| (?!\(any\))([^|]+) \|((?: \d+ \|){7})$/gm,
  ),
  ([, what, codes]) => [what, codes.match(/\d+/g)!.map(Number)] as const,
);

test('the table of docs/pipeline/exit-codes.md has these folders, and no others', () => {
  assertEach(CODES, ([what]) => what, Object.keys(FOLDERS));
});

for (const [i, [what, codes]] of CODES.entries()) {
  const skip = i % 4 !== 0 && ONLY_DEEP;
  test(`${what}: the exit code with each gate is that of the table`, { skip }, async () => {
    const { before = null, files, limits = [] } = FOLDERS[what];
    const folder = folderWith(before ?? files);
    const words = ['run', folder, '--db', join(folder, 'r.sqlite'), '--no-report', '--quiet'];
    if (before !== null) {
      await nonomill([...words, '--threads', '1']);
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    }
    const ended: Ended[] = [];
    for (const gate of GATES) {
      // The first one solves; to the others all is done, and they look at the same results.
      const again = ended.length === 0 ? [] : ['--resume'];
      ended.push(await nonomill([...words, '--threads', '1', ...limits, ...again, ...gate]));
    }
    const said = ended.map(({ stderr }) => stderr).join('\n--\n');
    assert.deepEqual(eachOf(ended, 'code'), codes, said);
  });
}

test('what does not meet a gate is listed with its file, line and reason', async () => {
  const files = { 'a.ndjson': `${SEVERAL}\n${NOT_A_PUZZLE}\n`, 'b.txt': 'no puzzle', 'c.csv': '' };
  const { code, stderr, stdout } = await runOver(files, '--strict', '--require', 'unique');
  assert.equal(code, 3);
  assert.equal(stdout, '');
  assert.match(stderr, /1 entry is not a puzzle \(--strict\):\n {2}\S*a\.ndjson:2 \(bad\): /);
  assert.match(stderr, /1 file was left out; --ignore leaves files out on purpose \(--strict\):/);
  assert.match(stderr, /1 file holds no puzzle \(--strict\):\n {2}\S*c\.csv: it is empty/);
  assert.match(
    stderr,
    /1 of 1 puzzle does not have one solution \(--require unique\):\n {2}either, 2x2: multiple; /,
  );
});

test('puzzles whose picture or start does not fit are listed with the first wrong cell, and equal puzzles together', async () => {
  const files = { 'a.ndjson': [WRONG_PICTURE, WRONG_START, ELL, TURNED].join('\n') };
  const { code, stderr } = await runOver(files, '--require', 'goal,distinct');
  assert.equal(code, 3);
  assert.match(
    stderr,
    /2 puzzles have a start position or an author's picture that does not fit \(--require goal\):/,
  );
  assert.match(
    stderr,
    /wrong, the author's picture does not fit the clues: row 1, cell 1 is filled, but no solution has it; /,
  );
  assert.match(
    stderr,
    /start, the start position does not fit the clues: row 2, cell 1 is blank, but no solution has it; /,
  );
  // The two pluses are equal, too: a start position makes another puzzle.
  assert.match(
    stderr,
    /1 group of puzzles is equal except for turns, mirror images and colours \(--require distinct\):/,
  );
  assert.match(stderr, /ell, 3x3: equal to turned \(Turned\) in \S*a\.ndjson; /);
});

test('gates for programs list misfits and equal puzzles', async () => {
  const files = { 'a.ndjson': [WRONG_PICTURE, ELL, TURNED].join('\n') };
  const github = await runOver(files, '--require', 'goal,distinct', '--gate-format', 'github');
  assert.match(github.stdout, /title=--require goal::wrong: the author's picture does not fit/);
  assert.match(github.stdout, /title=--require distinct::ell: 3x3: equal to turned/);
  const junit = await runOver(files, '--require', 'goal,distinct', '--gate-format', 'junit');
  assert.match(junit.stdout, /classname="--require goal \(misfit\)" name="wrong"/);
  assert.match(junit.stdout, /classname="--require distinct \(duplicate\)" name="ell"/);
});

test('the summary counts misfits and groups of equal puzzles', async () => {
  const files = { 'a.ndjson': [LINE, WRONG_PICTURE, WRONG_START, ELL, TURNED].join('\n') };
  const { stdout } = await runOver(files, '--json');
  const summary = JSON.parse(stdout) as Record<string, unknown>;
  assert.deepEqual(summary['goals'], { given: 1, wrong: 1 });
  assert.deepEqual(summary['starts'], { given: 1, wrong: 1, open: 0 });
  const { groups, surplus } = summary['duplicates'] as { groups: number; surplus: number };
  assert.deepEqual([groups, surplus], [2, 2]);
});

test('--ignore leaves a file out on purpose: --strict is met', async () => {
  const { code } = await runOver(
    { 'a.ndjson': LINE, 'b.txt': 'x' },
    '--strict',
    '--ignore',
    '*.txt',
  );
  assert.equal(code, 0);
});

test('the summary counts the files that were left out, with the reason', async () => {
  const { stdout } = await runOver({ 'a.ndjson': LINE, 'b.txt': 'no puzzle' }, '--json');
  const { files } = JSON.parse(stdout) as {
    files: { read: number; leftOut: { path: string; reason: string }[] };
  };
  assert.equal(files.read, 1);
  assert.equal(files.leftOut.length, 1);
  assert.match(files.leftOut[0].path, /b\.txt$/);
  assert.notEqual(files.leftOut[0].reason, '');
});

test('pictures of a folder are in the account of the run, for people and for programs', async () => {
  const folder = folderWith({ 'a.ndjson': LINE, 'b.png': 'PNG', 'c.png': 'PNG' });
  const words = ['run', folder, '--db', join(folder, 'r.sqlite'), '--no-report', '--threads', '1'];
  const text = await succeeds(words);
  assert.match(
    text.stderr,
    /left out: \S*b\.png, \S*c\.png: a picture \(PNG\): --images reads it, or "generate --from-image"/,
  );
  assert.match(text.stdout, /\n1 puzzle {3}2 files left out {3}/);
  assert.match(text.stdout, /\nleft out {5}2 files of folders are not read\n {13}\S*b\.png {2}/);
  assert.match(text.stdout, /\naccounted for {2}3 files: 1 read, 2 left out\n/);
  const again = [...words, '--resume', '--quiet'];
  const github = await succeeds([...again, '--gate-format', 'github']);
  const expected = /::warning file=\S*b\.png,title=left out::\S*b\.png: a picture \(PNG\): /;
  assert.match(github.stdout, expected);
  const junit = await succeeds([...again, '--gate-format', 'junit']);
  assert.match(junit.stdout, /<testsuites tests="3" failures="0" skipped="2">/);
  assert.match(junit.stdout, /name="left out: \S*c\.png: a picture [^<]*"><skipped\/>/);
  // What a gate has found is no warning, too.
  const strict = await ends(3, [...again, '--strict', '--gate-format', 'github']);
  assert.match(strict.stdout, /::error file=\S*b\.png,title=--strict::/);
  assert.doesNotMatch(strict.stdout, /::warning/);
  await succeeds([...again, '--strict', '--ignore', '*.png']);
});

test('gates write annotations for GitHub, with file and line', async () => {
  const files = { 'a.ndjson': `${SEVERAL}\n${NOT_A_PUZZLE}\n` };
  const flags = ['--strict', '--require', 'unique', '--gate-format', 'github'];
  const { code, stdout } = await runOver(files, ...flags);
  assert.equal(code, 3);
  const lines = stdout.trimEnd().split('\n');
  assert.ok(lines.every((line) => line.startsWith('::error ')));
  assert.ok(lines.some((line) => /file=\S*a\.ndjson,line=2,title=--strict::bad: /.test(line)));
  assert.ok(
    lines.some((line) => /title=--require unique::either: 2x2%?3?A?:? multiple/.test(line)),
  );
});

test('gates write JUnit XML for build servers, even if they are met', async () => {
  const met = await runOver({ 'a.ndjson': LINE }, '--strict', '--gate-format', 'junit');
  assert.equal(met.code, 0);
  assert.match(met.stdout, /^<\?xml version="1\.0"[^>]*>\n<testsuites tests="1" failures="0">/);
  const files = { 'a.ndjson': `${SEVERAL}\n` };
  const unmet = await runOver(files, '--require', 'unique', '--gate-format', 'junit');
  assert.equal(unmet.code, 3);
  assert.match(unmet.stdout, /failures="1"/);
  assert.match(unmet.stdout, /name="either"><failure message="2x2: multiple; /);
});

test('a JUnit report has a test for each puzzle, and skips what was not compared', async () => {
  const files = { 'a.ndjson': `${LINE}\n${SEVERAL}\n`, 'b.ndjson': `${LINE}\n` };
  const flags = ['--require', 'unique,no-worse', '--gate-format', 'junit'];
  const { stdout } = await runOver(files, ...flags);
  assert.match(stdout, /<testsuites tests="4" failures="1" skipped="1">/);
  const cases = [...stdout.matchAll(/<testcase classname="([^"]*)" name="([^"]*)"/g)];
  assertEach(cases, ([, where]) => where.replace(/.*\//, ''), [
    'nonomill',
    '--require unique (not-met)',
    'a.ndjson',
    'b.ndjson',
  ]);
  assert.match(stdout, /no-worse: the first run [^"]*"><skipped\/><\/testcase>/);
});

test('a JUnit report has what is new since the night before as properties', async () => {
  const cwd = folderWith({ 'a.ndjson': `${LINE}\n` });
  const night = ['run', 'a.ndjson', '--db', 'r.sqlite', '--no-report', '--quiet', '--strict'];
  const words = [...night, '--gate-format', 'junit'];
  assert.doesNotMatch((await nonomill(words, { cwd })).stdout, /<properties>/);
  writeFileSync(join(cwd, 'a.ndjson'), `${LINE}\n${SEVERAL}\n`);
  const second = await succeeds(words, { cwd });
  const again = await nonomill(
    ['report', '--gates', '--gate-format', 'junit', '--db', 'r.sqlite'],
    { cwd },
  );
  for (const { stdout } of [second, again]) {
    const [, suite] = /<testsuite [^>]*>\n([^]*?)<testcase/.exec(stdout)!;
    const found = [...suite.matchAll(/<property name="since\.(\w+)" value="(\d+)"\/>/g)];
    assert.deepEqual(Object.fromEntries(found.map(([, name, value]) => [name, Number(value)])), {
      run: 1,
      new: 1,
      ambiguous: 1,
      open: 0,
      changed: 0,
      worse: 0,
      gained: 0,
      mended: 0,
      accepted: 0,
      gone: 0,
      rejects: 0,
    });
  }
});

test('--json and gates for programs cannot share standard output', async () => {
  const { code, stderr } = await runOver({ 'a.ndjson': LINE }, '--json', '--gate-format', 'junit');
  assert.equal(code, 2);
  assert.match(stderr, /--json and --gate-format both want standard output/);
});

test('gates hold when a run goes on, or is looked at again, without being typed again', async () => {
  const folder = folderWith({ 'a.ndjson': `${SEVERAL}\n${NOT_A_PUZZLE}\n` });
  const db = ['--db', join(folder, 'r.sqlite'), '--no-report', '--quiet'];
  const first = await nonomill(['run', folder, ...db, '--strict', '--require', 'line']);
  const again = await nonomill(['run', '--resume', ...db]);
  assert.deepEqual([first.code, again.code], [3, 3]);
  assert.match(again.stderr, /1 entry is not a puzzle \(--strict\):/);
  assert.match(again.stderr, /1 of 1 puzzle does not have one solution .* \(--require line\):/);
  const other = await nonomill(['run', '--retry', 'multiple', '--require', 'distinct', ...db]);
  assert.deepEqual(other.code, 0, other.stderr);
  assert.match(other.stderr, /had other gates: --strict --require line, now --require distinct/);
});

deepTest('a copied file has its entries in the account and the counts of all gates', async () => {
  const folder = folderWith({ 'a.ndjson': [LINE, SEVERAL, NOT_A_PUZZLE].join('\n') });
  copyFileSync(join(folder, 'a.ndjson'), join(folder, 'b.ndjson'));
  const db = ['--db', 'r.sqlite', '--report', 'report'];
  const gates = ['--strict', '--require', 'unique,distinct'];
  const { stdout, stderr } = await ends(3, ['run', '.', ...db, ...gates], { cwd: folder });
  assert.match(stdout, /3 entries are in \S*b\.ndjson too, a copy of \S*a\.ndjson/);
  assert.match(stdout, /6 entries = 2 results \+ 1 reject \+ 3 in copies/);
  assert.match(stderr, /2 entries are not puzzles \(--strict\):/);
  assert.match(stderr, /2 of 4 puzzles do not have one solution \(--require unique\):/);
  assert.match(stderr, /1 file is a copy of another, with 2 puzzles \(--require distinct\):/);
  assert.ok(
    stderr.endsWith(
      'gates: FAIL --strict (2), FAIL --require unique (2), FAIL --require distinct (2)\n',
    ),
  );
  const summary = JSON.parse(
    readFileSync(join(folder, 'report', 'summary.json'), 'utf8'),
  ) as Summary;
  const account = { entries: 6, results: 2, rejects: 1, damaged: 0, copied: 3 };
  assert.deepEqual(summary.accounting, account);
  assert.equal(summary.files.copies[0].entries, 3);
  assert.deepEqual(eachOf(summary.gates, 'name', 'holds', 'misfits'), [
    ['strict', false, 2],
    ['unique', false, 2],
    ['distinct', false, 2],
  ]);
  assert.match(summary.gates[0].list!, /^nonomill report 1 --db \S*r\.sqlite --gates$/);
  const page = readFileSync(join(folder, 'report', 'index.html'), 'utf8');
  assert.match(page, /<h2>Gates<\/h2>.*<td>FAIL<\/td><td>--require unique<\/td>/);
  const expected = /^\| FAIL \| --strict \| 2 \| 2 /m;
  assert.match(readFileSync(join(folder, 'report', 'summary.md'), 'utf8'), expected);
});

test('a puzzle that does not meet a gate is named with the line of its entry', async () => {
  const csv = 'rows,columns\n"1,3,1","1,3,1"\n\n"1,1","1,1"\n';
  const text = await runOver({ 'a.csv': csv }, '--require', 'unique');
  assert.match(text.stderr, /, 2x2: multiple; \S*a\.csv:4\n/);
  const github = await runOver({ 'a.csv': csv }, '--require', 'unique', '--gate-format', 'github');
  assert.match(github.stdout, /::error file=\S*a\.csv,line=4,title=--require unique::/);
  const junit = await runOver({ 'a.csv': csv }, '--require', 'unique', '--gate-format', 'junit');
  assert.match(junit.stdout, /2x2: multiple; \S*a\.csv:4"/);
});

test('puzzles of a file that is gone, or moved, are named without a line', async () => {
  const files = { 'a.ndjson': `${SEVERAL}\n`, 'b.ndjson': `${ELL}\n${TURNED}\n` };
  const folder = folderWith(files);
  const db = ['--db', join(folder, 'r.sqlite')];
  const gates = ['--require', 'unique,distinct'];
  const run = await nonomill(['run', folder, ...db, '--no-report', '--quiet', ...gates]);
  assert.match(run.stderr, / {2}either, 2x2: multiple; \S*a\.ndjson:1\n/);
  for (const name of Object.keys(files)) rmSync(join(folder, name));
  const again = ['report', '1', ...db, '--gates'];
  const { stderr } = await ends(3, again, { says: / {2}either, 2x2: multiple; \S*a\.ndjson\n/ });
  assert.match(stderr, / {2}ell, 3x3: equal to turned \(Turned\) in \S*b\.ndjson; \S*b\.ndjson\n/);
  const github = await nonomill([...again, '--gate-format', 'github']);
  assert.match(github.stdout, /::error file=\S*a\.ndjson,title=--require unique::either/);
  const junit = await nonomill([...again, '--gate-format', 'junit']);
  assert.match(junit.stdout, /2x2: multiple; \S*a\.ndjson"/);
});

test('a run of rejects alone has no puzzle, and an entry without a line is named by its place', async () => {
  const json = `[${NOT_A_PUZZLE}, ${NOT_A_PUZZLE.replace('"id":"bad",', '')}]`;
  const { code, stderr } = await runOver({ 'a.json': json }, '--strict', '--require', 'unique');
  assert.equal(code, 3);
  assert.match(stderr, /nonomill: the run has no puzzle \(--strict\)\n/);
  assert.match(stderr, /2 entries are not puzzles \(--strict\):\n(?: {2}\S*a\.json\S* .*\n){2}/);
});

test('a part without entries is met by every gate, as the other part has the puzzles', async () => {
  const folder = folderWith({ 'a.ndjson': LINE });
  for (const part of ['1/2', '2/2']) {
    const db = join(folder, `${part[0]}.sqlite`);
    const words = ['run', join(folder, 'a.ndjson'), '--db', db, '--no-report', '--quiet'];
    await succeeds([...words, '--shard', part, '--require', 'unique']);
  }
});

deepTest('a build server hears of missing parts, and how many more there are', async () => {
  const folder = folderWith({ 'a.ndjson': `${SEVERAL}\n`.repeat(410) });
  const part = join(folder, 'part.sqlite');
  const where = ['--no-report', '--quiet'];
  const corpus = join(folder, 'a.ndjson');
  await nonomill(['run', corpus, '--db', part, ...where, '--shard', '1/2', '--threads', '1']);
  for (const [format, said] of [
    ['github', /^::warning title=merge::.*part 2\/2 is missing/m],
    ['junit', /name="5 more"><failure message="205 of 205 puzzles do not have one solution/],
  ] as const) {
    const words = ['merge', part, '--db', join(folder, `${format}.sqlite`), '--partial'];
    const gates = ['--require', 'unique', '--gate-format', format];
    const { stdout } = await ends(3, [...words, ...where, ...gates]);
    assert.match(stdout, said);
  }
});

test('copies without what a gate looks for are not listed; a picture that does not fit is one in each', async () => {
  const files = { 'a.ndjson': LINE, 'b.ndjson': LINE, 'c.ndjson': SEVERAL };
  const unique = await runOver(files, '--require', 'unique');
  assert.match(unique.stderr, /: 1 of 3 puzzles does not have one solution \(--require unique\):/);
  assert.doesNotMatch(unique.stderr, /a copy of/);
  const wrong = { 'a.ndjson': WRONG_PICTURE, 'b.ndjson': WRONG_PICTURE };
  const goal = await runOver(wrong, '--require', 'goal');
  assert.match(goal.stderr, /: 2 puzzles have a start position or an author's picture/);
  assert.match(goal.stderr, / {2}\S*b\.ndjson: a copy of \S*a\.ndjson: 1 puzzle\n/);
});

test('of many equal puzzles some are named and the rest counted', async () => {
  const folder = folderWith({ 'a.ndjson': `${ELL}\n`.repeat(13) });
  const db = join(folder, 'r.sqlite');
  const words = ['run', folder, '--db', db, '--no-report', '--quiet', '--require', 'distinct'];
  const { stderr } = await nonomill(words);
  assert.match(
    stderr,
    /1 group of puzzles is equal .*:\n {2}ell, 3x3: equal to (?:ell in \S+, ){9}3 more; /,
  );
});

test('after ten the list is cut, and a command shows all', async () => {
  const folder = folderWith({ 'a.ndjson': `${SEVERAL}\n`.repeat(13) });
  const db = join(folder, 'r.sqlite');
  const words = ['run', folder, '--db', db, '--no-report', '--quiet', '--require', 'unique'];
  const { stderr } = await nonomill(words);
  assert.equal(stderr.match(/multiple;/g)?.length, 10);
  const [, command] = /and 3 more: nonomill (.*)\n/.exec(stderr)!;
  const all = await ends(3, command.split(' '));
  assert.equal(all.stderr.match(/multiple;/g)?.length, 13);
});

test('a mistyped clue, colour, start or picture fails the gates in every format; what is no puzzle does not', async () => {
  const plus = '1\n3\n1\n';
  const mistyped: Readonly<Record<string, string>> = {
    'sums.csv': 'id,rows,columns\np,"2;1","2;2"\n',
    'letter.csv': 'id,rows,columns\np,"2;l","2;1"\n',
    'json-in-a-field.csv': 'id,rows,columns\np,"[[2],[1]","[[2],[1]]"\n',
    'one-side.csv': 'id,rows,columns\np,"2;1",\n',
    'long.json': '{"rows":[[3],[1]],"columns":[[2],[1]]}',
    'negative.json': '{"rows":[[2],[-1]],"columns":[[2],[1]]}',
    'text.json': '{"rows":[[2],["x"]],"columns":[[2],[1]]}',
    'size.json': '{"width":3,"height":2,"rows":[[2],[1]],"columns":[[2],[1]]}',
    'size-word.json': '{"width":"two","rows":[[2],[1]],"columns":[[2],[1]]}',
    'start.json': '{"rows":[[2],[1]],"columns":[[2],[1]],"start":"#?/?"}',
    'goal.json': '{"rows":[[2],[1]],"columns":[[2],[1]],"goal":"##/#"}',
    'picture.json': '{"width":2,"height":2,"solution":"##/#"}',
    'colour.json': '{"palette":["#ffffff","#00000g"],"rows":[[2],[1]],"columns":[[2],[1]]}',
    'colour-sums.json':
      '{"palette":["#ffffff","#000000","#ff0000"],"rows":[[{"n":2,"c":1}],[{"n":1,"c":2}]],"columns":[[{"n":2,"c":1}],[{"n":1,"c":1}]]}',
    'sums.non': `width 3\nheight 3\nrows\n${plus}columns\n1\n2\n1\n`,
    'letter.non': `width 3\nheight 3\nrows\n${plus}columns\n1\n3x4\n1\n`,
    'lost-line.nin': `3 3\n${plus}#\n1\n3\n`,
    'lost-line.mk': `3 3\n${plus}#\n1\n3\n`,
    'sums.g': `: rows\n${plus}: columns\n1\n2\n1\n:\n`,
    'webpbn.xml':
      '<puzzle type="grid"><clues type="columns"><line><count>2</count></line><line><count>2</count></line></clues><clues type="rows"><line><count>2</count></line><line><count>1</count></line></clues></puzzle>',
    'webpbn-letter.xml':
      '<puzzle type="grid"><clues type="columns"><line><count>x</count></line></clues><clues type="rows"><line><count>1</count></line></clues></puzzle>',
    'cell.nonogram':
      '<FreeNono><Nonograms><Nonogram name="a" width="2" height="1"><line> x z </line></Nonogram></Nonograms></FreeNono>',
    'sums.toml': '[clues]\ncolumns = """\n1\n1\n"""\nrows = """\n1\n"""\n',
    'letter.ini': '[clues]\ncolumns =\n  1\n  l\nrows =\n  2\n',
    'letter.lists': 'rows = [[2], [l]]\ncolumns = [[2], [1]]\n',
    'cell.xpm':
      '/* XPM */\nstatic char *a[] = {\n"2 1 2 1",\n"  c None",\n"a c #000000",\n" b"};\n',
    'cell.pic': '.#.\n#z#\n.#.\n',
    'first-row.pic': '.z.\n###\n.#.\n',
    'colour.non': 'color red f00 r\nwidth 2\nheight 1\nrows\nrde 2\ncolumns\nred 1\nred 1\n',
    'address.urls': 'https://puzz.link/p?nonogram/3/3/1g3g1g1g3g2g\n',
    'broken.ndjson': '{"rows":[[2],[l]],"columns":[[2],[1]]}\n',
  };
  const folder = folderWith({ 'a.ndjson': LINE, ...mistyped });
  const db = ['--db', join(folder, 'r.sqlite')];
  const how = ['--no-report', '--quiet', '--threads', '1', '--require', 'unique'];
  assert.equal((await nonomill(['run', folder, ...db, ...how])).code, 3);
  const { stderr } = await nonomill(['report', '1', ...db, '--gates']);
  const names = Object.keys(mistyped);
  assert.ok(stderr.includes(`: ${names.length} puzzles have clues that cannot hold (--require`));
  const listed = [...stderr.matchAll(/^ {2}\S*[\\/]([\w.-]+?)(?::\d+)?(?: \(.*?\))?: /gm)];
  assert.deepEqual(listed.map(([, name]) => name).sort(), names.sort());
  const others = ['{"id":"x"}', '{"rows":[', '[1]', '"word"'].map((text, i) => [
    `${i}.ndjson`,
    text,
  ]);
  const files = { 'a.ndjson': LINE, ...(Object.fromEntries(others) as Record<string, string>) };
  const { code, stderr: said } = await runOver(files, '--require', 'line');
  assert.equal(code, 0, said);
});

test('a dry run foretells what fails each gate before anything is solved', async () => {
  const folder = folderWith({ 'a.ndjson': `${LINE}\n${LINE}\n${MISTYPED}\n`, 'empty.csv': '' });
  const asked = 'unique,line,goal,distinct,no-worse,needs=lookahead';
  const { stdout } = await nonomill(
    ['run', 'a.ndjson', 'empty.csv', '--strict', '--require', asked, '--dry-run'],
    { cwd: folder },
  );
  const typo = '1 puzzle has clues that cannot hold';
  assert.deepEqual(
    stdout.split('\n').flatMap((line) => /--\S.* will not hold.*/.exec(line) ?? []),
    [
      '--strict will not hold: 1 reject, 1 file without entries',
      `--require unique will not hold: ${typo}, 1 file without entries`,
      `--require line will not hold: ${typo}, 1 file without entries`,
      '--require goal will not hold: 1 file without entries',
      '--require distinct will not hold: 1 puzzle more than once, 1 file without entries',
      `--require needs=lookahead will not hold: ${typo}, 1 file without entries`,
    ],
  );
});

test('a mistyped clue fails the gates on resume, retry, reuse and merge, and is foretold', async () => {
  const folder = folderWith({ 'a.ndjson': `${LINE}\n${SEVERAL}\n${MISTYPED}\n` });
  const gate = ['--require', 'unique'];
  const how = (db: string): string[] => ['--db', db, '--no-report', '--quiet', '--threads', '1'];
  const at = { cwd: folder };
  const foretold = await nonomill(['run', 'a.ndjson', ...gate, '--dry-run'], at);
  const expected = /--require unique will not hold: 1 puzzle has clues that cannot hold/;
  assert.match(foretold.stdout, expected);
  const said = /1 puzzle has clues that cannot hold .*:\n {2}a\.ndjson:3 \(typo\): row 1: /;
  for (const words of [
    ['run', 'a.ndjson'],
    ['run', '--resume'],
    ['run', '--retry', 'multiple'],
    ['run', 'a.ndjson', '--reuse'],
  ]) {
    assert.match((await nonomill([...words, ...how('r.sqlite'), ...gate], at)).stderr, said);
  }
  for (const part of ['1', '2']) {
    await nonomill(['run', 'a.ndjson', '--shard', `${part}/2`, ...how(`${part}.sqlite`)], at);
  }
  const where = ['--no-report', '--quiet', ...gate];
  const merged = await nonomill(
    ['merge', '1.sqlite', '2.sqlite', '--db', 'all.sqlite', ...where],
    at,
  );
  assert.match(merged.stderr, said);
  // What others wrote into the database does not hide it.
  for (const kind of ["''", '7']) {
    change(join(folder, 'all.sqlite'), `UPDATE piece_rejects SET kind = ${kind}`);
    const again = await nonomill(['report', '1', '--db', 'all.sqlite', '--gates'], at);
    assert.match(again.stderr, said, kind);
  }
});

const LOST_GATES = ['--strict', '--require', 'line'];
const HARMLESS = Array.from(
  { length: 8000 },
  (_, i) => `{"id":"plus-${i}","rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}\n`,
).join('');

function wordsFor(corpus: string, db: string): string[] {
  return ['run', corpus, '--db', db, '--no-report', '--threads', '1', ...LOST_GATES];
}

deepTest('a killed run passes no gate, with whole metrics; the resumed one can', async () => {
  const folder = folderWith({ 'a.ndjson': HARMLESS });
  const metrics = join(folder, 'run.prom');
  const words = [
    ...wordsFor(join(folder, 'a.ndjson'), join(folder, 'r.sqlite')),
    ...['--metrics', metrics],
  ];
  const { child, ended, said } = start(words);
  await said('Run 1 started');
  child.kill('SIGKILL');
  // What a shell reports as 137.
  assert.equal((await ended).code, null);
  assert.match(readFileSync(metrics, 'utf8'), /_run_active\{run="1"\} 1\n.*# EOF\n$/s);
  const resumed = await succeeds([...words, '--quiet', '--resume']);
  assert.match(resumed.stderr, /^Run 1 is complete: [^\n]*, gates PASS, [^\n]*\n$/);
  assert.match(readFileSync(metrics, 'utf8'), /_run_active\{run="1"\} 0\n/);
});

test('a run that is interrupted ends with 130, whatever the gates', async () => {
  const folder = folderWith({ 'a.ndjson': HARMLESS });
  const words = wordsFor(join(folder, 'a.ndjson'), join(folder, 'r.sqlite'));
  await ends(130, [...words, '--stop-after', '1ms']);
});

deepTest('a run whose disk is full ends with 1, whatever the gates', async (t) => {
  const disk = smallDisk(t, '600k');
  if (disk === null) return;
  const folder = folderWith({ 'a.ndjson': HARMLESS });
  await ends(1, wordsFor(join(folder, 'a.ndjson'), join(disk, 'r.sqlite')), { says: /full/ });
});
