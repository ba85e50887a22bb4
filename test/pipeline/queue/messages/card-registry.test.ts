import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CardRegistry } from '../../../../src/pipeline/queue/messages/card-registry.js';
import { startRedis } from '../../../support/redis.js';
import { clientOf } from '../queue-side.js';

const RUN = 'f36920c0b5fbaea3d29816db9623fcec';

const CARD = { run: RUN, host: 'here', version: 'test', solver: 'test' };

test('who is announced and removed at once is gone, without waiting for the announcement', async (t) => {
  const redis = await startRedis(t);
  if (redis === null) return;
  const client = clientOf(redis);
  const runs = CardRegistry.runs(client);
  const announced = runs.announce(RUN, CARD);
  await runs.remove(RUN);
  await announced;
  assert.equal(await runs.has(RUN), false);
  assert.deepEqual(await client.keys('*'), []);
});

test('who is announced is seen now, by the clock of Redis', async (t) => {
  const redis = await startRedis(t);
  if (redis === null) return;
  const client = clientOf(redis);
  const runs = CardRegistry.runs(client);
  await runs.announce(RUN, CARD);
  const [{ seenMsAgo, ...card }] = await runs.all();
  assert.deepEqual(card, CARD);
  assert.ok(seenMsAgo >= 0 && seenMsAgo < 60_000, `${seenMsAgo} ms ago`);
});
