// What the benchmarks say of themselves: the comment that each file begins with.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One line for each benchmark, and how to go on. */
export function overview(folder, names) {
  const column = Math.max(...names.map((name) => name.length)) + 2;
  const lines = names.map((name) => {
    const [line] = headerOf(folder, name).split('\n');
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
export function helpOn(folder, names) {
  return names.map((name) => `== ${name}\n${headerOf(folder, name)}\n`).join('\n');
}

function headerOf(folder, name) {
  const [header] = /^(\/\/.*\r?\n)*/.exec(readFileSync(join(folder, `${name}.bench.ts`), 'utf8'));
  return header.replaceAll(/^\/\/ ?/gm, '').trimEnd();
}
