import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../support/nonomill.js';
import { eachOf } from '../support/tests.js';

/** The folders that are named without `src/` as well. */
const NAMED =
  /(?<![\w/.-])(?:(?:src|test|workers|scripts|bench|bin|docs|data)\/|(?:solver|pipeline|studio|lab|site)\/)[\w./-]*\w/g;

const PAGES = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...['solver', 'pipeline', 'studio', 'lab'].map((name) => `src/${name}/README.md`),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Every file of the program, of its tests and of what builds it. */
const FILES = ['src', 'test', 'workers', 'scripts', 'bench'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.includes('node_modules'))
    .map((name) => `/${folder}/${name.replaceAll('\\', '/')}`),
);

for (const page of PAGES) {
  test(`every file that ${page} names is there`, () => {
    const text = readFileSync(join(ROOT, page), 'utf8').replace(/https?:\S+/g, '');
    const bases = [ROOT, join(ROOT, 'src'), dirname(join(ROOT, page))];
    const missing = Array.from(text.matchAll(NAMED), ([name]) => name).filter(
      (name) => !bases.some((base) => existsSync(join(base, name))),
    );
    // Also those that a page names by the end of their path.
    const ends = Array.from(text.matchAll(/`([\w./-]+\.tsx?)`/g), ([, name]) => name);
    missing.push(...ends.filter((name) => !FILES.some((file) => file.endsWith(`/${name}`))));
    assert.deepEqual(missing, []);
  });
}

test('nothing tells anybody to run the program by its name in a registry, which somebody else may take', () => {
  const folders = ['.', '.github', 'bin', 'docs', 'src', 'scripts', 'data', 'bench'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: folder !== '.', encoding: 'utf8' })
      .map((name) => join(ROOT, folder, name))
      .filter((path) => /\.(md|m?[jt]sx?|cjs|ya?ml|html|json|txt)$/.test(path))
      .filter((path) => !path.includes('node_modules') && statSync(path).isFile()),
  );
  assert.ok(files.length > 500);
  const telling = files.filter((path) =>
    /\b(npx|npm exec|npm create|pnpm dlx|bunx|yarn dlx)( -\S+)* nonomill/.test(
      readFileSync(path, 'utf8'),
    ),
  );
  assert.deepEqual(telling, []);
});

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
    const found = eachOf(references, 'path');
    const expected = sees.map((seen) => `../${seen}`);
    assert.deepEqual(found, expected);
    assert.deepEqual(compilerOptions?.types, sees.length === 0 ? [] : undefined);
  });
}
