import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { linesIn, folderWith } from '../../support/tests.js';
import { ends, nonomill } from '../../support/nonomill.js';

const HEART = '.#.#.\n#####\n#####\n.###.\n..#..\n';

test('hint says which line to look at, which cells follow, and why, as much as asked for', async () => {
  const heart = join(folderWith({ 'heart.txt': HEART }), 'heart.txt');
  const cells = '?????/?????/?????/?????/?????';
  const { code, stdout, stderr } = await nonomill(['hint', heart, cells, '--tell', 'line']);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  assert.equal(stdout, 'Look at row 2; it takes counting filled and blank cells.\n');
  const why = await nonomill(['hint', heart, cells]);
  const wanted = /\nRow 2: cells 1 to 5 are filled\.\nWhy: the block of 5 can only be at/;
  assert.match(why.stdout, wanted);
  const mistake = await ends(3, ['hint', heart, '?????/.????/?????/?????/?????']);
  assert.equal(mistake.stdout, 'a mistake: row 2, cell 1 is blank, but no solution has it\n');
  await ends(1, ['hint', heart, '????'], {
    says: /expected 5 rows of cells, got 1 \(NM_CELLS_INVALID\)\nWrite 5 rows of 5 cells/,
  });
});

test('check accepts a solution, and with --partial a grid on the way to one', async () => {
  const folder = folderWith({ 'heart.txt': HEART });
  const heart = join(folder, 'heart.txt');
  const codes = async (...words: string[]): Promise<number | null> =>
    (await nonomill(['check', heart, ...words])).code;
  assert.equal(await codes(heart), 0);
  const partial = join(folder, 'partial.txt');
  writeFileSync(partial, HEART.replaceAll('.', '?'));
  assert.equal(await codes(partial), 3);
  assert.equal(await codes(partial, '--partial'), 0);
  assert.equal(await codes('....#/?????/?????/?????/?????', '--partial'), 3);
});

test('solve --map says where the solutions of a puzzle agree, and which places vary', async () => {
  const { stdout } = await nonomill(['solve', '--map'], { input: '#...\n.#..\n...#\n..#.\n' });
  assert.match(stdout, /All solutions agree in \d+ of 16 cells\.\n/);
  const json = await nonomill(['solve', '--map', '--json'], { input: '#.\n.#\n' });
  const { map } = JSON.parse(json.stdout) as { map: { solutions: string; places: unknown[] } };
  assert.equal(map.solutions, '2');
  assert.equal(map.places.length, 1);
});

test('convert --solve writes the only solution as the picture, and counts puzzles without one', async () => {
  const input =
    '{"id":"one","rows":[[2],[1]],"columns":[[2],[1]]}\n{"id":"two","rows":[[1],[1]],"columns":[[1],[1]]}\n';
  const { stdout, stderr } = await nonomill(['convert', '-', '-', '--to', 'ndjson', '--solve'], {
    input,
  });
  const goals = linesIn(stdout).map((line) => (JSON.parse(line) as { goal?: string }).goal);
  assert.deepEqual(goals, ['##/#.', undefined]);
  assert.match(stderr, /1 puzzle was not proven to have one solution/);
});
