// What the tests reach: branches by folder, from Node's own coverage. Of the folders on which every
// verdict rests, each branch has to be reached, or has to say above it why no test can: "/*
// node:coverage ignore next */ // as ...".
import { dirname, relative } from 'node:path';

/**
 * Folders and files of `src` in which nothing may be left out: puzzles, results, the checkers,
 * gates, the account.
 */
const WHOLE = [
  ...[
    'solver/core/puzzle/',
    'solver/core/result/',
    'pipeline/record/',
    'solver/engine/proof-checker.ts',
    'pipeline/store/gates.ts',
  ],
  ...['pipeline/runs/stored-run.ts', 'pipeline/cli/running/report-run.ts'],
];

/**
 * What counts: the code of the program, first as it was compiled, then as it was written. What is
 * bundled (threads, the command line) is the same code once more, of which Node.js would keep one
 * figure for both.
 */
export const COVERED = { coverageIncludeGlobs: ['dist/src/**', 'src/**'] };

/**
 * The table, and the places of `WHOLE` that no test reaches, as `file:line`, or as the name alone
 * if there is no such file.
 * @param files as the event "test:coverage" has them
 */
export function coverageTable(files, root) {
  const folders = new Map();
  const names = files.map(({ path }) => relative(root, path).replaceAll('\\', '/'));
  const gaps = WHOLE.map((whole) => `src/${whole}`).filter(
    (whole) => !names.some((name) => name.startsWith(whole)),
  );
  for (const [i, file] of files.entries()) {
    const name = names[i];
    const folder = dirname(name);
    folders.set(folder, together([folders.get(folder) ?? NOTHING, figuresOf(file)]));
    if (!WHOLE.some((whole) => name.startsWith(`src/${whole}`))) continue;
    gaps.push(...gapsOf(file).map((line) => `${name}:${line}`));
  }
  const sorted = [...folders].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = sorted.map(([folder, figures]) => rowOf(folder, figures));
  const all = rowOf('together', together(sorted.map(([, figures]) => figures)));
  return { table: `branches    lines\n${[...rows, all].join('\n')}\n`, gaps };
}

/**
 * The lines where something is not reached, without those that are to be ignored, which Node.js
 * lists among the branches, but not among the lines.
 */
function gapsOf({ branches, functions, lines }) {
  const counted = new Set(lines.map(({ line }) => line));
  for (const { name, line } of functions) if (name === FIELDS) counted.delete(line);
  const unreached = [...branches, ...functions].filter(
    ({ count, line }) => count === 0 && counted.has(line),
  );
  return [...new Set(unreached.map(({ line }) => line))];
}

/**
 * What gives the fields of a class their values: a function, and a branch, on the line of the
 * first. Its count is that of whichever process Node.js reads first; whether anybody makes an
 * instance shows in the constructor and the methods.
 */
const FIELDS = '<instance_members_initializer>';

const NOTHING = { branches: 0, ofBranches: 0, lines: 0, ofLines: 0 };

/** A function that nobody calls has no branches for Node.js: it counts as one. */
function figuresOf({ functions, ...file }) {
  const idle = functions.filter(({ count, name }) => count === 0 && name !== FIELDS).length;
  return {
    branches: file.coveredBranchCount,
    ofBranches: file.totalBranchCount + idle,
    lines: file.coveredLineCount,
    ofLines: file.totalLineCount,
  };
}

function together(all) {
  const sum = (key) => all.reduce((total, figures) => total + figures[key], 0);
  return Object.fromEntries(Object.keys(NOTHING).map((key) => [key, sum(key)]));
}

function rowOf(folder, { branches, ofBranches, lines, ofLines }) {
  return `${share(branches, ofBranches)} ${share(lines, ofLines)}  ${folder}`;
}

function share(part, all) {
  return `${(all === 0 ? 100 : (100 * part) / all).toFixed(1).padStart(6)} %`;
}
