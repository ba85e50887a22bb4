import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { allCommands } from '../../../src/commands.js';
import { readCommandLine } from '../../../src/pipeline/cli/command.js';
import { UsageError } from '../../../src/pipeline/cli/terminal.js';
import { didYouMean } from '../../../src/solver/core/text/typed.js';
import { folderWith, rowsIn } from '../../support/tests.js';
import { ends, nonomill, succeeds } from '../../support/nonomill.js';

const COMMANDS = await allCommands();

/** Words on the command line, and what their message must say. */
const WRONG = rowsIn`
  rnu data ¦ unknown command rnu; did you mean run\?
  exprot ¦ unknown command exprot; did you mean export\?
  xyzzy ¦ unknown command xyzzy$
  help genrate ¦ did you mean generate\?
  --timeout 5s run data ¦ --timeout goes after the command
  --hlep ¦ unknown option --hlep; did you mean --help\?
  run data --tiemout 5s ¦ unknown option --tiemout; did you mean --timeout\?
  run data --tiemout=5s ¦ unknown option --tiemout; did you mean --timeout\?
  run data --time 5s ¦ unknown option --time; did you mean --timeout\?
  run data --jobs 4 ¦ unknown option --jobs; did you mean --threads\?
  run data -j 4 ¦ unknown option -j; did you mean --threads\?
  run data --no-json ¦ unknown option --no-json
  run data --quiet=maybe ¦ --quiet takes no value, but --quiet=maybe was given
  run data --json=false ¦ --json takes no value
  runs --help=no ¦ --help takes no value
  run data --format cvs ¦ --format: there is no format "cvs"; did you mean csv\?
  solve data --format cnf ¦ --format: "cnf" is written only
  run data --xyzzy ¦ unknown option --xyzzy$
  run ¦ run needs a corpus
  run data --timeout ¦ --timeout needs a value: --timeout <duration,\.\.\.>
  run data --timeout --json ¦ --timeout needs a value
  run data --timeout 10 ¦ --timeout: expected a duration such as .*, got "10"; the unit is missing
  run data --timeout 0s ¦ expected a duration
  run data --timeout=-1s ¦ expected a duration
  run data --timeout 30d ¦ expected a duration
  run data --stop-after 9999h ¦ 24 days at most
  run data --timeout 30s,1s ¦ --timeout: each round needs a larger limit.*got "30s,1s"
  run data --until 7 ¦ --until: expected a time such as 07:00, or a date and time
  run --retry timeout --timeout 1s.. ¦ --retry is one round, so --timeout takes one limit
  run data --threads 0 ¦ --threads: expected a whole number from 1 to 1024, got "0"
  run data --threads 1.5 ¦ expected a whole number
  run data --threads 1e3 ¦ expected a whole number
  run data --count 1 ¦ 2 or more, or exact, got "1"; one solution does not tell
  run data --count all ¦ expected a whole number of 2 or more, or exact, got "all"
  run data --require line-solvable ¦ --require: expected unique, line, goal, distinct, no-worse or needs=lookahead, got "line-solvable"
  run data --require uniqe ¦ did you mean unique\?
  run data --retry timeuot ¦ --retry: expected .*, got "timeuot"; did you mean timeout\?
  run data --retry timeout ¦ --retry takes the puzzles of the latest run .* no corpus
  run data --resume --retry timeout ¦ --resume and --retry exclude each other
  run - --resume ¦ --resume cannot read standard input again
  run - - ¦ standard input\) was given twice
  run data --timeout 1s --timeout 10m ¦ --timeout was given twice, with "1s" and "10m"; it takes one
  run data --db a --db=a --db b ¦ --db was given 3 times, with "a" and "a" and "b"
  run data --require unique --require uniqe ¦ --require: .*got "uniqe"
  export --where size=5 --where size=7 ¦ --where: size was given twice, as "5" and "7"
  run data --report out --no-report ¦ --report and --no-report exclude each other
  show ¦ show needs a puzzle
  solve a.non b.non ¦ solve takes at most 1, but "b.non" was given too
  serve a.sqlite ¦ "a.sqlite" was given; name a database with --db a.sqlite
  runs now ¦ runs takes only options, but "now" was given$
  generate --size 25 ¦ --size: expected width x height such as 25x25
  generate --size 0x5 ¦ --size: expected width x height
  generate --density 1.5 ¦ --density: expected a share from 0 to 1
  generate --density 0.6..0.4 ¦ --density: expected a share
  generate --all 9x9 ¦ --all: 9x9 has 2\^81 grids; at most 30 cells are listed
  generate --out puzzles.odt ¦ "puzzles.odt" does not name a format that can be written; use --to
  generate --out puzzles.txt ¦ --to: nonogrid holds one puzzle a file; say --count 1
  generate --goal --to csv ¦ --goal: CSV cannot hold pictures
`;

for (const [line, says] of WRONG) {
  test(`nonomill ${line}: says what is wrong`, () => {
    assert.throws(
      () => readCommandLine(line.split(' '), COMMANDS),
      (error) => error instanceof UsageError && new RegExp(says).test(error.message),
    );
  });
}

test('a flag that takes a list may be given several times, and a switch means the same twice', async () => {
  const folder = folderWith({
    'two.ndjson':
      '{"id":"either","rows":[[1],[1]],"columns":[[1],[1]]}\n' +
      '{"id":"other","rows":[[1]],"columns":[[1]],"goal":["."]}\n',
  });
  const words = ['run', 'two.ndjson', '--no-report', '--quiet', '--quiet'];
  const gates = ['--require', 'unique', '--require=goal'];
  const { stderr } = await ends(3, [...words, ...gates], { cwd: folder });
  assert.match(stderr, /FAIL --require unique \(1\), FAIL --require goal \(1\)/);
});

test('wrong usage exits with 2, one message and a hint on standard error, and nothing else', async () => {
  const { code, stdout, stderr } = await nonomill(['run', 'data', '--tiemout', '5s']);
  assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
  assert.equal(
    stderr,
    'nonomill: unknown option --tiemout; did you mean --timeout? (NM_OPTION_UNKNOWN)\n' +
      'nonomill run --help shows what it takes.\n',
  );
});

test('without a command it lists the commands and exits with 2', async () => {
  const { code, stdout, stderr } = await nonomill([]);
  assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
  assert.match(stderr, /a command is missing[^]*Solve corpora\n {2}run \[corpus/);
});

test('a suggestion is near, or none is made', () => {
  assert.equal(didYouMean('serve', ['solve', 'show', 'run']), '');
  assert.equal(didYouMean('sovle', ['solve', 'show', 'run']), '; did you mean solve?');
  assert.equal(didYouMean('gen', ['generate', 'run']), '; did you mean generate?');
  assert.equal(didYouMean('r', ['run', 'runs', 'report']), '');
});

test('a dash is standard output or input wherever a file is meant', async () => {
  const folder = folderWith({
    'plus.json': '{"id":"plus","rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}',
  });
  const made = await succeeds(['generate', '--count', '2', '--size', '3x3', '--out', '-']);
  assert.equal(made.stdout.trim().split('\n').length, 3);
  const file = join(folder, 'plus.json');
  const checked = await nonomill(['check', file, '-'], { input: '.#.\n###\n.#.\n' });
  assert.deepEqual([checked.code, checked.stdout], [0, 'a solution: it fits all clues\n']);
  const drawn = await nonomill(['generate', '--from-image', '-'], { input: PLUS_IMAGE });
  assert.match(drawn.stdout, /"rows":\[\[1\],\[3\],\[1\]\]/);
  const twice = await nonomill(['check', '-', '-']);
  assert.deepEqual([twice.code, /only one of the two/.test(twice.stderr)], [2, true]);
});

const PLUS_IMAGE = 'P1\n3 3\n010\n111\n010\n';
