import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import * as library from '../../../../src/index.js';
import * as nodeLibrary from '../../../../src/node.js';
import { ONLY_DEEP } from '../../../support/depth.js';
import { assertGolden } from '../../../support/golden.js';

const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url));
const PAGE = readFileSync(join(ROOT, 'docs', 'solver', 'library.md'), 'utf8');

const examples = [...PAGE.matchAll(/^```js\n(.*?)^```$/gms)].map((found) => found[1]);

test('docs/solver/library.md has examples', () => assert.ok(examples.length >= 5));

for (const [i, code] of examples.entries()) {
  test(`example ${i + 1} of docs/solver/library.md runs as it is printed`, (t) => {
    const folder = scratchFolder(t);
    writeFileSync(join(folder, 'example.mjs'), code);
    const { status, stdout, stderr } = spawnSync(process.execPath, ['example.mjs'], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    assertGolden(`library/example-${i + 1}.txt`, stdout.replaceAll(/\d+(\.\d+)? ms/g, 'n ms'));
  });
}

test(
  'every example of docs/solver/library.md compiles under the strictest options',
  { skip: ONLY_DEEP },
  (t) => {
    const folder = scratchFolder(t);
    const files = examples.map((code, i) => {
      const file = join(folder, `example-${i + 1}.mts`);
      writeFileSync(file, code);
      return file;
    });
    const program = ts.createProgram(files, {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      types: ['node'],
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: true,
    });
    const faults = ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
      const { line } = file!.getLineAndCharacterOfPosition(start!);
      return `${file!.fileName}, line ${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
    assert.deepEqual(faults, []);
  },
);

/** Inside of the package, so that its own name is found. */
function scratchFolder(t: TestContext): string {
  const scratch = join(ROOT, 'dist', 'test', 'scratch');
  mkdirSync(scratch, { recursive: true });
  const folder = mkdtempSync(join(scratch, 'example-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('docs/solver/library.md names every function and constant that is exported', () => {
  const missing = Object.keys({ ...library, ...nodeLibrary }).filter(
    (name) => !PAGE.includes(name),
  );
  assert.deepEqual(missing, []);
});
