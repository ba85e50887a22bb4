import assert from 'node:assert/strict';
import {
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { allCommands } from '../../../../src/commands.js';
import { flagsOf } from '../../../../src/pipeline/cli/frame/command.js';
import { BESIDE_DATABASE } from '../../../../src/pipeline/files/database-files.js';
import { REACHES, type Reach } from '../../../../src/pipeline/cli/frame/reach.js';
import { nonomill, type Ended } from '../../../support/nonomill.js';
import { temporaryFolder } from '../../../support/temporary.js';

const PUZZLE = '{"rows":[[1]],"columns":[[1]]}\n';

/** A folder of a stranger, with a corpus, beside one that is none of theirs. */
function strangersFolder(t: TestContext): string {
  const folder = join(temporaryFolder(t), 'theirs');
  mkdirSync(join(folder, '..', 'mine'));
  mkdirSync(join(folder, 'book'), { recursive: true });
  writeFileSync(join(folder, 'book', 'one.ndjson'), PUZZLE);
  return folder;
}

/** Carries out a command beside this config file. */
function beside(
  cwd: string,
  config: string,
  words: readonly string[],
  name = 'nonomill.toml',
): Promise<Ended> {
  writeFileSync(join(cwd, name), config);
  return nonomill(words, { cwd });
}

/** All flags of all commands, each once for each way of what it reaches. */
async function allFlags() {
  return (await allCommands()).flatMap((command) =>
    flagsOf(command).map((flag) => ({ command: command.name, flag })),
  );
}

test('every flag of every command is sorted, and what reaches beyond is what we know', async () => {
  const found: Partial<Record<Reach, string[]>> = {};
  for (const { command, flag } of await allFlags()) {
    assert.ok(Object.hasOwn(REACHES, flag.reach), `${command} --${flag.name}`);
    if (flag.reach === 'none') continue;
    found[flag.reach] = [...new Set([...(found[flag.reach] ?? []), flag.name])].sort();
  }
  assert.deepEqual(found, {
    write: [
      ...['also', 'bundle', 'certificate', 'chart', 'cnf', 'db', 'metrics', 'out', 'prove-to'],
      'report',
    ],
    read: ['from-image', 'keep', 'recipe', 'reuse-from'],
    run: ['cmd', 'on-end'],
    send: ['notify', 'queue'],
    lead: ['share-base'],
    listen: ['host'],
    unasked: ['accept', 'force', 'yes'],
  });
});

test('no flag whose value is a path, an address or a command, and none that overwrites, passes for harmless', async () => {
  for (const { command, flag } of await allFlags()) {
    if (flag.reach !== 'none') continue;
    const called = `${command} --${flag.name}`;
    const value = (flag.value ?? '').replace(/file\|folder$/, 'file');
    assert.doesNotMatch(value, /file|dir\b|folder|url|address|command|[^.]\.[a-z]{3,}/, called);
    assert.doesNotMatch(flag.help, /without asking|do not ask|overwrite|shell/i, called);
  }
});

/** A value for a flag of each kind that reaches beyond. */
const BEYOND: Readonly<Partial<Record<Reach, string>>> = {
  write: '"../mine/x.svg"',
  run: '"./theirs.sh"',
  send: '"json:http://127.0.0.1:9/"',
  lead: '"https://example.org/"',
  listen: '"0.0.0.0"',
  unasked: 'true',
};

/** Such a value, which is one of the flag besides: what a flag cannot take is refused before. */
function beyond({ reach, value }: Awaited<ReturnType<typeof allFlags>>[number]['flag']) {
  return reach === 'unasked' && value !== null ? '1' : BEYOND[reach];
}

test('a found file may give no order that reaches beyond, to any command', async (t) => {
  const cwd = strangersFolder(t);
  for (const { command, flag } of await allFlags()) {
    const value = beyond(flag);
    if (value === undefined) continue;
    const toml = `# theirs\n[${command}]\n${flag.name} = ${value}\n`;
    const { code, stdout, stderr } = await beside(cwd, toml, [command]);
    const called = `${command} ${flag.name}: ${stderr}`;
    assert.deepEqual([code, stdout], [2, ''], called);
    assert.ok(stderr.startsWith(`nonomill: nonomill.toml, line 3: ${flag.name} = `), called);
    assert.ok(stderr.includes(REACHES[flag.reach]!), called);
    assert.match(
      stderr,
      /merely found here.*\nRead it; to follow it, add --config nonomill\.toml\./,
      called,
    );
  }
});

/** Files that give an order to `run book`, and the lines that are named. */
const ORDERS: readonly (readonly [toml: string, lines: readonly number[]])[] = [
  ['[run]\non-end = "touch x"\n', [2]],
  ['run.on-end = "touch x"\n', [1]],
  ['run = { timeout = "1s", on-end = "touch x" }\n', [1]],
  ['["run"]\n"on-end" = "touch x"\n', [2]],
  ['[run]\n"on\\u002dend" = "touch x"\n', [2]],
  ['[run]\r\non-end = "touch x"\r\n', [2]],
  ['[run]\nname = """\n[run]\non-end = "harmless"\n"""\non-end = "touch x"\n', [6]],
  ['[run]\nrequire = [\n  "unique", # on-end = "a"\n  "line",\n]\non-end = """\ntouch x"""\n', [6]],
  ['[run]\non-end = "touch x"\ndb = "../x.sqlite"\nquiet = true\nqueue = "redis://a"\n', [2, 3, 5]],
  ['db = "/tmp/theirs.sqlite"\n', [1]],
  ['db = "in.sqlite"\n[run]\ndb = "../out.sqlite"\n', [3]],
];

for (const [toml, lines] of ORDERS) {
  test(`an order is found, with its line, however it is written: ${JSON.stringify(toml)}`, async (t) => {
    const { code, stderr } = await beside(strangersFolder(t), toml, ['run', 'book']);
    assert.equal(code, 2, stderr);
    const named = Array.from(stderr.matchAll(/nonomill\.toml, line (\d+):/g), ([, n]) => Number(n));
    assert.deepEqual(named, lines, stderr);
  });
}

/** Files that `run book` follows. */
const HARMLESS: readonly string[] = [
  '[run]\ntimeout = "5s"\nrequire = ["unique"]\ndb = "reports/x.sqlite"\n',
  '[run]\nreport = "out/night"\nmetrics = "./a/../m.prom"\nprove-to = "proofs"\n',
  '[serve]\nhost = "0.0.0.0"\n[prune]\nyes = true\n[export]\nout = "/tmp/x"\nforce = true\n',
  '[nights.book]\ncorpora = "book"\non-end = "touch x"\n',
  '[run]\nqueue = "none"\nreuse-from = "r.sqlite"\n',
  '[run]\ndb = "..x/y.sqlite"\n',
  'db = "../out.sqlite"\n[run]\ndb = "in.sqlite"\n',
];

for (const toml of HARMLESS) {
  test(`what stays in the folder, or is for others, holds though nobody named the file: ${JSON.stringify(toml)}`, async (t) => {
    const cwd = strangersFolder(t);
    await beside(cwd, '', ['run', 'book', '--db', 'r.sqlite', '--quiet']);
    const { code, stderr } = await beside(cwd, toml, ['run', 'book', '--no-report', '--quiet']);
    assert.equal(code, 0, stderr);
  });
}

test('what is typed takes the place of an order, which then does not count', async (t) => {
  const cwd = strangersFolder(t);
  const toml = '[run]\ndb = "../x.sqlite"\nreport = "../y"\n';
  const words = ['run', 'book', '--quiet', '--no-report', '--db', 'in.sqlite'];
  const { code, stderr } = await beside(cwd, toml, words);
  assert.equal(code, 0, stderr);
});

test('a night that gives orders is refused, and its help can be read', async (t) => {
  const cwd = strangersFolder(t);
  const toml = '[nights.book]\ncorpora = "book"\non-end = "touch x"\n';
  const { code, stderr } = await beside(cwd, toml, ['run', '@book']);
  assert.equal(code, 2);
  assert.match(stderr, /nonomill\.toml, line 3: on-end = "touch \.\.\." runs a program/);
  const help = await beside(cwd, toml, ['run', '@book', '--help']);
  assert.equal(help.code, 0);
  assert.match(help.stdout, /--on-end touch \.\.\. +nonomill\.toml, line 3/);
});

test('a file that is named may give orders', async (t) => {
  const cwd = strangersFolder(t);
  const toml = '[run]\ndb = "../mine/x.sqlite"\nno-report = true\nquiet = true\n';
  const words = ['run', 'book', '--config', 'nonomill.toml'];
  const { code, stderr } = await beside(cwd, toml, words);
  assert.equal(code, 0, stderr);
});

test('JSON gives orders as TOML does, and the last of equal keys is named', async (t) => {
  const json =
    '{\n"run": {\n"on-end": "a",\n"name": "\\"on-end\\": 1",\n"on-end": "touch x"\n}\n}\n';
  const { code, stderr } = await beside(strangersFolder(t), json, ['run', 'book'], 'nonomill.json');
  assert.equal(code, 2);
  assert.match(stderr, /nonomill\.json, line 5: on-end = "touch \.\.\."/);
});

const FOLDERS = ['', 'a/', 'a/b/'];

test('a path that leaves the folder through a link, in whatever way, is an order', async (t) => {
  const cwd = strangersFolder(t);
  symlinkSync('../mine', join(cwd, 'linked'));
  mkdirSync(join(cwd, 'a,b'));
  symlinkSync('../../mine', join(cwd, 'a,b', 'linked'));
  symlinkSync('../mine/new.sqlite', join(cwd, 'dangling.sqlite'));
  symlinkSync('dangling.sqlite', join(cwd, 'twice.sqlite'));
  symlinkSync('round.sqlite', join(cwd, 'round.sqlite'));
  const paths = [
    ...FOLDERS.map((folder) => `linked/${folder}x.sqlite`),
    'linked/../x.sqlite/../../mine/x',
    join(cwd, 'linked', '..', 'x.sqlite'),
    `${cwd}/linked/../x.sqlite`,
    `${cwd}/none/../../x.sqlite`,
    'dangling.sqlite',
    'twice.sqlite',
    'round.sqlite',
    'a,b/linked/x.sqlite',
    '../theirs2/x.sqlite',
    '..',
    '/',
  ];
  for (const path of paths) {
    if (path === join(cwd, 'x.sqlite')) continue;
    const toml = `[run]\ndb = ${JSON.stringify(path)}\n`;
    const { code, stderr } = await beside(cwd, toml, ['run', 'book', '--dry-run']);
    assert.deepEqual([code, stderr.includes(REACHES.write)], [2, true], `${path}: ${stderr}`);
  }
  const list = `[serve]\nalso = ["x.sqlite", "y.sqlite,linked/x.sqlite"]\n`;
  assert.equal((await beside(cwd, list, ['serve'])).code, 2);
});

/** A link that leads to what is not theirs, and what a found file says that would follow it. */
const FOLLOWING: readonly (readonly [link: string, toml: string])[] = [
  ['y.db.run-1', 'db = "y.db"\n'],
  ['y-run-1', 'db = "y.sqlite"\n'],
  ['run-1', 'db = "nonomill.sqlite"\n'],
  ...BESIDE_DATABASE.slice(1).map((end) => [`y.db${end}`, 'db = "y.db"\n'] as const),
  ['m.prom', '[run]\nmetrics = "m.prom"\n'],
  ['m.prom.part', '[run]\nmetrics = "m.prom"\n'],
  ['out/index.html', '[run]\nreport = "out"\n'],
  ['out/summary.json.tmp', '[run]\nreport = "out"\n'],
];

for (const [link, toml] of FOLLOWING) {
  for (const kind of ['link', 'link to a link', 'hard link', 'folder'] as const) {
    if (/run-1$|out/.test(link) && !kind.startsWith('link')) continue;
    test(`${toml.trim()}: where ${link} is a ${kind}, nothing is written elsewhere`, async (t) => {
      const cwd = strangersFolder(t);
      const mine = join(cwd, '..', 'mine');
      const place = join(cwd, link);
      mkdirSync(join(place, '..'), { recursive: true });
      const first = link.endsWith('run-1') ? mine : join(mine, 'kept');
      if (first !== mine) writeFileSync(first, 'kept');
      if (kind === 'link') symlinkSync(first, place);
      if (kind === 'link to a link') {
        symlinkSync(first, join(cwd, 'other'));
        symlinkSync(join(cwd, 'other'), place);
      }
      if (kind === 'hard link') linkSync(first, place);
      if (kind === 'folder') mkdirSync(place);
      const { code, stderr } = await beside(cwd, toml, ['run', 'book', '--quiet']);
      assert.notEqual(code, 0, stderr);
      assert.match(
        stderr,
        /writes outside|leads to|is a link|not a plain file|holds something else/,
      );
      assert.deepEqual(readdirSync(mine), first === mine ? [] : ['kept']);
      if (first !== mine) assert.equal(readFileSync(first, 'utf8'), 'kept');
    });
  }
}

test('a link to the folder itself, and within it, is no way out', async (t) => {
  const cwd = strangersFolder(t);
  symlinkSync('.', join(cwd, 'here'));
  symlinkSync('book', join(cwd, 'linked'));
  for (const path of ['here/x.sqlite', 'linked/x.sqlite', `${cwd}/x.sqlite`]) {
    const toml = `[run]\ndb = ${JSON.stringify(path)}\n`;
    const { code, stderr } = await beside(cwd, toml, ['run', 'book', '--quiet', '--no-report']);
    assert.equal(code, 0, stderr);
  }
});

test('a path of another machine, which Windows would sign in at, is an order although it is read', async (t) => {
  const cwd = strangersFolder(t);
  const toml = String.raw`[run]
reuse-from = '\\evil\share\x.sqlite'
metrics = '//evil/share/m.prom'
[nights.a]
corpora = ["book", '\/evil/share']
`;
  const { code, stderr } = await beside(cwd, toml, ['run', '@a']);
  assert.equal(code, 2);
  assert.match(stderr, /line 2: reuse-from = .* sends to an address/);
  assert.match(stderr, /line 3: metrics = .* sends to an address/);
  assert.match(stderr, /line 5: corpora = .* sends to an address/);
});

test('this machine alone may be listened to', async (t) => {
  const cwd = strangersFolder(t);
  for (const host of ['127.0.0.1', 'localhost', '::1']) {
    const { stderr } = await beside(cwd, `[serve]\nhost = "${host}"\n`, ['serve']);
    assert.match(stderr, /there is no|does not exist|nothing/i);
    assert.doesNotMatch(stderr, /listens/);
  }
  for (const host of ['0.0.0.0', '::', 'example.org', '127.0.0.1.example.org']) {
    const { stderr } = await beside(cwd, `[serve]\nhost = "${host}"\n`, ['serve']);
    assert.match(stderr, /listens on the network/);
  }
});

test('secrets of an order are not said', async (t) => {
  const toml =
    '[run]\non-end = "curl -u me:HUSH https://HUSH@a.example/HUSH?t=HUSH"\nnotify = "ntfy:https://a.example/HUSH"\n';
  const { stderr } = await beside(strangersFolder(t), toml, ['run', 'book']);
  assert.doesNotMatch(stderr, /HUSH/);
  assert.match(stderr, /curl -u \.\.\. https:\/\/a\.example\/\.\.\./);
});
