import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import { ROOT } from '../support/nonomill.js';
import { assertNone } from '../support/tests.js';

interface Package {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

test('npm start writes the declarations of the library, from which the build takes what the package names', () => {
  const folder = join(ROOT, 'scripts');
  const file = join(folder, 'tsconfig.start.json');
  const source = ts.readJsonConfigFile(file, (path) => ts.sys.readFile(path));
  const project = ts.parseJsonSourceFileConfigFileContent(source, ts.sys, folder, {}, file);
  const written = new Set(
    project.fileNames
      .flatMap((module) => ts.getOutputFileNames(project, module, false))
      .map((path) => `./${relative(ROOT, path).replaceAll('\\', '/')}`),
  );
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Package;
  const named = Object.values(exports).flatMap((entry) =>
    typeof entry === 'string' ? [] : Object.values(entry),
  );
  assert.equal(named.length, 6);
  assertNone(named, (path) => !existsSync(join(ROOT, path)));
  for (const entry of ['index', 'node', 'worker']) {
    for (const ending of ['js', 'd.ts']) assert.ok(written.has(`./dist/src/${entry}.${ending}`));
  }
});
