import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { platform } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { answering } from '../../../src/pipeline/cli/stream/answers.js';
import { ROOT } from '../../support/nonomill.js';
import { temporaryFolder } from '../../support/temporary.js';

const PAGE = readFileSync(join(ROOT, 'docs', 'lab', 'streams.md'), 'utf8');

const SCORED =
  '{"kind":"solution","unknown":0,"rightCells":1,"fittingLines":1}\n' +
  '{"kind":"reject","reason":"expected a JSON object, found \\"what?\\""}\n';

/** What the examples read: an easy puzzle, a harder one, and one with two solutions. */
const BOOK = [
  { rows: [[1], [3], [1]], columns: [[1], [3], [1]] },
  {
    rows: [[1, 1], [3], [1, 2], [2, 3], [3, 1], [4, 1], [1, 1]],
    columns: [[1], [1, 3], [6], [1, 2], [1, 2], [2, 1], [1, 3]],
  },
  { rows: [[1], [1]], columns: [[1], [1]] },
];

/** What runs the examples of each language, and what these print, in their order. */
const LANGUAGES: Readonly<
  Record<string, readonly [file: string, command: string[], prints: string[]]>
> = {
  python: [
    'example.py',
    ['python3'],
    [
      '40 0 40\n',
      'solution 1 1\nwrong 0.67 0.83\n.#./###/.#. 1\n',
      '1 stars: 1 of 1\n4 stars: 0 of 1\n',
      '1000 1000 unique\n',
    ],
  ],
  sh: ['example.sh', ['sh'], ['16\n' + SCORED + 'not all was understood\n']],
  js: ['example.mjs', [process.execPath], ["count { side: 'row', number: 2 }\ndone\n"]],
};

for (const [language, [file, [program], prints]] of Object.entries(LANGUAGES)) {
  const examples = [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))];
  const isThere = spawnSync(program, ['--version']).error === undefined;
  const skip = platform() === 'win32' ? 'written for Unix' : !isThere && `there is no ${program}`;
  test(
    `the examples in ${language} of docs/lab/streams.md do what they say`,
    { skip },
    async (t) => {
      const folder = temporaryFolder(t);
      const command = join(folder, 'nonomill');
      const bin = join(ROOT, 'bin', 'nonomill.js');
      writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`);
      chmodSync(command, 0o755);
      const book = BOOK.map((puzzle) => `${JSON.stringify(puzzle)}\n`).join('');
      writeFileSync(join(folder, 'book.ndjson'), book);
      const PYTHONPATH = join(ROOT, 'docs', 'lab');
      const env = {
        ...process.env,
        PYTHONPATH,
        PATH: `${folder}${delimiter}${process.env.PATH ?? ''}`,
      };
      assert.equal(examples.length, prints.length);
      for (const [i, [, code]] of examples.entries()) {
        writeFileSync(join(folder, file), code);
        const child = spawn(program, [file], {
          cwd: folder,
          env,
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        const [printed, [status]] = await Promise.all([
          text(child.stdout),
          once(child, 'close') as Promise<[number | null]>,
        ]);
        assert.deepEqual({ status, printed }, { status: 0, printed: prints[i] });
      }
    },
  );
}

test('the answer in words of docs/lab/streams.md is scored as it says', () => {
  const [, line, answer] = /^ {4}(.*"extract": true.*)\n {4}(.*)$/m.exec(PAGE)!;
  const check = { command: 'check', timeoutMs: 10_000, format: null, ignoreStart: false } as const;
  assert.equal(answering(check)(line).text, answer);
});
