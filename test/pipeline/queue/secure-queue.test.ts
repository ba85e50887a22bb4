// In a process of its own: what it looks at belongs to the whole process.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { nonomill, start, type Ended } from '../../support/nonomill.js';
import { freePort, startRedis, deepRedisTest as deepTest } from '../../support/redis.js';

const DOT = '{"rows":[[1]],"columns":[[1]]}\n';

/** A run over one puzzle, with a thread of its own, at a queue. */
function runAt(url: string, certificates?: string): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'nonomill-secure-'));
  const words = ['run', '-', '--db', join(folder, 'a.sqlite'), '--no-report', '--threads', '1'];
  const env = { NONOMILL_QUEUE: url };
  const ended = (): Promise<Ended> => {
    if (certificates === undefined) return nonomill(words, { input: DOT, env });
    // Node.js reads this variable at its start.
    const started = start(words, undefined, { ...env, NODE_EXTRA_CA_CERTS: certificates });
    started.child.stdin.end(DOT);
    return started.ended;
  };
  return ended().finally(() => rmSync(folder, { recursive: true, force: true }));
}

deepTest('a user with access to nothing but the keys of nonomill is enough', async (t) => {
  const acl = [
    'on',
    '>secret',
    '~nonomill:*',
    'resetchannels',
    '+@all',
    '-@admin',
    '-@dangerous',
    '+info',
  ];
  const redis = await startRedis(t, ['--user', 'solver', ...acl, '--user', 'default', 'off']);
  const { code, stderr } = await runAt(redis.url.replace('//', '//solver:secret@'));
  assert.equal(code, 0, stderr);
  for (const [user, what] of [
    ['solver:wrong', /refuses: WRONGPASS/],
    ['', /refuses: NOAUTH/],
  ] as const) {
    const refused = await runAt(redis.url.replace('//', user === '' ? '//' : `//${user}@`));
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, what);
    assert.doesNotMatch(refused.stderr, /wrong|secret/);
  }
});

deepTest('a queue behind TLS is used with the certificate that it shows', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nonomill-tls-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const key = join(folder, 'key.pem');
  const cert = join(folder, 'cert.pem');
  try {
    execFileSync(
      'openssl',
      [
        ...[
          'req',
          '-x509',
          '-newkey',
          'rsa:2048',
          '-nodes',
          '-days',
          '1',
          '-subj',
          '/CN=localhost',
        ],
        ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert],
      ],
      { stdio: 'ignore' },
    );
  } catch {
    t.skip('needs openssl');
    return;
  }
  const port = await freePort();
  const files = ['--tls-cert-file', cert, '--tls-key-file', key, '--tls-ca-cert-file', cert];
  const secure = ['--tls-port', `${port}`, ...files, '--tls-auth-clients', 'no'];
  await startRedis(t, secure);
  const trusted = await runAt(`rediss://localhost:${port}`, cert);
  assert.equal(trusted.code, 0, trusted.stderr);
  const untrusted = await runAt(`rediss://localhost:${port}`);
  assert.equal(untrusted.code, 1);
  assert.match(untrusted.stderr, /does not answer \(.*SELF_SIGNED.*\)/);
});
