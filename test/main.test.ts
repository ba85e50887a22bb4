import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../bin/nonomill.js', import.meta.url));

// What a package asks for while it is loaded, before any command: only the program as it is built
// can tell.
const windows = process.platform === 'win32' ? 'a folder in use cannot be removed' : false;
test('the program starts in a folder that is gone, and says so', { skip: windows }, () => {
  const gone = mkdtempSync(join(tmpdir(), 'nonomill-'));
  const inIt = 'cd "$1" && rmdir "$1" && shift && exec "$@"';
  const begin = (...words: string[]): string[] => [
    '-c',
    inIt,
    'sh',
    gone,
    process.execPath,
    BIN,
    ...words,
  ];
  const { status, stderr } = spawnSync('sh', begin('solve', 'a.csv'), { encoding: 'utf8' });
  assert.match(stderr, /^nonomill: the folder that this was started in is gone/);
  assert.equal(status, 1);
});
