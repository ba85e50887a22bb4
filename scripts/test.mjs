// Runs every test, or those whose file name contains one of the words given, and closes with
// the line "N passed, N failed, N skipped". Goldens change only with --update-goldens. With --watch it
// goes on: what is saved is compiled, and the test files that import it run again.
import './suitable-node.mjs';
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { prepare, root } from './prepare.mjs';

const args = process.argv.slice(2);
const words = args.filter((arg) => !arg.startsWith('--'));
const watch = args.includes('--watch');
if (args.includes('--update-goldens')) process.env.UPDATE_GOLDENS = '1';
prepare();
if (watch) compileWhatIsSaved();

const files = readdirSync(join(root, 'dist', 'test'), { recursive: true })
  .filter((name) => name.endsWith('.test.js'))
  .filter((name) => {
    const path = name.replaceAll('\\', '/');
    return words.length === 0 || words.some((word) => path.includes(word));
  })
  .map((name) => join(root, 'dist', 'test', name))
  .sort();
if (files.length === 0) {
  process.stderr.write(`no test file matches ${words.join(' ')}\n`);
  process.exit(1);
}

const counts = { passed: 0, failed: 0, skipped: 0 };
// The tests start the program a thousand times: what was compiled once is kept for the next start.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled');
// A file that hangs fails after this long, instead of holding up everything: the longest take one minute.
const MOST_MS = 480_000;
// One file more than there are processors: a third of the time of some is waiting.
const concurrency = availableParallelism() + 1;
const execArgv = ['--enable-source-maps'];
const events = run({ files, concurrency, timeout: watch ? Infinity : MOST_MS, watch, execArgv });
events.on('test:pass', (event) => count(event, 'passed'));
events.on('test:fail', (event) => count(event, 'failed'));
events.compose(spec).pipe(process.stdout);
events.on('end', () => {
  process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
  process.on('exit', () => {
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
    process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
  });
});

// The tests that had to run have run; the next ones run after the next change.
events.on('test:watch:drained', () => {
  const { passed, failed } = counts;
  process.stdout.write(`\n${passed} passed, ${failed} failed; waiting for changes (Ctrl-C ends)\n`);
  Object.assign(counts, { passed: 0, failed: 0, skipped: 0 });
});

/** Compiles the sources whenever one is saved, as long as this process lives. */
function compileWhatIsSaved() {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const command = [tsc, '-p', root, '--watch', '--preserveWatchOutput'];
  const compiler = spawn(process.execPath, command, { stdio: ['ignore', 'inherit', 'inherit'] });
  process.on('exit', () => compiler.kill());
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));
}

/** Suites and files are no tests of their own. */
function count(event, outcome) {
  if (event.details.type === 'suite') return;
  if (event.file === event.name || files.includes(event.name)) {
    if (outcome === 'passed') return;
  }
  if (event.skip !== undefined || event.todo !== undefined) counts.skipped++;
  else counts[outcome]++;
}
