import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import { ROOT } from '../support/nonomill.js';

const TYPES = join(ROOT, 'dist', 'types');

test('the types of the library compile alone, without those of Node.js or browsers', () => {
  const files = ['index.d.ts', 'node.d.ts', 'worker.d.ts'].map((name) => join(TYPES, name));
  const program = ts.createProgram(files, {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    target: ts.ScriptTarget.ES2020,
    lib: ['lib.es2020.d.ts'],
    types: [],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  });
  const wrong = ts.getPreEmitDiagnostics(program).map(({ messageText, file, start }) => {
    const place = file?.getLineAndCharacterOfPosition(start ?? 0);
    return `${file?.fileName}:${(place?.line ?? 0) + 1} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
  assert.deepEqual(wrong, []);
});

test('they are what the library exports and what that is made of, and name nothing of the engine', () => {
  assert.deepEqual(readdirSync(TYPES).sort(), [
    'index.d.ts',
    'library.d.ts',
    'node.d.ts',
    'worker.d.ts',
  ]);
  for (const name of readdirSync(TYPES)) {
    const text = readFileSync(join(TYPES, name), 'utf8');
    for (const [, from] of text.matchAll(/\bfrom\s+'([^']+)'/g)) {
      assert.match(from, /^\.\/(?:index|library)\.js$/);
    }
    assert.doesNotMatch(text, /\b(?:Engine|Settings|Observer|Budget)\b/);
  }
});
