import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  readFlags,
  readDuration,
  readTime,
  readInteger,
  optionText,
  storedInForce,
  type Reach,
} from '../../../src/pipeline/cli/flag.js';
import { checkRun, runFlags } from '../../../src/pipeline/cli/commands/run.js';
import { flag } from '../../../src/pipeline/cli/flags.js';
import { assertGolden, depth, folderWith, temporaryFolder } from '../../support/tests.js';
import { allCommands } from '../../../src/commands.js';
import { commandHelp, overview } from '../../../src/pipeline/cli/command.js';
import { wrap } from '../../../src/solver/core/text/plain-text.js';
import { ends, nonomill, succeeds } from '../../support/nonomill.js';
import { ERROR_CODES, type ErrorCode } from '../../../src/solver/core/text/error-codes.js';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { doRun } from '../../../src/pipeline/runs/do-run.js';
import { writeCsv } from '../../support/csv-corpora.js';
import { change } from '../../support/runs/solve-parts.js';
import { limitsOf } from '../../../src/pipeline/runs/request.js';
import { controls, requestFor } from '../../support/runs/requests.js';
import { holds } from '../../support/property.js';

test('durations are read in every unit', () => {
  assert.equal(readDuration('500ms'), 500);
  assert.equal(readDuration('10s'), 10_000);
  assert.equal(readDuration('1.5m'), 90_000);
  assert.equal(readDuration('8h'), 28_800_000);
});

test('nothing but a duration is read as a duration', () => {
  const unit = /^\d+(\.\d+)?(ms|s|m|h)$/;
  holds(100, [fc.string().filter((word) => !unit.test(word))], (word) =>
    assert.throws(() => readDuration(word), /expected a duration/),
  );
});

test('a whole number within its range is read, and nothing beyond it', () => {
  holds(100, [fc.integer({ min: -50, max: 150 })], (value) => {
    if (value >= 0 && value <= 100) assert.equal(readInteger(String(value), 0, 100), value);
    else assert.throws(() => readInteger(String(value), 0, 100), /from 0 to 100/);
  });
});

test('flags that are not given have their defaults, and options are frozen', () => {
  const values = readFlags(runFlags, new Map());
  assert.ok(Object.isFrozen(values));
  const { request, gateFormat, report, noReport } = checkRun(['data'], values, new Set());
  assert.deepEqual(limitsOf(request), {
    timeoutMs: 10_000,
    maxSteps: Infinity,
    memoryBytes: Infinity,
    count: 2,
    crossCheck: 0,
    prove: false,
    proveTo: undefined,
    proofFormat: undefined,
    guessDepth: 1,
    difficulty: true,
  });
  assert.equal(request.db, 'reports/nonomill.sqlite');
  assert.deepEqual(request.mode, { kind: 'new' });
  assert.equal(request.gates, undefined, 'a run that goes on keeps its own');
  assert.equal(gateFormat, 'text');
  assert.deepEqual([report, noReport], [null, false]);
});

test('words become their checked meaning', () => {
  const words = new Map<string, string | true>([
    ['timeout', '2m'],
    ['memory', '512'],
    ['count', 'exact'],
    ['retry', 'timeout,memory,timeout'],
    ['no-report', true],
    ['require', 'line'],
  ]);
  const given = new Set(['count', 'require'] as const);
  const { request, report, noReport } = checkRun([], readFlags(runFlags, words), given);
  const { timeoutMs, memoryBytes, count } = limitsOf(request);
  assert.deepEqual([timeoutMs, memoryBytes, count], [120_000, 512 * 2 ** 20, 'exact']);
  assert.deepEqual(request.mode, {
    kind: 'retry',
    statuses: ['timeout', 'memory'],
    given: ['count'],
  });
  assert.deepEqual(request.gates, { strict: false, require: ['line'] });
  assert.deepEqual([report, noReport], [null, true]);
});

test('one limit is the same in every round, a list has one for each, and two dots let it grow', () => {
  assert.equal(flag.runTimeout.read('10s'), 10_000);
  assert.deepEqual(flag.runTimeout.read('1s,30s,10m'), [1000, 30_000, 600_000]);
  assert.deepEqual(flag.runTimeout.read('1s..'), [1000, 'x4']);
  assert.deepEqual(flag.runTimeout.read('500ms, 2s..'), [500, 2000, 'x4']);
  assert.deepEqual(flag.runSteps.read('1e5,1e7'), [100_000, 10_000_000]);
  assert.deepEqual(flag.runMemory.read('64,256'), [64, 256]);
});

test('limits that do not grow, are missing or are none are refused with what is expected', () => {
  assert.throws(() => flag.runTimeout.read('30s,1s'), /each round needs a larger limit.*"30s,1s"/);
  assert.throws(() => flag.runTimeout.read('1s,1000ms'), /larger limit/);
  assert.throws(() => flag.runTimeout.read('1s,'), /expected a duration.*got ""/);
  assert.throws(() => flag.runTimeout.read('..'), /expected a duration.*got ""/);
  assert.throws(() => flag.runTimeout.read('1s..4s'), /expected a duration/);
  assert.throws(() => flag.runSteps.read('1.5e5'), /expected a whole number of 1 or more/);
  assert.throws(() => flag.runSteps.read('1e99'), /expected a whole number/);
  assert.throws(() => flag.runMemory.read('64,8'), /from 16 to/);
});

const EVENING = new Date(2026, 10, 25, 22, 30);

test('a time is the next one that a clock here shows', () => {
  assert.equal(readTime('07:00', EVENING), new Date(2026, 10, 26, 7).getTime());
  assert.equal(readTime('22:31', EVENING), new Date(2026, 10, 25, 22, 31).getTime());
  assert.equal(readTime('22:30', EVENING), new Date(2026, 10, 26, 22, 30).getTime());
  assert.equal(readTime('7:00:30', EVENING), new Date(2026, 10, 26, 7, 0, 30).getTime());
});

test('a date and a time are that moment, unless it is over', () => {
  const expected = new Date(2026, 11, 1, 6).getTime();
  assert.equal(readTime('2026-12-01 06:00', EVENING), expected);
  assert.equal(readTime('2026-12-01T06:00', EVENING), expected);
  assert.throws(() => readTime('2026-11-25 22:30', EVENING), /is over/);
});

test('what no clock shows is refused', () => {
  for (const word of ['7', '24:00', '07:60', '07:00:60', 'tomorrow', '2026-12-01']) {
    assert.throws(() => readTime(word, EVENING), /expected a time such as 07:00.*got/, word);
  }
  assert.throws(() => readTime('2026-02-30 07:00', EVENING), /there is no 2026-02-30 07:00/);
});

const COMMANDS = await allCommands();

test('the overview lists every command and fits 80 columns', async () => {
  const { code, stdout, stderr } = await nonomill(['--help']);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  assert.equal(stdout, overview(COMMANDS));
  assertFits(stdout);
  assertGolden('help/nonomill.txt', stdout);
});

for (const command of COMMANDS) {
  test(`the help of ${command.name} has examples and fits 80 columns`, () => {
    const help = commandHelp(command);
    assert.ok(Object.keys(command.examples).length > 0);
    assertFits(help);
    assertGolden(`help/${command.name}.txt`, help);
  });
}

test('help is the same however it is asked for, even beside other flags', async () => {
  const expected = commandHelp(COMMANDS.find(({ name }) => name === 'solve')!);
  const ways = [
    ['solve', '--help'],
    ['solve', '-h'],
    ['help', 'solve'],
    ['solve', 'file.non', '--timeout', 'nonsense', '--help'],
  ];
  for (const words of ways) {
    const { code, stdout } = await nonomill(words);
    assert.deepEqual({ code, stdout }, { code: 0, stdout: expected }, words.join(' '));
  }
});

test('--version prints the version of the package', async () => {
  const { stdout } = await succeeds(['--version']);
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
});

const OF_A_RACE = ['format', 'memory', 'threads', 'resume'];

/** Their values may be lists, a limit for each round. */
const OF_A_RUN = ['timeout', 'max-steps', 'memory'];

const OF_A_DATA_SET = ['count', 'stars', 'difficulty', 'for', 'as', 'out', 'resume'];

const OF_A_STUDY = ['resume', 'chart', 'sample', 'shard'];

test('no flag is described in two ways by two commands', () => {
  const seen = new Map<string, string>();
  for (const { name, sections } of COMMANDS) {
    for (const flag of sections.flatMap(({ flags }) => flags)) {
      // A race has processes instead of threads, and its --format is what the other solver reads.
      if (name === 'race' && OF_A_RACE.includes(flag.name)) continue;
      // Its --format is that of the proof.
      if (name === 'prove' && ['format', 'count'].includes(flag.name)) continue;
      if (name === 'run' && OF_A_RUN.includes(flag.name)) continue;
      if (name === 'generate' && ['count', 'all'].includes(flag.name)) continue;
      // What an answer is grouped by; elsewhere --by is what a fix may change.
      if (name === 'stats' && flag.name === 'by') continue;
      // What is exported or generated is not written in a format of one's own.
      if (['export', 'generate'].includes(name) && flag.name === 'to') continue;
      // What is tried there is a format; elsewhere it is a database.
      if (name === 'formats' && flag.name === 'check') continue;
      // Which runs go or stay; elsewhere --run is one run, and --keep a picture.
      if (name === 'prune' && ['run', 'keep'].includes(flag.name)) continue;
      // A data set is a folder, of puzzles in shares.
      if (name === 'dataset' && OF_A_DATA_SET.includes(flag.name)) continue;
      // A study has no corpora, and one chart; a census draws a sample of pictures.
      if (name === 'study' && OF_A_STUDY.includes(flag.name)) continue;
      const help = seen.get(flag.name) ?? flag.help;
      assert.equal(flag.help, help, `--${flag.name} of ${name}`);
      seen.set(flag.name, help);
    }
  }
});

test('wrapped text breaks between words and keeps what is joined together', () => {
  assert.deepEqual(wrap('one two three', 7), ['one two', 'three']);
  assert.deepEqual(wrap('one two\u00a0three', 10), ['one', 'two three']);
  assert.deepEqual(wrap('one\u00a0two\u00a0three', 8), ['one two', 'three']);
});

function assertFits(text: string): void {
  for (const line of text.split('\n')) assert.ok(line.length <= 80, `${line.length}: ${line}`);
}

test('on a narrow terminal no line of help is longer than the terminal, and no word is broken', () => {
  for (const columns of [60, 40]) {
    const texts = [overview(COMMANDS, columns), ...COMMANDS.map((c) => commandHelp(c, columns))];
    for (const line of texts.join('\n').split('\n')) {
      // What is typed as one word cannot be shorter: a usage, a flag with its value, an address.
      const lengths = line
        .trim()
        .split(/ +/)
        .map((word) => word.length);
      const longest = Math.max(...lengths);
      const isUsage = /^( {2}--| {2}[a-z]+ |Usage: )/.test(line);
      assert.ok(line.length <= Math.max(columns, longest + 8) || isUsage, line);
    }
  }
  const words = (text: string): string => text.replace(/\\\n/g, '').replace(/\s+/g, ' ');
  for (const command of COMMANDS) {
    assert.equal(words(commandHelp(command, 60)), words(commandHelp(command)));
  }
});

function shown(word: string, reach: Reach): string {
  return optionText({ name: 'x', word, reach, from: 'here' }).slice('--x '.length);
}

const ADDRESSES: Readonly<Record<string, string>> = {
  'ping:https://hc-ping.com/uuid': 'ping:https://hc-ping.com/...',
  'json:https://me:pw@a.example:8080/b?token=c#d': 'json:https://a.example:8080/...',
  'ntfy:https://a.example': 'ntfy:https://a.example',
  'ntfy:https://a.example/?k=v': 'ntfy:https://a.example/...',
  'ntfy:http://a/b json:http://c/d': 'ntfy:http://a/... json:http://c/...',
  'redis://host:6379': 'redis://host:6379',
  'rediss://user:pw@host/0': 'rediss://host/...',
  none: 'none',
  'what is this': '... ... ...',
  'https://[bad': '...',
};

for (const [address, text] of Object.entries(ADDRESSES)) {
  test(`of an address only what it is and where it leads is shown: ${address}`, () => {
    assert.equal(shown(address, 'send'), text);
  });
}

const EVERY_COMMAND: Readonly<Record<string, string>> = {
  './upload.sh': './upload.sh',
  'curl -u HUSH https://x.example/HUSH': 'curl ...',
  'TOKEN=HUSH curl https://x.example': '...',
  'echo;HUSH': '...',
  '': '',
};

for (const [command, text] of Object.entries(EVERY_COMMAND)) {
  test(`of a command its program is shown: ${JSON.stringify(command)}`, () => {
    assert.equal(shown(command, 'run'), text);
  });
}

test('no argument of a command and no part of an address but its host is shown or stored', () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9+=_~!-]{8,20}$/).filter((one) => !/^-/.test(one));
  holds(100, [secret], (word) => {
    const commands = [`tool ${word}`, `tool --key ${word}`, `tool -k '${word}'`, `K=${word} tool`];
    for (const command of commands) assert.ok(!shown(command, 'run').includes(word), command);
    const url = `json:https://a.example/${word}?${word}`;
    const options = [{ name: 'notify', word: url, reach: 'send' as const, from: 'here' }];
    assert.ok(!JSON.stringify(storedInForce(options)).includes(word), word);
  });
});

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
  const { stdout, stderr } = await ends(1, ['solve', 'two.ndjson', '--json'], { cwd });
  assert.equal(stdout.trimEnd().split('\n').length, 1);
  assert.equal((JSON.parse(stdout) as { status: string }).status, 'unique');
  assert.match(stderr, /nonomill: 1 entry was rejected \(NM_ENTRIES_REJECTED\)\n$/);
});

test('a dry run of a run that would be refused names the code', async () => {
  const words = ['run', 'one.non', '--dry-run', '--db', 'text.csv'];
  const { stdout } = await ends(1, [...words, '--json'], { cwd });
  const { refused, refusedCodes } = JSON.parse(stdout) as Record<string, string[]>;
  assert.equal(refused.length, refusedCodes.length);
  for (const one of refusedCodes) assert.ok(ERROR_CODES.includes(one as ErrorCode));
  const { stdout: text } = await nonomill(words, { cwd });
  assert.ok(text.includes(`(${refusedCodes[0]})`), text);
});

/** Values that no run has written, and in which column. */
const DAMAGE = [
  ['result_rows', 'stars', '-1'],
  ['result_rows', 'line_solves', '9e15'],
  ['result_rows', 'probes', '-2'],
  ['result_rows', 'needs', `'['`],
  ['result_rows', 'cross_check', `'maybe'`],
  ['result_rows', 'difficulty', '1e308'],
  ['result_rows', 'guess_depth', '9e15'],
  ['result_rows', 'solve_ms', '1e308'],
  ['result_rows', 'status', '99'],
  ['result_rows', 'technique', `'magic'`],
  ['result_rows', 'solution', `'#'`],
  ['result_rows', 'finished_at', '9e17'],
  ['puzzle_rows', 'clues', `'['`],
  ['puzzle_rows', 'clues', `'{}'`],
  ['puzzle_rows', 'start', `'?'`],
  ['puzzle_rows', 'palette', `'x y z'`],
  ['puzzle_rows', 'width', '9e15'],
] as const;

test('whatever a database holds, the commands that show it end with a result or a sentence', async (t) => {
  const folder = temporaryFolder(t);
  const sound = join(folder, 'sound.sqlite');
  const corpus = writeCsv(folder, 'one', { count: 4, width: 4, height: 4 });
  await doRun(requestFor([corpus], sound), controls());
  const db = join(folder, 'a.sqlite');
  const commands = [
    ['report', '--report', join(folder, 'report'), '--quiet'],
    ['rank'],
    ['show', 'one-0'],
    ['export', '--out', join(folder, 'out.csv'), '--force'],
    ['export', '--out', join(folder, 'out.parquet'), '--force'],
  ];
  let refusals = 0;
  for (const [table, column, value] of DAMAGE.filter((_, i) => i % depth(6, 1) === 0)) {
    copyFileSync(sound, db);
    change(db, `UPDATE ${table} SET ${column} = ${value}`);
    for (const words of commands) {
      const { code, stderr } = await nonomill([...words, '--db', db]);
      const what = `${words[0]} of ${column} = ${value}: ${stderr}`;
      assert.doesNotMatch(stderr, /should not have happened/, what);
      if (code === 0) continue;
      refusals++;
      assert.equal(code, 1, what);
      assert.match(stderr, /a\.sqlite is damaged: the result of \S+ in run 1 \(entry 0\)/, what);
      assert.match(stderr, /cannot be one: .*\. Restore it from a copy/, what);
    }
  }
  assert.ok(refusals > depth(2, 5), `${refusals} sentences`);
});
