import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import {
  connect,
  firstAnswer,
  hangUp,
  parseQueueAddress,
} from '../../../../src/pipeline/queue/link.js';
import { startRedis, redisTest } from '../../../support/redis.js';
import { until } from '../../../support/tests.js';

redisTest('a connection that is hung up stays closed, and so do its copies', async (t) => {
  const redis = await startRedis(t);
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

/** Answers as Redis of a version does to who asks whether it is there, and which it is. */
async function redisOf(version: string, t: TestContext): Promise<string> {
  const info = `redis_version:${version}\r\n`;
  const answers: Record<string, string> = {
    INFO: `$${info.length}\r\n${info}\r\n`,
    PING: '+PONG\r\n',
  };
  const server = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .on('data', (sent: Buffer) => {
        for (const [, command] of sent.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g)) {
          socket.write(answers[command.toUpperCase()] ?? '+OK\r\n');
        }
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a Redis that is too old for a queue is refused by its version', async (t) => {
  for (const [version, isRefused] of [
    ['4.0.14', true],
    ['5.0.0', false],
    ['12.1.0', false],
  ] as const) {
    const address = parseQueueAddress(await redisOf(version, t));
    const redis = connect(address);
    const answered = firstAnswer(redis, address, 10_000);
    if (isRefused)
      await assert.rejects(answered, /is Redis 4\.0\.14, and a queue needs 5\.0 or later/);
    else await answered;
    hangUp(redis);
  }
});
