import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { nonomill, ownConfigIn, type Ended } from '../../../support/nonomill.js';
import { temporaryFolder } from '../../../support/temporary.js';

const PUZZLE = '{"rows":[[1]],"columns":[[1]]}\n';
const TOML = '[run]\nno-report = true\nquiet = true\non-end = "echo a   b > end.txt"\n';

interface Place {
  readonly folder: string;
  /** The folder of this user's own configuration. */
  readonly own: string;
  readonly toml: string;
  readonly did: () => boolean;
  readonly say: (
    words: string,
    more?: { readonly input?: string; readonly typing?: boolean; readonly cwd?: string },
  ) => Promise<Ended>;
}

/** A folder with a puzzle and a config file that gives an order; its user trusts nothing yet. */
function place(t: TestContext, config = TOML): Place {
  const folder = join(temporaryFolder(t), 'book');
  const own = join(folder, '..', 'own');
  mkdirSync(folder);
  writeFileSync(join(folder, 'one.ndjson'), PUZZLE);
  writeFileSync(join(folder, 'nonomill.toml'), config);
  return {
    folder,
    own,
    toml: join(folder, 'nonomill.toml'),
    did: () => existsSync(join(folder, 'end.txt')),
    say: (words, more = {}) =>
      nonomill(words.split(' '), { cwd: folder, env: ownConfigIn(own), ...more }),
  };
}

test('a file that is trusted gives orders until it is changed, and again once it is as it was', async (t) => {
  const { say, toml, did } = place(t);
  const refused = await say('run one.ndjson');
  assert.deepEqual([refused.code, did()], [2, false]);
  const trusted = await say('trust', { input: 'y\n', typing: true });
  assert.equal(trusted.code, 0, trusted.stderr);
  assert.equal(
    trusted.stdout,
    'nonomill.toml, line 4: on-end = "echo a b > end.txt" runs a program\n',
  );
  const run = await say('run one.ndjson');
  assert.deepEqual([run.code, did()], [0, true], run.stderr);
  writeFileSync(toml, `${TOML}\n`);
  const changed = await say('run one.ndjson');
  assert.equal(changed.code, 2);
  assert.match(changed.stderr, /it has changed since it was trusted/);
  writeFileSync(toml, TOML);
  assert.equal((await say('run one.ndjson')).code, 0);
});

test('only a yes trusts, and where nobody can be asked it takes --yes', async (t) => {
  const { say, own } = place(t);
  for (const input of ['n\n', '\n', '', 'yesterday\n']) {
    const { code, stderr } = await say('trust', { input, typing: true });
    assert.match(stderr, /nonomill\.toml is not trusted/);
    assert.equal(code, 0);
  }
  const cron = await say('trust', { input: 'y\n' });
  assert.deepEqual([cron.code, /nobody can be asked here: say --yes/.test(cron.stderr)], [2, true]);
  assert.ok(!existsSync(own));
  assert.equal((await say('trust --yes')).code, 0);
  assert.match((await say('trust')).stderr, /trusted already, as it is/);
});

test('trust shows all lines that need it, for every command and night, and nothing else', async (t) => {
  const { say } = place(
    t,
    'db = "../x.sqlite"\n[run]\ntimeout = "1s"\n[serve]\nhost = "::"\n[nights.a]\ncorpora = "."\nnotify = "ping:https://h.example/HUSH"\n[prune]\nyes = true\n',
  );
  const { stdout } = await say('trust --yes');
  assert.deepEqual(stdout.trim().split('\n'), [
    `nonomill.toml, line 1: db = ${JSON.stringify(join('..', 'x.sqlite'))} writes outside the folder of the file`,
    'nonomill.toml, line 8: notify = "ping:https://h.example/..." sends to an address',
    'nonomill.toml, line 5: host = "::" listens on the network',
    'nonomill.toml, line 10: yes = true removes or overwrites without asking',
  ]);
});

test('a line cannot hide what it does from who is asked', async (t) => {
  const order = 'echo ok\\u001b[2K\\r\\n\\n\\n   rm x\\u202e';
  const { say } = place(t, `[run]\non-end = "${order}"\n`);
  const { stdout } = await say('trust --yes');
  assert.match(stdout, /^nonomill\.toml, line 2: on-end = "echo ok\S+ rm x.*" runs a program\n$/);
  assert.doesNotMatch(stdout.trim(), /[\p{Cc}\u202e]/u);
});

test('a file without orders needs no trust, and one that is wrong gets none', async (t) => {
  const { say, toml, own } = place(t, '[run]\ntimeout = "1s"\n');
  assert.match((await say('trust')).stderr, /says nothing that needs trust/);
  for (const wrong of [
    '[rnu]\non-end = "a"\n',
    '[trust]\nyes = true\n',
    '[run]\non-end = 3.5.1\n',
  ]) {
    writeFileSync(toml, wrong);
    assert.equal((await say('trust --yes')).code, 2, wrong);
  }
  assert.ok(!existsSync(own));
});

test('trust is for the place where a file lies: a copy or a link elsewhere has none', async (t) => {
  const { say, folder } = place(t);
  await say('trust --yes');
  const copy = join(folder, '..', 'copy');
  cpSync(folder, copy, { recursive: true });
  assert.equal((await say('run one.ndjson', { cwd: copy })).code, 2);
  const linked = join(folder, '..', 'linked');
  mkdirSync(linked);
  writeFileSync(join(linked, 'one.ndjson'), PUZZLE);
  symlinkSync('../book/nonomill.toml', join(linked, 'nonomill.toml'));
  assert.equal((await say('run one.ndjson', { cwd: linked })).code, 2);
  symlinkSync('book', join(folder, '..', 'other-name'));
  assert.equal((await say('run one.ndjson', { cwd: join(folder, '..', 'other-name') })).code, 0);
});

test('a file can be named from elsewhere, and so can its folder', async (t) => {
  const { say, folder } = place(t);
  const cwd = join(folder, '..');
  assert.equal((await say('trust book/nonomill.toml --yes', { cwd })).code, 0);
  assert.equal((await say('run one.ndjson')).code, 0);
  assert.match((await say('trust book', { cwd })).stderr, /trusted already/);
  const none = await say('trust', { cwd });
  assert.match(none.stderr, /there is no nonomill\.toml or nonomill\.json in this folder/);
  writeFileSync(join(cwd, 'other.toml'), TOML);
  assert.match((await say('trust other.toml', { cwd })).stderr, /--config, which trusts it/);
});

test('trust is listed, and taken back, also of a file that is gone', async (t) => {
  const { say, toml, folder } = place(t);
  await say('trust --yes');
  assert.equal((await say('trust --list')).stdout, `${toml}\n`);
  assert.match((await say('trust --revoke')).stderr, /trusted no longer/);
  assert.equal((await say('run one.ndjson')).code, 2);
  assert.equal((await say('trust --list')).stdout, '');
  assert.match((await say('trust --revoke')).stderr, /was not trusted/);
  await say('trust --yes');
  cpSync(toml, join(folder, 'kept'));
  const gone = await say('trust --revoke book/nonomill.toml', { cwd: join(folder, '..') });
  assert.match(gone.stderr, /trusted no longer/);
});

test('what is trusted is kept in a folder that only its user can write to; damage of it is told', async (t) => {
  const { say, own, did } = place(t);
  await say('trust --yes');
  const folder = join(own, 'nonomill', 'trusted');
  const [entry, ...others] = readdirSync(folder);
  assert.deepEqual(others, []);
  if (platform() !== 'win32') assert.equal(statSync(folder).mode & 0o777, 0o700);
  const whole = readFileSync(join(folder, entry), 'utf8');
  for (const text of ['', '{', 'null', '{"file":3}', whole.replace('book', 'boot')]) {
    writeFileSync(join(folder, entry), text);
    const { code, stderr } = await say('run one.ndjson');
    assert.deepEqual([code, did()], [1, false], text);
    assert.match(
      stderr,
      /says which file is trusted, and is damaged \(NM_CONFIG_INVALID\)\nRemove it/,
    );
    assert.ok(stderr.includes(entry));
  }
});

test('a relative folder of configuration, which would be in that of a stranger, is passed over', async (t) => {
  const { say, folder } = place(t);
  await say('trust --yes');
  cpSync(join(folder, '..', 'own'), join(folder, 'own'), { recursive: true });
  const home = join(folder, '..', 'home');
  const env = { ...ownConfigIn('own'), HOME: home, USERPROFILE: home };
  assert.equal((await nonomill(['run', 'one.ndjson'], { cwd: folder, env })).code, 2);
});

test('two wishes at once are refused', async (t) => {
  const { say } = place(t);
  assert.equal((await say('trust --yes --revoke')).code, 2);
  assert.equal((await say('trust --list nonomill.toml')).code, 2);
  assert.equal((await say('trust --config nonomill.toml --yes')).code, 2);
});
