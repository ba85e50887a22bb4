// The benchmarks of bench/, all or those named, one by one. Everything from the first flag on goes
// to the benchmarks, except for these:
//
//     --help             what there is; with a name, what that benchmark measures and takes
//     --save <file>      where the figures go; reports/bench/<time>.json by default
//     --compare <file>   what has changed since the figures of an earlier file
import './suitable-node.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareText, readFigures, writeFigures } from './bench/figures.mjs';
import { use } from './dist-users.mjs';
import { prepare, root } from './prepare.mjs';

const { words, names, flags, help, save, compare } = readWords(process.argv.slice(2));
const folder = join(root, 'bench');
const benchmarks = readdirSync(folder)
  .filter((name) => name.endsWith('.bench.ts'))
  .map((name) => name.replace('.bench.ts', ''))
  .filter((name) => names.length === 0 || names.some((word) => name.includes(word)))
  .sort();
if (benchmarks.length === 0) fail(`no benchmark matches ${names.join(' ')}; --help lists them`);
if (help) {
  process.stdout.write(names.length === 0 ? overview(benchmarks) : helpOn(benchmarks));
} else {
  // An earlier file that cannot be read is noticed before anything is measured.
  const earlier = compare === null ? null : earlierFigures(compare);
  prepare();
  use(join(root, 'dist'), 'a benchmark that runs from what was built');
  const figures = benchmarks.flatMap((name) => measure(name));
  if (figures.length > 0) {
    const path = writeFigures(save, words, figures);
    process.stdout.write(`\nThe figures are in ${path}\n`);
  }
  if (earlier !== null) process.stdout.write(`\n${compareText(earlier, figures)}`);
}

function earlierFigures(path) {
  try {
    return readFigures(path);
  } catch (error) {
    return fail(`${path} is not a file of figures: ${error.message}`);
  }
}

/** Runs one benchmark and returns its figures. */
function measure(name) {
  process.stdout.write(`\n== ${name}\n`);
  const scratch = mkdtempSync(join(tmpdir(), 'nonomill-figures-'));
  try {
    const file = join(scratch, 'figures.ndjson');
    const command = ['--expose-gc', join(root, 'dist', 'bench', `${name}.bench.js`), ...flags];
    const env = { ...process.env, BENCH_FIGURES: file };
    const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit', env });
    if (status !== 0) process.exitCode = 1;
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    return lines.map((line) => ({ benchmark: name, ...JSON.parse(line) }));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The words of the command line: names, flags of the benchmarks, and this script's own flags. */
function readWords(given) {
  const rest = [...given];
  const help = rest.includes('--help') || rest.includes('-h');
  const [save, compare] = ['--save', '--compare'].map((flag) => taken(rest, flag));
  const firstFlag = rest.findIndex((word) => word.startsWith('-'));
  const [names, flags] =
    firstFlag === -1 ? [rest, []] : [rest.slice(0, firstFlag), rest.slice(firstFlag)];
  return { words: given, names, flags, help, save, compare };
}

/** Takes `--flag value` or `--flag=value` out of `words` and returns the value, or null. */
function taken(words, flag) {
  const at = words.findIndex((word) => word === flag || word.startsWith(`${flag}=`));
  if (at === -1) return null;
  const [word, next] = words.splice(at, words[at] === flag ? 2 : 1);
  const value = word === flag ? next : word.slice(flag.length + 1);
  if (value === undefined || value === '') fail(`${flag} needs a file`);
  return value;
}

/** One line for each benchmark, and how to go on. */
function overview(names) {
  const column = Math.max(...names.map((name) => name.length)) + 2;
  const lines = names.map((name) => {
    const [line] = headerOf(name).split('\n');
    return name.padEnd(column) + line;
  });
  return `npm run bench [-- name... [--flag...]]

${lines.join('\n')}

Without a name, all of them run, one after the other: this takes hours.
  <name> --help      what a benchmark measures, and its flags
  --save <file>      where the figures go; reports/bench/<time>.json by default
  --compare <file>   what has changed since the figures of an earlier file
`;
}

/** All that the benchmarks say of themselves. */
function helpOn(names) {
  return names.map((name) => `== ${name}\n${headerOf(name)}\n`).join('\n');
}

function headerOf(name) {
  const [header] = /^(\/\/.*\r?\n)*/.exec(readFileSync(join(folder, `${name}.bench.ts`), 'utf8'));
  return header.replaceAll(/^\/\/ ?/gm, '').trimEnd();
}

function fail(message) {
  process.stderr.write(`bench: ${message}\n`);
  process.exit(1);
}
