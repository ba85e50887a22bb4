import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { begin, ends, nonomill, PROGRAM, succeeds } from '../../../support/nonomill.js';
import { ONLY_DEEP, folderWith } from '../../../support/tests.js';

const PUZZLE = '{"id":1,"rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}\n';
const PLUS = PUZZLE.replace('}', ',"cells":"???/###/???"}');

/** What each command says of it, and the flags that reach its threads. */
const WORDS: Readonly<Record<string, readonly [flags: string[], answer: RegExp]>> = {
  check: [[], /"kind":"on-the-way"/],
  hint: [['--timeout', '5s'], /"kind":"step","needs":"count"/],
  solve: [['--count', 'exact'], /"status":"unique"/],
  rate: [['--ignore-start'], /"stars":1,"needs":"count"/],
  fix: [['--by', 'givens'], /"changes":\[\]/],
  verify: [['--format', 'non'], /"kind":"reject","reason":"expected a proof as text/],
};

for (const [name, [flags, answer]] of Object.entries(WORDS)) {
  test(`${name} --stream answers a line with a line`, async () => {
    const words = [name, '--stream', '--threads', '1', ...flags];
    const { code, stdout, stderr } = await nonomill(words, { input: PLUS });
    assert.match(stdout, answer);
    assert.match(stdout, /^\{"id":1,[^\n]*\}\n$/);
    const isRejected = name === 'verify';
    const said = isRejected ? 'nonomill: 1 line was rejected (NM_ENTRIES_REJECTED)\n' : '';
    assert.deepEqual({ code, stderr }, { code: isRejected ? 1 : 0, stderr: said });
  });
}

test('a proof made by prove is verified in a stream', async () => {
  const puzzle = join(folderWith({ 'plus.json': PUZZLE }), 'plus.json');
  const { stdout: proof } = await nonomill(['prove', puzzle]);
  const input = `${JSON.stringify({ ...(JSON.parse(PUZZLE) as object), proof })}\n`;
  const { stdout } = await nonomill(['verify', '--stream', '--threads', '1'], { input });
  assert.match(stdout, /^\{"id":1,"valid":true,"claim":"unique"/);
});

test('check --summary says at the end how many answers were right, and --json the same as JSON', async () => {
  const input = `${PLUS}${PLUS.replace('???/###/???', '.#./###/.#.')}nonsense\n`;
  const words = ['check', '--stream', '--summary', '--threads', '1'];
  const { stdout } = await ends(1, words, { input });
  assert.match(stdout, /^2 answers; 1 line not understood\n/);
  assert.match(stdout, /^right +50\.0 % +9\.5 % to 90\.5 %$/m);
  const json = await nonomill([...words, '--json'], { input });
  const { answers, notUnderstood } = JSON.parse(json.stdout) as Record<string, unknown>;
  assert.deepEqual([answers, notUnderstood], [2, 1]);
});

test('words that do not go with a stream are refused', async () => {
  const refused = async (...words: string[]): Promise<string> => {
    const { stderr } = await ends(2, words);
    return stderr;
  };
  assert.match(await refused('check', '--stream', 'a.non'), /reads standard input, but "a.non"/);
  assert.match(await refused('check', '--stream', '--db', 'x'), /--db does not go with --stream/);
  assert.match(await refused('hint', 'a', 'b', '--threads', '2'), /--threads goes with --stream/);
  assert.match(await refused('check', 'a', 'b', '--summary'), /--summary goes with --stream/);
});

test('Ctrl-C ends a stream that waits', async () => {
  const stream = begin(['check', '--stream', '--threads', '1']);
  stream.stdin.write(PLUS);
  await stream.printed('on-the-way');
  stream.signal('SIGINT');
  assert.equal((await stream.ended).code, 130);
});

test('rate says how hard puzzles are, and of others why they have no score', async () => {
  const input = `${PUZZLE}{"title":"Either","rows":[[1],[1]],"columns":[[1],[1]]}\n`;
  const { stdout } = await succeeds(['rate'], { input });
  const expected = /^1, 3x3: difficulty 4\.0, ★☆☆☆☆, .*\nEither, 2x2: more than one solution\n$/;
  assert.match(stdout, expected);
  const json = await nonomill(['rate', '--json'], { input });
  assert.match(
    json.stdout,
    /^\{"name":"1",.*"stars":1,"needs":"count","lookAhead":null,"difficultyVersion":2,"opening":2,"narrowest":2,"innerLookAhead":null\}\n/,
  );
});

for (const [how, line, goesOn] of [
  ['nohup', 'nohup "$0" "$@"; exit', true],
  ['trap', 'trap "" HUP; "$0" "$@"; exit', true],
  ['neither', '"$0" "$@"; exit', false],
] as const) {
  const does = goesOn ? 'goes on' : 'stops';
  test(
    `after its terminal is closed, a program started with ${how} ${does}`,
    { skip: process.platform === 'win32' || ONLY_DEEP },
    async () => {
      const words = [process.execPath, PROGRAM, 'solve', '--stream', '--threads', '1'];
      // A group of its own, as what a terminal ends.
      const child = spawn('bash', ['-c', line, ...words], { detached: true });
      let answers = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (answers += text));
      child.stdin.write(PUZZLE);
      await once(child.stdout, 'data');
      process.kill(-child.pid!, 'SIGHUP');
      if (goesOn) {
        child.stdin.write(PUZZLE.replace('1', '2'));
        await once(child.stdout, 'data');
        child.stdin.end();
      }
      await once(child.stdout, 'end');
      assert.deepEqual(answers.match(/"id":\d/g), goesOn ? ['"id":1', '"id":2'] : ['"id":1']);
    },
  );
}
