import assert from 'node:assert/strict';
import {
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import { once } from 'node:events';
import { openOutFile } from '../../../src/pipeline/cli/input-output.js';
import { makeFolder, openNewFile } from '../../../src/pipeline/files/make-folder.js';
import { keepWithin, whyOutside } from '../../../src/pipeline/files/real-place.js';
import {
  removeAllOf,
  removeEmptyFolder,
  removeFile,
  removeIfThere,
  renameFile,
} from '../../../src/pipeline/files/remove-rename.js';
import { replaceFile } from '../../../src/pipeline/files/replace-file.js';
import { ProofFile } from '../../../src/pipeline/runs/pool/proof-folder.js';
import { openStore } from '../../../src/pipeline/store/open/open.js';
import { temporaryFolder } from '../../support/temporary.js';

/** A folder to keep within, of which `out` has become a link to one beside it with these files. */
function swapped(t: TestContext, typed: (folder: string) => string[] = () => []) {
  const above = temporaryFolder(t);
  const [theirs, mine] = [join(above, 'theirs'), join(above, 'mine')];
  mkdirSync(join(theirs, 'out'), { recursive: true });
  mkdirSync(join(mine, 'empty'), { recursive: true });
  writeFileSync(join(mine, 'kept'), 'kept');
  t.after(() => keepWithin(null));
  keepWithin(theirs, typed(theirs));
  renameSync(join(theirs, 'out'), join(theirs, 'was'));
  symlinkSync('../mine', join(theirs, 'out'));
  writeFileSync(join(theirs, 'whole'), 'whole');
  return { theirs, mine, out: join(theirs, 'out') };
}

const WRITING: Readonly<Record<string, (out: string, whole: string) => unknown>> = {
  'makes a folder': (out) => makeFolder(join(out, 'new')),
  'makes a file': (out) => openNewFile(join(out, 'new')),
  'replaces a file': (out) => replaceFile(join(out, 'new'), 'kept!', 'kept', join(out, 'x.part')),
  'renames a file': (out, whole) => renameFile(whole, join(out, 'new')),
  'removes a file': (out) => removeFile(join(out, 'kept')),
  'removes a file that may be there': (out) => removeIfThere(join(out, 'kept')),
  'removes a folder': (out) => removeAllOf(join(out, 'empty')),
  'removes an empty folder': (out) => removeEmptyFolder(join(out, 'empty')),
  'writes to a file': (out) => openOutFile(join(out, 'new'), true),
  'opens a database': (out) => openStore(join(out, 'new.sqlite'), { readonly: false }),
  'keeps a proof': (out) => new ProofFile(out, 'own'),
};

for (const [what, write] of Object.entries(WRITING)) {
  test(`what ${what} does not follow a link that was made after the first look`, async (t) => {
    const { theirs, mine, out } = swapped(t);
    await assert.rejects(
      Promise.resolve().then(() => write(out, join(theirs, 'whole'))),
      /leads to .*mine/,
    );
    assert.deepEqual(readdirSync(mine), ['empty', 'kept']);
    assert.equal(readFileSync(join(mine, 'kept'), 'utf8'), 'kept');
    assert.deepEqual(readdirSync(theirs), ['out', 'was', 'whole']);
  });
}

test('what was typed leads where it likes, and nothing else follows it', (t) => {
  const { theirs, out } = swapped(t, (folder) => [join(folder, 'out', 'report')]);
  for (const path of ['out/report', 'out/report/index.html', 'was/x'])
    assert.equal(whyOutside(join(theirs, path)), null, path);
  assert.equal(whyOutside(join(out, '.report.part'), out), null);
  assert.match(whyOutside(join(out, 'empty', 'x'))!, /leads to/);
});

test('threads that are started afterwards keep within the folder, too', async (t) => {
  const { out } = swapped(t);
  const module = new URL('../../../src/pipeline/files/real-place.js', import.meta.url).href;
  const code = `import { parentPort } from 'node:worker_threads';
    const { whyOutside } = await import(${JSON.stringify(module)});
    parentPort.postMessage(whyOutside(${JSON.stringify(join(out, 'x'))}));`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
  const [said] = (await once(worker, 'message')) as [string];
  assert.match(said, /leads to/);
});
