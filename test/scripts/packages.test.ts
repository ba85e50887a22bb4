import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../support/nonomill.js';

interface Project {
  readonly compilerOptions?: { readonly types?: readonly string[] };
  readonly references: readonly { readonly path: string }[];
}

const { PACKAGES } = (await import(pathToFileURL(join(ROOT, '.dependency-cruiser.mjs')).href)) as {
  PACKAGES: Readonly<Record<string, { readonly sees: readonly string[] }>>;
};

for (const [name, { sees }] of Object.entries(PACKAGES)) {
  test(`the types of ${name} come from ${sees.length === 0 ? 'nowhere else, none of them from Node' : sees.join(' and ')}`, () => {
    const file = join(ROOT, 'src', name, 'tsconfig.json');
    const { references, compilerOptions } = JSON.parse(readFileSync(file, 'utf8')) as Project;
    assert.deepEqual(
      references.map(({ path }) => path),
      sees.map((seen) => `../${seen}`),
    );
    assert.deepEqual(compilerOptions?.types, sees.length === 0 ? [] : undefined);
  });
}
