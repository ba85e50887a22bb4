import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  GATE_REQUIREMENTS,
  gatesVerdict,
  isNeedsGate,
} from '../../../src/pipeline/record/gates.js';
import { ROOT } from '../../support/nonomill.js';

test('the verdict of all gates is one sentence', () => {
  assert.equal(gatesVerdict(1, 0), 'The gate holds');
  assert.equal(gatesVerdict(3, 0), 'All 3 gates hold');
  assert.equal(gatesVerdict(1, 1), 'The gate does not hold');
  assert.equal(gatesVerdict(3, 1), '1 of 3 gates does not hold');
  assert.equal(gatesVerdict(3, 3), '3 of 3 gates do not hold');
});

test('each gate has its paragraph, and its column in the table, in docs/pipeline/exit-codes.md', () => {
  const page = readFileSync(join(ROOT, 'docs/pipeline/exit-codes.md'), 'utf8');
  const table = page.split('\n').find((line) => line.startsWith('| the corpus holds'))!;
  const words = GATE_REQUIREMENTS.filter((gate) => !isNeedsGate(gate));
  assert.match(page, /^- `--require needs=lookahead`: /m);
  for (const flag of ['strict', ...words.map((gate) => `require ${gate}`)]) {
    assert.match(page, new RegExp(`^- \`--${flag}\`: `, 'm'), flag);
    assert.ok(table.includes(`| \`--${flag}\` |`), flag);
  }
});
