import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLoopback } from '../../../../src/solver/core/text/loopback.js';

test('a host is told apart that only its own machine reaches', () => {
  const own = ['localhost', 'Localhost', 'a.localhost', '127.0.0.1', '127.8.0.1', '::1', '[::1]'];
  const others = ['0.0.0.0', '192.168.1.2', 'localhost.example.org', '127.example.org', '::', ''];
  assert.deepEqual(
    own.filter((host) => !isLoopback(host)),
    [],
  );
  assert.deepEqual(others.filter(isLoopback), []);
});
