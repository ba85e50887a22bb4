// What the tests have to reach: of the folders on which every verdict rests, each branch has to be
// reached, or has to say above it why no test can: "/* node:coverage ignore next */ // as ...".
import { relative } from 'node:path';

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
 * The places of `WHOLE` that no test reaches, as `file:line`, or as the name alone if there is no
 * such file.
 * @param files as the event "test:coverage" has them
 */
export function coverageGaps(files, root) {
  const named = files.map((file) => [relative(root, file.path).replaceAll('\\', '/'), file]);
  return WHOLE.map((whole) => `src/${whole}`).flatMap((whole) => {
    const within = named.filter(([name]) => name.startsWith(whole));
    if (within.length === 0) return [whole];
    return within.flatMap(([name, file]) => gapsOf(file).map((line) => `${name}:${line}`));
  });
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
