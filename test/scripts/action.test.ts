import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, delimiter } from 'node:path';
import { platform } from 'node:os';
import { test } from 'node:test';
import { parse } from 'yaml';
import { ROOT } from '../support/nonomill.js';
import { ONLY_DEEP, temporaryFolder, eachOf } from '../support/tests.js';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

interface Step {
  readonly id?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as Action;

/** What GitHub puts into `${{ ... }}` of the action. */
function filledIn(text: string, inputs: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{\{ (\S+) \}\}/g, (_, name: string) => {
    if (name === 'github.action_path') return ROOT;
    const input = name.replace('inputs.', '');
    return inputs[input] ?? action.inputs[input].default;
  });
}

/** Carries out the step that solves, as GitHub does, over the files of a folder. */
function solved(
  cwd: string,
  inputs: Readonly<Record<string, string>>,
): { status: number | null; stdout: string; outputs: string; summary: string } {
  const step = action.runs.steps.find(({ id }) => id === 'run')!;
  const given = Object.entries(step.env!).map(([name, text]) => [name, filledIn(text, inputs)]);
  const files = { GITHUB_OUTPUT: join(cwd, 'outputs'), GITHUB_STEP_SUMMARY: join(cwd, 'summary') };
  for (const file of Object.values(files)) writeFileSync(file, '');
  const env = {
    ...process.env,
    ...(Object.fromEntries(given) as Record<string, string>),
    ...files,
    RUNNER_TEMP: join(cwd, 'temp'),
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`,
  };
  const { status, stdout } = spawnSync(
    'bash',
    ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run!],
    { cwd, env, encoding: 'utf8' },
  );
  const [outputs, summary] = Object.values(files).map((file) => readFileSync(file, 'utf8'));
  return { status, stdout, outputs, summary };
}

const skip = platform() === 'win32' ? 'written for bash' : ONLY_DEEP;

test('the action for GitHub fails for an unfair puzzle, and says which', { skip }, (t) => {
  const cwd = temporaryFolder(t);
  mkdirSync(join(cwd, 'book'));
  writeFileSync(join(cwd, 'book', 'fair.csv'), 'id,rows,columns\nfair,1;,1;\n');
  const fair = solved(cwd, { corpora: 'book' });
  assert.equal(fair.status, 0, fair.stdout);
  writeFileSync(join(cwd, 'book', 'new.csv'), 'id,rows,columns\ntwo ways,1;1,1;1\n');
  const { status, stdout, outputs, summary } = solved(cwd, { corpora: 'book' });
  assert.equal(status, 3);
  assert.match(stdout, /^::error file=book\/new\.csv,line=2/m);
  const [, report] = /^report=(.*)$/m.exec(outputs)!;
  const { gates } = JSON.parse(readFileSync(join(report, 'summary.json'), 'utf8')) as {
    gates: readonly { name: string; holds: boolean }[];
  };
  assert.deepEqual(eachOf(gates, 'name', 'holds'), [
    ['strict', true],
    ['unique', false],
  ]);
  assert.match(summary, /unique/);
});

test('the action keeps the database that no-worse compares with, in place', { skip }, (t) => {
  const cwd = temporaryFolder(t);
  const book = join(cwd, 'book.csv');
  const night = { corpora: 'book.csv', require: 'no-worse', arguments: '--name book' };
  writeFileSync(book, 'id,rows,columns\none,1;,1;\n');
  const first = solved(cwd, night);
  assert.equal(first.status, 0, first.stdout);
  assert.match(first.stdout, /^::warning title=--require no-worse::the first run of this name/m);
  writeFileSync(book, 'id,rows,columns\none,1;1,1;1\n');
  assert.equal(solved(cwd, night).status, 3);
  const kept = action.runs.steps.filter(({ uses }) => uses?.startsWith('actions/cache/') === true);
  assert.equal(kept.length, 2);
  for (const step of kept) {
    assert.match(step.if!, /inputs\.require, inputs\.arguments\), 'no-worse'\)/);
    assert.equal(step.with!.path, '${{ runner.temp }}/nonomill-report/nonomill.sqlite');
    assert.equal(step.with!.key, kept[0].with!.key);
  }
  assert.ok(existsSync(join(cwd, 'temp', 'nonomill-report', 'nonomill.sqlite')));
});

test('the action takes any words of run', { skip }, (t) => {
  const cwd = temporaryFolder(t);
  writeFileSync(join(cwd, 'book.csv'), 'id,rows,columns\ntwo ways,1;1,1;1\n');
  const { status } = solved(cwd, { corpora: 'book.csv', require: 'goal', arguments: '' });
  assert.equal(status, 0);
});
