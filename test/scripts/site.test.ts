import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { allCommands } from '../../src/commands.js';
import { flagsOf } from '../../src/pipeline/cli/command.js';
import { FORMATS } from '../../src/solver/formats/registry.js';
import { ROOT } from '../support/nonomill.js';
import { folderWith } from '../support/tests.js';

const script = (name: string): string => pathToFileURL(join(ROOT, 'scripts/site', name)).href;
const { brokenLinks } = (await import(script('broken-links.mjs'))) as {
  readonly brokenLinks: (folder: string, base: string) => string[];
};
const { documentedPages } = (await import(script('pages.mjs'))) as {
  readonly documentedPages: () => { readonly pages: Readonly<Record<string, string>> };
};
const { referencePages } = (await import(script('reference.mjs'))) as {
  readonly referencePages: () => Promise<{ readonly pages: Readonly<Record<string, string>> }>;
};

test('links and pictures of the site lead to a page, a file or a part of a page, below its base', () => {
  const folder = folderWith({
    'index.html':
      '<a class="a" href="/n/a/b.html#part">b</a> <a href="/n/try/#p=1x1:1:1">try</a> ' +
      '<a href="./a/b">b</a> <a href="https://other.example/x#y">x</a> <img src="/n/p.svg">',
    'a/b.html': '<h2 id="part">Part</h2> <a href="#part">up</a> <a href="../index.html">home</a>',
    'try/index.html': '<h1>Try</h1>',
    'p.svg': '<svg/>',
  });
  assert.deepEqual(brokenLinks(folder, '/n/'), []);
  const broken = folderWith({
    'index.html':
      '<a href="/n/no.html">a</a> <a href="#no">b</a> <a href="/a">c</a> <img src="no.png">',
  });
  assert.deepEqual(
    brokenLinks(broken, '/n/'),
    ['/n/no.html', '#no', '/a', 'no.png'].map((to) => `index.html: ${to} leads nowhere`),
  );
});

test('each link of the documentation leads to a page and, if it names one, to a heading', () => {
  const { pages } = documentedPages();
  assert.ok(Object.keys(pages).length > 25);
  assert.match(pages['documentation.md'], /^- \[Nights\]\(\.\/pipeline\/nights\.md\)/m);
});

test('the site says which flags it has, and what to type for one that it does not have', () => {
  const site = (...words: readonly string[]): ReturnType<typeof spawnSync> =>
    spawnSync(process.execPath, [join(ROOT, 'scripts', 'site.mjs'), ...words], {
      encoding: 'utf8',
    });
  const { status, stdout } = site('--help');
  assert.equal(status, 0);
  for (const flag of ['--base', '--out', '--serve']) assert.ok(String(stdout).includes(flag), flag);
  const wrong = site('--oud', 'x');
  assert.equal(wrong.status, 2);
  assert.match(String(wrong.stderr), /^site: Unknown option '--oud'[^]*--out <folder>/);
});

test('the reference has a page for each command with its options, all formats, and all settings', async () => {
  const { pages } = await referencePages();
  const settings = pages['reference/nonomill-toml.md'];
  for (const command of await allCommands()) {
    const page = pages[`reference/${command.name}.md`];
    for (const { name } of flagsOf(command)) {
      assert.match(page, new RegExp(`^### \`--${name}\\b.*{#${name}}$`, 'm'));
      assert.ok(settings.includes(`(./${command.name}.md#${name})`), name);
    }
  }
  assert.match(pages['reference/index.md'], /\(\.\/run\.md\)/);
  for (const { name } of FORMATS)
    assert.ok(pages['reference/file-formats.md'].includes(`\n| \`${name}\` |`), name);
});
