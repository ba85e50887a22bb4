// Which test files share a process.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Folders whose tests share a process, as none of them needs one of its own: most of the time of a
 * short test is the start of a process and the loading of the program.
 */
const SHARED = {
  pages: ['browser'],
  solver: ['solver/engine'],
  pure: [
    'solver',
    'data',
    'pipeline/record',
    'pipeline/store',
    'pipeline/report',
    'pipeline/pages',
    'pipeline/corpus',
    'studio/pages',
    'lab/external',
  ],
  commands: ['pipeline/cli', 'studio', 'lab'],
  runs: ['pipeline'],
  others: [''],
};

/** The beginning of a file that has a process of its own in spite of that. */
const ALONE = '// In a process of its own:';

export function isAlone(path) {
  return readFileSync(path, 'utf8').startsWith(ALONE);
}

/**
 * Files of `tests`, a folder, in groups of files that share a process and together take no more
 * than `most`, as `timeOf` a list of files says; a group without a title is a file with a process
 * of its own.
 */
export function groupsOf(files, tests, timeOf, most) {
  const groups = [];
  const rest = new Set(files);
  for (const [title, folders] of Object.entries(SHARED)) {
    const shared = files.filter(
      (name) =>
        rest.has(name) &&
        folders.some((folder) => folder === '' || name.startsWith(`${folder}/`)) &&
        !isAlone(join(tests, name)),
    );
    let part = [];
    const close = () => {
      if (part.length > 0) groups.push({ title: `${title}-${groups.length}`, names: part });
      part = [];
    };
    for (const name of shared) {
      // One browser serves all pages.
      if (title !== 'pages' && timeOf([...part, name]) > most) close();
      part.push(name);
      rest.delete(name);
    }
    close();
  }
  for (const name of rest) groups.push({ names: [name] });
  return groups;
}

/**
 * The file to start for each group, in a folder of this process in `parent`, which stands beside
 * the folder of the tests: others may test at the same time. It goes when the process ends.
 */
export function entriesOf(groups, tests, parent) {
  const folder = join(parent, String(process.pid));
  mkdirSync(folder, { recursive: true });
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return groups.map(({ title, names }) => {
    if (names.length === 1) return join(tests, names[0]);
    const entry = join(folder, `${title}.test.mjs`);
    writeFileSync(entry, names.map((name) => `import '../../test/${name}';\n`).join(''));
    return entry;
  });
}
