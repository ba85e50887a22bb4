import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertGolden } from '../../../support/golden.js';
import { allCommands } from '../../../../src/commands.js';
import { commandHelp, overview, wrap } from '../../../../src/pipeline/cli/frame/help.js';
import { nonomill } from '../../../support/nonomill.js';

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
  const { code, stdout } = await nonomill(['--version']);
  assert.equal(code, 0);
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
});

const OF_A_RACE = ['format', 'memory', 'threads', 'resume'];

/** Their values may be lists, a limit for each round. */
const OF_A_RUN = ['timeout', 'max-steps', 'memory'];

const OF_A_DATA_SET = ['count', 'stars', 'difficulty', 'for', 'as', 'out', 'resume'];

const OF_A_STUDY = ['resume', 'chart'];

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
      // Which runs go or stay; elsewhere --run is one run, and --keep a picture.
      if (name === 'prune' && ['run', 'keep'].includes(flag.name)) continue;
      // A data set is a folder, of puzzles in shares.
      if (name === 'dataset' && OF_A_DATA_SET.includes(flag.name)) continue;
      // A study has no corpora, and one chart.
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
      const longest = Math.max(
        ...line
          .trim()
          .split(/ +/)
          .map((word) => word.length),
      );
      const isUsage = /^( {2}--| {2}[a-z]+ |Usage: )/.test(line);
      assert.ok(line.length <= Math.max(columns, longest + 8) || isUsage, line);
    }
  }
  const words = (text: string): string => text.replace(/\\\n/g, '').replace(/\s+/g, ' ');
  for (const command of COMMANDS) {
    assert.equal(words(commandHelp(command, 60)), words(commandHelp(command)));
  }
});
