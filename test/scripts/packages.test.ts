import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../support/nonomill.js';

interface Project {
  readonly compilerOptions?: { readonly types?: readonly string[] };
  readonly references: readonly { readonly path: string }[];
}

const { WINGS } = (await import(pathToFileURL(join(ROOT, '.dependency-cruiser.mjs')).href)) as {
  WINGS: Readonly<Record<string, { readonly inBrowsers?: boolean }>>;
};

for (const [place, [wing, { inBrowsers = false }]] of Object.entries(WINGS).entries()) {
  test(`the types of ${wing} come from the wings above it${inBrowsers ? ', none of them from Node' : ''}`, () => {
    const file = join(ROOT, 'src', wing, 'tsconfig.json');
    const { references, compilerOptions } = JSON.parse(readFileSync(file, 'utf8')) as Project;
    assert.deepEqual(
      references.map(({ path }) => path),
      Object.keys(WINGS)
        .slice(0, place)
        .map((name) => `../${name}`),
    );
    assert.deepEqual(compilerOptions?.types, inBrowsers ? [] : undefined);
  });
}

for (const wing of Object.keys(WINGS).slice(1)) {
  test(`the doors of ${wing} are files, in their order, each said once`, () => {
    const folder = join(ROOT, 'src', wing);
    const doors = readFileSync(join(folder, 'doors.txt'), 'utf8').trim().split('\n');
    assert.deepEqual(doors, [...new Set(doors)].sort());
    assert.deepEqual(
      doors.filter((door) => !existsSync(join(folder, door))),
      [],
    );
  });
}
