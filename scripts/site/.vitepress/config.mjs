// How VitePress makes the site of the pages that ../pages.mjs has written.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { anchorOf } from '../anchors.mjs';

const pages = fileURLToPath(new URL('../../../dist/.site-pages', import.meta.url));
const { base, out, sidebar } = JSON.parse(readFileSync(join(pages, 'site.json'), 'utf8'));

export default {
  base,
  srcDir: pages,
  outDir: out,
  cacheDir: join(pages, '.cache'),
  lang: 'en',
  title: 'nonomill',
  description: 'Grinds nonogram corpora overnight: solves, proves unique, measures difficulty.',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }]],
  // The workbench is added when the pages are there.
  ignoreDeadLinks: [/^\/try\//],
  markdown: {
    html: false,
    anchor: { slugify: anchorOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languageAlias: { sqlite: 'sql', duckdb: 'sql' },
    config: prepareMarkdown,
  },
  // All texts of the search are one file, which only who searches fetches.
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  themeConfig: {
    logo: '/icon.svg',
    nav: [
      { text: 'Documentation', link: '/documentation' },
      { text: 'Reference', link: '/reference/' },
      { text: 'Draw a puzzle', link: '/try/', target: '_self' },
    ],
    sidebar,
    sidebarMenuLabel: 'Pages',
    outline: { level: 2, label: 'On this page' },
    search: { provider: 'local', options: { miniSearch: { searchOptions: { boostDocument } } } },
    externalLinkIcon: true,
    docFooter: { prev: false, next: false },
    notFound: {
      title: 'There is no such page',
      quote: 'It may have another name by now: search for it, or begin at the first page.',
      linkText: 'Go to the first page',
      linkLabel: 'Go to the first page',
    },
    footer: { message: 'MIT licence' },
  },
};

/** Blocks of code look the same, however they are marked; double braces are text, not Vue's. */
function prepareMarkdown({ renderer, utils }) {
  renderer.rules.code_block = (tokens, i, options, env, self) => {
    tokens[i].info = 'txt';
    return renderer.rules.fence(tokens, i, options, env, self);
  };
  renderer.rules.text = (tokens, i) =>
    utils.escapeHtml(tokens[i].content).replaceAll('{{', '&#123;&#123;');
}

/**
 * How much a match on the page `id` counts: guides come before references, and these before notes,
 * codes and what changed; but who types a code looks for it. The page gets it as text, so it
 * uses nothing of this file.
 */
function boostDocument(id, term) {
  if (/\/errors\./.test(id)) return /^nm$/i.test(term) ? 50 : 0.1;
  if (/\/(lab-notes|settings|changelog|contributing|architecture|nonomill-toml)\./.test(id))
    return 0.1;
  return /\/(reference|results|library)\b/.test(id) ? 0.4 : 1;
}
