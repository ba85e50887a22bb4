import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, type TestContext } from 'node:test';

/** Folders that Windows did not delete, as something in them was still open. */
const busy: string[] = [];
const WHOLE = { recursive: true, force: true };
process.on('exit', () => {
  for (const folder of busy) {
    try {
      rmSync(folder, { ...WHOLE, maxRetries: 5 });
    } catch {
      // A process that the test has started is still there.
    }
  }
});

/** A new folder; it is deleted when the test has ended, or if that cannot be, with the process. */
export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'nonomill-'));
  t.after(() => remove(folder));
  return folder;
}

/** A new folder with these files in it; it is deleted when the tests of the file have ended. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'nonomill-'));
  after(() => remove(folder));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return folder;
}

function remove(folder: string): void {
  try {
    rmSync(folder, WHOLE);
  } catch {
    busy.push(folder);
  }
}
