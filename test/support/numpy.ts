import { spawnSync } from 'node:child_process';

const PYTHON = ['/usr/bin/python3', 'python3'].find(
  (python) => spawnSync(python, ['-c', 'import numpy']).status === 0,
);

/** Why tests that need NumPy are skipped; false if it is there. */
export const NO_NUMPY = PYTHON === undefined ? 'NumPy is not installed for python3' : false;

/** What a script prints that Python carries out in a folder, with NumPy as `np`. */
export function numpy(script: string, cwd: string): string {
  const { stdout, stderr, status } = spawnSync(
    PYTHON!,
    ['-c', `import numpy as np\nimport json\n${script}`],
    { cwd, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
