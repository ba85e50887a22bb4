import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Conducts } from '../../../src/pipeline/queue/coordinator/conduct.js';

test('a worker that never answered well is shut out after three refused answers, whatever they are about', () => {
  const conducts = new Conducts();
  const batch = {};
  assert.equal(conducts.blame('a', batch), false);
  assert.equal(conducts.blame('a', batch), false);
  assert.equal(conducts.isShutOut('a'), false);
  assert.equal(conducts.blame('a', batch), true);
  assert.equal(conducts.isShutOut('a'), true);
  assert.equal(conducts.isShutOut('b'), false);
});

test('a worker that has answered well is not shut out for one puzzle, but for three in a row', () => {
  const conducts = new Conducts();
  conducts.praise('a');
  assert.equal(conducts.isTrusted('a'), true);
  const [first, second, third] = [{}, {}, {}];
  for (let i = 0; i < 10; i++) assert.equal(conducts.blame('a', first), false);
  assert.equal(conducts.blame('a', second), false);
  conducts.praise('a');
  assert.equal(conducts.blame('a', first), false);
  assert.equal(conducts.blame('a', second), false);
  assert.equal(conducts.blame('a', third), true);
});

test('what is remembered of workers does not grow with their number', () => {
  const conducts = new Conducts();
  conducts.praise('first');
  for (let i = 0; i < 10_000; i++) conducts.praise(`worker ${i}`);
  assert.equal(conducts.isTrusted('first'), false);
  assert.equal(conducts.isTrusted('worker 9999'), true);
});
