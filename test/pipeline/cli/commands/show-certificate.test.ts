import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { nonomill } from '../../../support/nonomill.js';
import { folderWith } from '../../../support/temporary.js';

const PUZZLES = {
  plus: '{"id":"plus","rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}',
  two: '{"id":"two","rows":[[1],[1]],"columns":[[1],[1]]}',
  none: '{"id":"none","rows":[[2],[]],"columns":[[2],[]]}',
};
const MANY = `{"id":"many","rows":${JSON.stringify(Array(7).fill([1]))},"columns":${JSON.stringify(Array(7).fill([1]))}}`;

const folder = folderWith({
  'all.ndjson': [...Object.values(PUZZLES), MANY].join('\n'),
  ...Object.fromEntries(Object.entries(PUZZLES).map(([id, text]) => [`${id}.json`, text])),
});
const at = (name: string): string => join(folder, name);
const db = ['--db', at('all.sqlite')];

before(() => nonomill(['run', at('all.ndjson'), ...db, '--no-report', '--quiet']));

test('the verdict of a stored puzzle is certified, and verified', async () => {
  for (const [id, verdict] of [
    ['plus', 'exactly one solution'],
    ['two', 'exactly 2 solutions'],
    ['none', 'no solution'],
  ]) {
    for (const end of ['lrat', 'drat', 'lrat.gz']) {
      const proof = at(`${id}-${end.replace('.', '-')}.${end}`);
      const shown = await nonomill(['show', id, ...db, '--certificate', proof]);
      assert.equal(shown.code, 0, shown.stderr);
      assert.match(shown.stdout, new RegExp(`^${id}, `));
      assert.match(shown.stderr, new RegExp(`^Certified: ${verdict}, in \\d+ lemmas?: `, 'm'));
      const verified = await nonomill(['verify', at(`${id}.json`), proof]);
      assert.equal(verified.code, 0, verified.stderr);
      assert.match(verified.stdout, new RegExp(`^The proof holds: ${verdict} `));
    }
  }
});

test('a certificate is never written over a file unasked, be it the proof or its clauses', async () => {
  for (const taken of ['kept.lrat', 'kept.cnf']) {
    for (const file of ['kept.lrat', 'kept.cnf']) rmSync(at(file), { force: true });
    writeFileSync(at(taken), 'mine');
    const refused = await nonomill(['show', 'plus', ...db, '--certificate', at('kept.lrat')]);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, new RegExp(`${taken} exists already`));
    assert.equal(readFileSync(at(taken), 'utf8'), 'mine');
    const forced = ['show', 'plus', ...db, '--certificate', at('kept.lrat'), '--force'];
    assert.equal((await nonomill(forced)).code, 0);
    assert.notEqual(readFileSync(at(taken), 'utf8'), 'mine');
  }
});

test('a proof goes neither to standard output, which has the puzzle, nor where its clauses go', async () => {
  for (const [file, why] of [
    ['-', /--certificate names a file/],
    [at('p.cnf'), /clauses of the certificate go to .*p\.cnf: call the proof p\.lrat/],
    [at('p.cnf.gz'), /call the proof p\.lrat/],
  ] as const) {
    const { code, stderr, stdout } = await nonomill(['show', 'plus', ...db, '--certificate', file]);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, why);
  }
});

test('more solutions than a certificate is made of are refused with what to do', async () => {
  const { code, stderr } = await nonomill(['show', 'many', ...db, '--certificate', at('m.lrat')]);
  assert.equal(code, 1);
  assert.match(stderr, /more than 1000 solutions[^]*--most of "nonomill prove"/);
});

test('what is not decided cannot be certified', async () => {
  const open = ['--db', at('open.sqlite')];
  const steps = ['--max-steps', '1', '--no-report', '--quiet'];
  await nonomill(['run', at('two.json'), ...open, ...steps]);
  const { code, stderr } = await nonomill(['show', 'two', ...open, '--certificate', at('o.lrat')]);
  assert.equal(code, 1, stderr);
  assert.match(stderr, /nothing to certify: the result is steps/);
});
