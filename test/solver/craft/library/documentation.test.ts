import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as library from '../../../../src/index.js';
import * as nodeLibrary from '../../../../src/node.js';
import { assertGolden, deepTest } from '../../../support/tests.js';

const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url));
const PAGE = readFileSync(join(ROOT, 'docs', 'solver', 'library.md'), 'utf8');

const examples = [...PAGE.matchAll(/^```js\n(.*?)^```$/gms)].map((found) => found[1]);

test('docs/solver/library.md has examples', () => assert.ok(examples.length >= 5));

const NEXT = '==== the next example';

/** What each example prints: one after the other, in a process that ends by itself. */
let printed: readonly string[] = [];
before(() =>
  inScratch((folder) => {
    const parts = examples.map((code, i) => {
      writeFileSync(join(folder, `${i}.mjs`), code);
      return `await import('./${i}.mjs');\nconsole.log('${NEXT}');\n`;
    });
    writeFileSync(join(folder, 'all.mjs'), parts.join(''));
    const options = { cwd: folder, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['all.mjs'], options);
    printed = stdout.split(`${NEXT}\n`);
    assert.equal(status, 0, `example ${printed.length}: ${stderr}`);
  }),
);

for (const i of examples.keys()) {
  test(`example ${i + 1} of docs/solver/library.md runs as it is printed`, () => {
    assertGolden(`library/example-${i + 1}.txt`, printed[i].replaceAll(/\d+(\.\d+)? ms/g, 'n ms'));
  });
}

deepTest('all examples of docs/solver/library.md compile under the strictest options', async () => {
  const { default: ts } = await import('typescript');
  inScratch((folder) => {
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
  });
});

/** Does something in a folder inside of the package, so that its own name is found. */
function inScratch(work: (folder: string) => void): void {
  const scratch = join(ROOT, 'dist', 'test', 'scratch');
  mkdirSync(scratch, { recursive: true });
  const folder = mkdtempSync(join(scratch, 'example-'));
  try {
    work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('docs/solver/library.md names every function and constant that is exported', () => {
  const missing = Object.keys({ ...library, ...nodeLibrary }).filter(
    (name) => !PAGE.includes(name),
  );
  assert.deepEqual(missing, []);
});
