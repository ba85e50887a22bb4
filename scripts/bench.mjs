// `npm run bench [-- name... [--flag...]]`: the benchmarks of bench/, all or those named, one by one.
// Everything from the first flag on goes to the benchmarks.
import './suitable-node.mjs';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

prepare();
const words = process.argv.slice(2);
const firstFlag = words.findIndex((word) => word.startsWith('--'));
const names = firstFlag === -1 ? words : words.slice(0, firstFlag);
const flags = firstFlag === -1 ? [] : words.slice(firstFlag);
const files = readdirSync(join(root, 'dist', 'bench'))
  .filter((name) => name.endsWith('.bench.js'))
  .filter((name) => names.length === 0 || names.some((word) => name.includes(word)))
  .sort();
if (files.length === 0) {
  process.stderr.write(`no benchmark matches ${names.join(' ')}\n`);
  process.exit(1);
}
let failed = 0;
for (const file of files) {
  process.stdout.write(`\n== ${file.replace('.bench.js', '')}\n`);
  const command = ['--expose-gc', join(root, 'dist', 'bench', file), ...flags];
  if (spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' }).status !== 0) failed++;
}
process.exitCode = failed > 0 ? 1 : 0;
