// The formatter's check, which takes seconds, and then, beside each other, the linter, the type
// check, the import rule, what nobody imports, how much there may be, and what two modules call the
// same. Nothing is built: tests that run meanwhile are not disturbed.
import './suitable-node.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { install, root } from './prepare.mjs';
import { typeCheck } from './types.mjs';

install();
const sources = ['src', 'workers', 'test', 'bench'].filter((name) => existsSync(join(root, name)));
// What was checked before and has not changed since is passed over, but not on a build server: a
// rule that looks at types can change its mind about a file when another one changes.
const cached = (name) =>
  process.env.CI === undefined
    ? [
        ...['--cache', '--cache-location', `node_modules/.cache/lint-${name}`],
        ...['--cache-strategy', 'content'],
      ]
    : [];
const format = ['prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'];
const checks = {
  eslint: ['eslint/bin/eslint.js', '.', '--max-warnings', '0', ...cached('eslint')],
  'type check': typeCheck(),
  'import rule': ['dependency-cruiser/bin/dependency-cruiser.mjs', ...sources],
  'what nobody imports': ['knip/bin/knip.js', '--no-progress'],
  'bounds and names': [join('..', 'scripts', 'house.mjs')],
  'picture of the packages': [join('..', 'scripts', 'draw-architecture.mjs'), '--check'],
};
if (!(await holds('format', [...format, ...cached('prettier')]))) process.exit(1);
// Two at a time: the linter takes as long as the others together.
const { eslint, ...others } = checks;
const inTurn = async () => {
  let good = true;
  for (const [name, words] of Object.entries(others)) good = (await holds(name, words)) && good;
  return good;
};
const outcomes = await Promise.all([holds('eslint', eslint), inTurn()]);
if (outcomes.includes(false)) process.exit(1);

/** Runs a check, and shows what it says once it has ended: others run beside it. */
async function holds(name, [file, ...args]) {
  const command = [join(root, 'node_modules', file), ...args];
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const [said, complained, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  process.stdout.write(said);
  process.stderr.write(complained);
  if (status === 0) process.stdout.write(`lint: ${name} ok\n`);
  else process.stderr.write(`lint: ${name} failed\n`);
  return status === 0;
}
