import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { nonomill } from '../../support/nonomill.js';

/** Why tests of a shell are skipped: false if it is there. */
export function missing(shell: string): string | false {
  return spawnSync(shell, ['--version']).status === 0 ? false : `there is no ${shell}`;
}

/** The script that the command writes for a shell. */
export async function scriptFor(shell: string): Promise<string> {
  const { code, stdout, stderr } = await nonomill(['completion', shell]);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  return stdout;
}
