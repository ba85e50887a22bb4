import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERROR_CODES, type ErrorCode } from '../../../../src/solver/core/text/error-codes.js';
import { nonomill } from '../../../support/nonomill.js';
import { folderWith } from '../../../support/temporary.js';

/** Commands that fail, with their code. */
const FAILING: readonly (readonly [command: string, code: ErrorCode])[] = [
  ['slove --json', 'NM_COMMAND_UNKNOWN'],
  ['solve --jsn --json', 'NM_OPTION_UNKNOWN'],
  ['solve --timeout soon --json', 'NM_OPTION_VALUE'],
  ['rank one.non --csv --json', 'NM_OPTIONS_CONFLICT'],
  ['show --json', 'NM_ARGUMENTS'],
  ['check - - --json', 'NM_STANDARD_INPUT'],
  ['run @book --json', 'NM_NIGHT_UNKNOWN'],
  ['run one.non --config odd.toml --json', 'NM_CONFIG_INVALID'],
  ['stats --by moon --json', 'NM_QUESTION_INVALID'],
  ['stats --where moon=1 --json', 'NM_FILTER_INVALID'],
  ['solve none.csv --json', 'NM_FILE_ABSENT'],
  ['solve empty.csv --json', 'NM_CORPUS_EMPTY'],
  ['solve typo.txt --json', 'NM_ENTRIES_REJECTED'],
  ['solve one.non --format nono --json', 'NM_FORMAT_UNKNOWN'],
  ['check one.non ## --json', 'NM_CELLS_INVALID'],
  ['show 1 --db none.sqlite --json', 'NM_DATABASE_ABSENT'],
  ['show 1 --db text.csv --json', 'NM_DATABASE_FOREIGN'],
  ['run --resume --db none.sqlite one.non --require moon --json', 'NM_OPTION_VALUE'],
  ['race one.non --json', 'NM_ARGUMENTS'],
];

const cwd = folderWith({
  'one.non': 'width 1\nheight 1\nrows\n1\ncolumns\n1\n',
  'two.ndjson': '{"rows":[[1]],"columns":[[1]]}\n{"rows":[[1]],"columns":[[2]]}\n',
  'odd.toml': 'run = \n',
  'empty.csv': '',
  'text.csv': 'not a database',
  'typo.txt': '1\n3\n1\n\n1\n3\n2\n',
});

for (const [command, code] of FAILING) {
  test(`nonomill ${command}: the code is at the end of the message, and in the JSON`, async () => {
    const ended = await nonomill(command.split(' '), { cwd });
    assert.ok(ended.code === 1 || ended.code === 2, ended.stderr);
    const said = JSON.parse(ended.stdout) as { error: string; code: string };
    assert.equal(said.code, code);
    assert.ok(ended.stderr.includes(`nonomill: ${said.error} (${code})\n`), ended.stderr);
  });
}

test('without --json, nothing goes to standard output', async () => {
  const { stdout, stderr } = await nonomill(['solve', 'none.csv'], { cwd });
  assert.equal(stdout, '');
  assert.match(stderr, /\(NM_FILE_ABSENT\)\n$/);
});

test('what a command has printed before it fails stays the only JSON there', async () => {
  const { code, stdout, stderr } = await nonomill(['solve', 'two.ndjson', '--json'], { cwd });
  assert.equal(code, 1);
  assert.equal(stdout.trimEnd().split('\n').length, 1);
  assert.equal((JSON.parse(stdout) as { status: string }).status, 'unique');
  assert.match(stderr, /nonomill: 1 entry was rejected \(NM_ENTRIES_REJECTED\)\n$/);
});

test('a dry run of a run that would be refused names the code', async () => {
  const words = ['run', 'one.non', '--dry-run', '--db', 'text.csv'];
  const { code, stdout } = await nonomill([...words, '--json'], { cwd });
  assert.equal(code, 1);
  const { refused, refusedCodes } = JSON.parse(stdout) as Record<string, string[]>;
  assert.equal(refused.length, refusedCodes.length);
  for (const one of refusedCodes) assert.ok(one in ERROR_CODES);
  const { stdout: text } = await nonomill(words, { cwd });
  assert.ok(text.includes(`(${refusedCodes[0]})`), text);
});
