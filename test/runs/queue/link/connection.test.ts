import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { connect, hangUp } from '../../../../src/runs/queue/link/connection.js';
import { parseQueueAddress } from '../../../../src/runs/queue/link/queue-address.js';
import { startRedis } from '../../../support/redis.js';
import { until } from '../../../support/until.js';

test('a connection that is hung up stays closed, and so do its copies, whoever connects them anew', async (t) => {
  const redis = await startRedis(t);
  if (redis === null) return;
  const connection = connect(parseQueueAddress(redis.url));
  const copies = [connection.duplicate(), connection.duplicate()];
  const all = [connection, ...copies];
  await Promise.all(all.map((one) => one.ping()));
  // One is being connected anew at that moment, as a wait that took too long is.
  const [anew] = copies;
  const ended = once(anew, 'end');
  anew.disconnect();
  await ended;
  void anew.connect().catch(() => undefined);
  hangUp(connection);
  for (const one of all) await assert.rejects(one.connect(), /Connection is closed/);
  await redis.stop();
  // Nothing tries again: a connection that did would be connecting, or wait for its next try.
  await until(() => all.every((one) => one.status === 'end'));
});
