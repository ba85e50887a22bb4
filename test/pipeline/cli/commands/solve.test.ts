import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { withSlashes } from '../../../../src/pipeline/files/files.js';
import { linesIn, folderWith, eachOf } from '../../../support/tests.js';
import { ends, nonomill, ROOT, succeeds } from '../../../support/nonomill.js';

const PLUS = '{"id":"plus","rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}';
const DIAGONALS = '{"id":"diagonals","rows":[[1],[1]],"columns":[[1],[1]]}';
const IMPOSSIBLE = '{"id":"impossible","rows":[[1,1],[],[1,1]],"columns":[[],[2],[2]]}';
const BROKEN = '{"id":"broken","rows":[[2],[1]],"columns":[[1],[1]]}';

test('a puzzle on standard input is solved and written as text', async () => {
  const { code, stdout, stderr } = await nonomill(['solve'], { input: PLUS });
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  assert.equal(
    stdout,
    'plus, 3x3: one solution, found line by line\n' +
      'difficulty 4.0, ★☆☆☆☆, no guessing, needs counting\n.#.\n###\n.#.\n',
  );
});

test('two solutions are written of a puzzle that has several', async () => {
  const { stdout } = await nonomill(['solve', '-'], { input: DIAGONALS });
  const [verdict, ...pictures] = linesIn(stdout);
  assert.equal(verdict, 'diagonals, 2x2: more than one solution');
  assert.deepEqual(new Set(pictures.join('\n').split('\n\n')), new Set(['#.\n.#', '.#\n#.']));
});

test('--count exact counts them', async () => {
  const { stdout } = await nonomill(['solve', '--count', 'exact'], { input: DIAGONALS });
  assert.match(stdout, /exactly 2 solutions/);
});

test('a puzzle without a solution is reported as such', async () => {
  const { stdout } = await succeeds(['solve'], { input: IMPOSSIBLE });
  assert.match(stdout, /^impossible, 3x3: no solution: its clues contradict each other/);
});

test('--json writes one object for each puzzle', async () => {
  const { stdout } = await nonomill(['solve', '--json'], { input: `${PLUS}\n${DIAGONALS}\n` });
  const [plus, diagonals] = linesIn(stdout).map(
    (line) => JSON.parse(line) as Record<string, unknown>,
  );
  assert.deepEqual(
    {
      status: plus.status,
      technique: plus.technique,
      solution: plus.solution,
      sweeps: plus.sweeps,
    },
    { status: 'unique', technique: 'line', solution: '.#./###/.#.', sweeps: 2 },
  );
  assert.equal(diagonals.status, 'multiple');
  assert.equal(diagonals.solutions, '2');
});

test('an entry that is not a puzzle is reported with file and line, and the others are solved', async () => {
  const file = join(folderWith({ 'some.ndjson': `${BROKEN}\n${PLUS}\n` }), 'some.ndjson');
  const { stdout, stderr } = await ends(1, ['solve', file]);
  assert.match(stdout, /^plus, 3x3: one solution/);
  assert.match(
    stderr,
    /some\.ndjson:1 \(broken\): the rows hold 3 filled cells, the columns 2; a clue may be mistyped: [^\n]*\nnonomill: 1 entry was rejected \(NM_ENTRIES_REJECTED\)\n$/,
  );
});

test('a file that is not there is one clear message', async () => {
  const { code, stdout, stderr } = await nonomill(['solve', 'nowhere.non']);
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
  assert.match(stderr, /^nonomill: nowhere\.non: [^\n]*\n$/);
});

test('nothing on standard input is reported, not passed over', async () => {
  await ends(1, ['solve', '--format', 'ndjson'], { says: /no puzzle/ });
});

test('titles cannot send escape sequences to the terminal', async () => {
  const input = '{"title":"\\u001b[31mred","rows":[[1]],"columns":[[1]]}';
  const { stdout } = await nonomill(['solve'], { input });
  assert.ok(!stdout.includes('\u001b'));
  assert.match(stdout, /red, 1x1/);
});

test('--all lists every solution once, even of puzzles that take a long search', async () => {
  const size = 6;
  const clues = JSON.stringify(Array.from({ length: size }, () => [1]));
  const input = `{"rows":${clues},"columns":${clues}}`;
  const { stdout, stderr } = await nonomill(['solve', '--all', '--json'], { input });
  assert.equal(stderr, '');
  const { solutions, solutionsExact, allSolutions } = JSON.parse(stdout) as {
    solutions: string;
    solutionsExact: boolean;
    allSolutions: string[];
  };
  assert.deepEqual([solutions, solutionsExact], ['720', true]);
  assert.equal(new Set(allSolutions).size, 720);
  for (const text of allSolutions) {
    const at = text.split('/').map((row) => row.indexOf('#'));
    assert.equal(new Set(at).size, size, text);
  }
});

test('--all stops at --count and says so', async () => {
  const clues = '[[1],[1],[1]]';
  const input = `{"id":"perms","rows":${clues},"columns":${clues}}\n${PLUS}\n${DIAGONALS}\n`;
  const cut = await nonomill(['solve', '--all', '--count', '5'], { input });
  assert.match(cut.stdout, /solution 5:\n/);
  assert.doesNotMatch(cut.stdout, /solution 6:/);
  assert.match(cut.stdout, /5 are listed; there are more: --count lists more\n\nplus, 3x3: one/);
  assert.match(cut.stdout, /diagonals, 2x2: exactly 2 solutions\nsolution 1:\n/);
  const whole = await nonomill(['solve', '--all', '--count', '6'], { input });
  assert.match(whole.stdout, /perms, 3x3: exactly 6 solutions/);
  assert.doesNotMatch(whole.stdout, /are listed/);
  await ends(2, ['solve', '--all', '--count', 'exact'], { input });
});

test('a start position is mentioned, as it can make a puzzle unique, and so is whether the picture fits', async () => {
  const clues = '"rows":[[1],[1]],"columns":[[1],[1]]';
  const input = [
    `{"id":"a",${clues},"start":"#?/??","goal":"#./.#"}`,
    `{"id":"b",${clues},"goal":"#./.#"}`,
    `{"id":"c",${clues},"goal":"##/.."}`,
  ].join('\n');
  const START = 'It is solved from its start position, where 1 cell is given.';
  const picture = (text: string): string => `The author's picture is ${text}.`;
  const said = async (...more: string[]): Promise<string[]> => {
    const { stdout } = await nonomill(['solve', ...more], { input });
    return stdout.split('\n').filter((line) => / is |: /.test(line));
  };
  const open = 'more than one solution';
  const rest = [
    `b, 2x2: ${open}`,
    picture('a solution, but not the only one'),
    `c, 2x2: ${open}`,
    "The author's picture does not fit the clues: row 1, cell 2 is filled, but no solution has it together with the cells before it.",
  ];
  assert.deepEqual(await said(), [
    'a, 2x2: one solution, found line by line',
    START,
    picture('the solution, the only one'),
    ...rest,
  ]);
  const alone = [`a, 2x2: ${open}`, picture('a solution, but not the only one'), ...rest];
  assert.deepEqual(await said('--ignore-start'), alone);

  const { stdout } = await nonomill(['solve', '--json'], { input });
  const found = linesIn(stdout).map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.deepEqual(eachOf(found, 'start', 'goalMatches', 'status'), [
    ['#?/??', true, 'unique'],
    [null, true, 'multiple'],
    [null, false, 'multiple'],
  ]);
});

test('empty standard input is reported as empty', async () => {
  const { stderr } = await ends(1, ['solve']);
  assert.equal(stderr, 'nonomill: standard input: it is empty (NM_CORPUS_EMPTY)\n');
});

test('every file of a folder is solved, and what is not a puzzle is reported with its file', async () => {
  const files = {
    'a.ndjson': PLUS,
    'b.ndjson': `${DIAGONALS}\n${BROKEN}\n`,
    'c.txt': 'what is this',
  };
  const { stdout, stderr } = await ends(1, ['solve', folderWith(files)]);
  assert.match(stdout, /^plus, 3x3: one solution[^]*^diagonals, 2x2: more than one/m);
  const [note, reject] = stderr.split('\n');
  assert.match(note, /left out: .*c\.txt: not recognised as a puzzle/);
  assert.match(reject, /b\.ndjson:2 \(broken\): the rows hold 3/);
});

test('a puzzle typed with a mistake is recognised, and the lines to look at are named', async () => {
  const { stderr } = await ends(1, ['solve'], { input: '1\n3\n1\n\n1\n3\n2\n' });
  assert.equal(
    stderr,
    'nonomill: standard input:1: the rows hold 5 filled cells, the columns 6; a clue may be mistyped: ' +
      'row 1 (2 would fit), row 3 (2 would fit), column 2, column 3 (1 would fit)\n' +
      'nonomill: 1 entry was rejected (NM_ENTRIES_REJECTED)\n',
  );
});

test('a reject in a list on one line is named by its place in the list', async () => {
  const input = '[{"rows":[[1]],"columns":[[1]]},{"rows":[[1]],"columns":[[2]]}]';
  const { stderr } = await nonomill(['solve', '--json'], { input });
  assert.match(stderr, /^nonomill: standard input#1: column 1: /);
});

test('what is not recognised is reported with what to do', async () => {
  const { stderr } = await ends(1, ['solve'], { input: 'Once upon a time.\n' });
  assert.equal(
    stderr,
    'nonomill: standard input: not recognised as a puzzle. Name its format with --format, or write row clues, a blank line, column clues. (NM_CORPUS_UNREADABLE)\n',
  );
});

test('--stats tells what the search did, stage by stage and turn by turn', async () => {
  const searched = ['solve', join(ROOT, 'data', 'random-search.csv'), '--limit', '1', '--stats'];
  const { stdout } = await nonomill(searched);
  assert.match(stdout, /^counted +number +a second +a conflict\nconflicts +\d/m);
  assert.match(stdout, /^their mean rank +\d/m);
  assert.match(stdout, /^brief search +\S+ \S+ +\d/m);
  assert.match(stdout, /^turn +for +time .*\n1 +a proof /m);
  const { stdout: line } = await nonomill([...searched, '--json']);
  const { statistics, conflicts } = JSON.parse(line) as {
    statistics: { sums: { conflicts: number }; stages: object; turns: unknown[] };
    conflicts: number;
  };
  assert.equal(statistics.sums.conflicts, conflicts);
  assert.ok(Object.keys(statistics.stages).includes('proof') && statistics.turns.length > 0);
});

test('--steps shows how a puzzle is solved, in words and as data', async () => {
  const told = await succeeds(['solve', '--steps'], { input: PLUS });
  assert.match(told.stdout, /^plus, 3x3: one solution[^]*\n1 {2}row 2: /);
  const { stdout } = await nonomill(['solve', '--steps', '--json'], { input: PLUS });
  const { status, steps } = JSON.parse(stdout) as { status: string; steps: { words: string }[] };
  assert.equal(status, 'unique');
  assert.match(steps[0].words, /^row 2: /);
});

test('a picture is not a puzzle, and the message says how to make one from it', async () => {
  const kinds = { 'cat.png': '\x89PNG\r\n\x1a\n', 'cat.gif': 'GIF89a' };
  const files = Object.entries(kinds).map(([name, head]) => {
    const bytes = Buffer.from(head.padEnd(60, '\0'), 'latin1');
    return [name, bytes] as const;
  });
  const folder = folderWith(Object.fromEntries(files));
  const png = withSlashes(join(folder, 'cat.png'));
  const { stderr } = await ends(1, ['solve', png]);
  assert.equal(
    stderr,
    `nonomill: ${png}: a picture (PNG), not a puzzle. ` +
      `"nonomill generate --from-image ${png}" makes a puzzle of it. (NM_CORPUS_UNREADABLE)\n`,
  );
  const gif = await nonomill(['run', 'cat.gif', '--no-report'], { cwd: folder });
  assert.match(gif.stderr, /a picture \(GIF\), not a puzzle\. Save it as PNG/);
});
