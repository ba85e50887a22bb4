import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { ends, nonomill, succeeds } from '../../support/nonomill.js';
import { linesIn, assertEach, temporaryFolder } from '../../support/tests.js';

const SMALL = ['--sizes', '3..5:2', '--densities', '0.4..0.6:0.2', '--until-error', '10%'];

interface Exported {
  readonly name: string;
  readonly drawn_density: number;
}

function place(t: TestContext): { db: string[]; chart: string } {
  const folder = temporaryFolder(t);
  return { db: ['--db', join(folder, 'a.sqlite')], chart: join(folder, 'phase.svg') };
}

test('a study prints what it found of each point, and draws it', async (t) => {
  const { db, chart } = place(t);
  const { stdout, stderr } = await succeeds([
    ...['study', 'phase', ...SMALL, ...db, '--chart', chart, '--threads', '1'],
  ]);
  const [head, ...lines] = linesIn(stdout);
  assert.match(head, /^size +drawn share of filled cells +puzzles +by lines +unique/);
  const points = ['3x3 0.4', '3x3 0.6', '5x5 0.4', '5x5 0.6'];
  assertEach(lines, (line) => line.split(/ {2,}/, 2).join(' '), points);
  assert.match(stderr, /Step 1: \d+ puzzles for 4 points\./);
  assert.match(stderr, /the shares of all 4 points are known to within 10 %\./);
  assert.match(readFileSync(chart, 'utf8'), /^<svg [^]*Solved by lines alone/);
  const rows = JSON.parse(
    (await nonomill(['study', 'phase', '--resume', '--json', ...db])).stdout,
  ) as { rows: { puzzles: number; figures: Record<string, { low: number; high: number }> }[] };
  for (const { figures } of rows.rows) {
    for (const { low, high } of [figures.line, figures.unique]) assert.ok(high - low <= 0.2);
  }
  const csv = await nonomill([
    ...['stats', '--by', 'size,drawn_density', '--of', 'puzzles', '--csv'],
    ...db,
  ]);
  assert.deepEqual(
    linesIn(csv.stdout)
      .slice(1)
      .map((line) => Number(line.split(',')[2])),
    rows.rows.map(({ puzzles }) => puzzles),
  );
});

test('sizes and densities are lists as well as steps', async (t) => {
  const { db } = place(t);
  const words = ['--sizes', '3,4', '--densities', '0.5,0.3..0.4:0.1,0.4', '--until-error', '20%'];
  const { stdout } = await succeeds(['study', 'phase', ...words, '--csv', ...db]);
  assertEach(linesIn(stdout).slice(1), (line) => line.split(',').slice(0, 2).join(' '), [
    '3x3 0.3',
    '3x3 0.4',
    '3x3 0.5',
    '4x4 0.3',
    '4x4 0.4',
    '4x4 0.5',
  ]);
});

test('a study says that it has no scores, and with --rate it has them', async (t) => {
  const { db } = place(t);
  const words = ['study', 'phase', ...SMALL, ...db, '--threads', '1'];
  const scores = async (): Promise<string[]> => {
    const { stdout, stderr } = await nonomill(['export', '--where', 'status=unique', ...db]);
    const [head, ...rows] = linesIn(stdout);
    const at = head.split(',').indexOf('difficulty');
    assert.ok(rows.length > 10, stderr);
    return rows.map((row) => row.split(',')[at]);
  };
  const plain = await nonomill(words);
  assert.match(plain.stderr, /No puzzle has a score: a study works it out with --rate\./);
  assert.ok((await scores()).every((score) => score === ''));
  // Other options are another study, also with --resume.
  const rated = await nonomill([...words, '--resume', '--rate']);
  assert.match(rated.stderr, /Run 2 started/);
  assert.match(rated.stderr, /Their scores: nonomill stats --by size,drawn_density --of score/);
  assert.ok((await scores()).every((score) => Number(score) > 0));
  const again = await nonomill(['study', 'phase', '--resume', '--rate', ...db]);
  assert.match(again.stderr, /Their scores: /);
});

test('what a puzzle was drawn for is a column of an export', async (t) => {
  const { db } = place(t);
  await nonomill(['study', 'phase', ...SMALL, ...db, '--threads', '1']);
  const { stdout } = await nonomill(['export', '--to', 'ndjson', ...db]);
  const rows = linesIn(stdout).map((line) => JSON.parse(line) as Exported);
  assert.deepEqual([...new Set(rows.map((row) => row.drawn_density))].sort(), [0.4, 0.6]);
  for (const { name, drawn_density } of rows) {
    assert.ok(name.includes(`-d${drawn_density.toFixed(3)}-`), name);
  }
});

test('its time is up: what is known by then is printed, with what to type to go on', async (t) => {
  const { db } = place(t);
  const words = ['study', 'phase', '--sizes', '12', '--densities', '0.5', '--until-error', '0.1%'];
  const { stderr } = await ends(130, [...words, '--stop-after', '1ms', ...db]);
  assert.match(stderr, /the shares of 0 of 1 point are known to within 0\.1 %/);
  assert.match(stderr, /To go on: nonomill study phase .*--resume/);
  const { stdout } = await nonomill(['runs', ...db]);
  assert.match(stdout, /interrupted .* phase study of 1 size with 1 density/);
});

test('what makes no sense is refused in a sentence, and nothing is written', async (t) => {
  const { db, chart } = place(t);
  for (const [words, message] of [
    [['phasee'], /expected phase or census, got "phasee"; did you mean phase\?/],
    [[], /study needs a kind: nonomill study phase/],
    [['phase', '--sizes', '5..30'], /expected a range of sizes with a step such as 5\.\.30:5/],
    [['phase', '--sizes', 'large'], /expected width x height such as 25x25/],
    [['phase', '--densities', '0.2..0.8'], /expected densities with a step/],
    [['phase', '--densities', '0.1234'], /three decimals at most/],
    [['phase', '--sizes', '1..100:1'], /100 sizes with 13 densities are 1,300 points/],
    [['phase', '--until-error', '50%'], /expected a share from 0\.01% to 20%/],
    [['phase', '--until-error', '1 in 10'], /expected a share from 0\.01% to 20%/],
    [['phase', '--csv', '--md'], /two forms of one answer/],
    [['phase', '--chart', 'phase.jpg'], /expected a file named \.svg, \.png or \.pdf/],
  ] as const) {
    await ends(2, ['study', ...words, ...db], { says: message });
  }
  assert.ok(!existsSync(db[1]) && !existsSync(chart));
});
