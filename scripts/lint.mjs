// The linter, the formatter's check, the type check and the import rule, one after the other.
import './suitable-node.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

prepare();
const sources = ['src', 'workers', 'test', 'bench'].filter((name) => existsSync(join(root, name)));
// What was checked before and has not changed since is passed over, but not on a build server: a rule
// that looks at types can change its mind about a file when another one changes.
const cached = (name) =>
  process.env.CI === undefined
    ? [
        '--cache',
        '--cache-location',
        `node_modules/.cache/lint-${name}`,
        '--cache-strategy',
        'content',
      ]
    : [];
const checks = {
  'type check': ['typescript/bin/tsc', '--noEmit', '-p', '.'],
  'type check of the pages': ['typescript/bin/tsc', '--noEmit', '-p', 'src/web/client'],
  eslint: ['eslint/bin/eslint.js', '.', '--max-warnings', '0', ...cached('eslint')],
  format: [
    'prettier/bin/prettier.cjs',
    '--check',
    '--log-level',
    'warn',
    '.',
    ...cached('prettier'),
  ],
  'import rule': ['dependency-cruiser/bin/dependency-cruiser.mjs', ...sources],
};
for (const [name, [file, ...args]] of Object.entries(checks)) {
  const command = [join(root, 'node_modules', file), ...args];
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    process.stderr.write(`lint: ${name} failed\n`);
    process.exit(1);
  }
  process.stdout.write(`lint: ${name} ok\n`);
}
