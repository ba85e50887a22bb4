// The linter, the formatter's check, the type check and the import rule, one after the other.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

prepare();
const sources = ['src', 'workers'].filter((name) => existsSync(join(root, name)));
const checks = {
  'type check': ['typescript/bin/tsc', '--noEmit', '-p', '.'],
  'type check of the pages': ['typescript/bin/tsc', '--noEmit', '-p', 'src/web/client'],
  eslint: ['eslint/bin/eslint.js', '.', '--max-warnings', '0'],
  format: ['prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
  'import rule': ['dependency-cruiser/bin/dependency-cruise.mjs', ...sources],
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
