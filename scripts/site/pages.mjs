// The pages of the site, written as Markdown into dist/.site-pages: those of docs/ and of the top
// level, with links that lead to pages of the site, and the reference, made from the tables.
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, posix, relative, sep } from 'node:path';
import { root } from '../prepare.mjs';
import { anchorOf } from './anchors.mjs';
import { referencePages } from './reference.mjs';

export const SITE_PAGES = join(root, 'dist', '.site-pages');

/** Pages outside docs/, and the index of docs/, by the address of each on the site. */
const ELSEWHERE = {
  'README.md': 'overview.md',
  'ARCHITECTURE.md': 'architecture.md',
  'CONTRIBUTING.md': 'contributing.md',
  'CHANGELOG.md': 'changelog.md',
  'SECURITY.md': 'security.md',
  'data/README.md': 'data.md',
  'docs/README.md': 'documentation.md',
};

const FIRST_PAGE = { sidebar: false, aside: false, pageClass: 'first-page' };

/**
 * Writes all pages of a site that will be at `base` of its host; returns the sidebar: what
 * docs/README.md lists, by reader.
 */
export async function writePages(base) {
  const { pages, files } = documentedPages();
  for (const [address, file] of Object.entries(files)) copy(file, address);
  copy('src/site/icon.svg', 'public/icon.svg');
  const addresses = addressesOf();
  const reference = await referencePages();
  const all = { ...folderPages(pages), ...pages, ...reference.pages };
  for (const [address, text] of Object.entries(all)) write(address, text);
  write('index.md', firstPage(addresses, base));
  return [...guides(pages, addresses), ...reference.sidebar];
}

/**
 * The pages of docs/ and of the top level by their addresses, and the other files of docs/, each
 * by its address with its path. The index of docs/ names each page by its title.
 * @throws Error that names the page and the link, if one leads to no page or no heading.
 */
export function documentedPages() {
  const addresses = addressesOf();
  const texts = Object.fromEntries(
    [...addresses.keys()]
      .filter((file) => extname(file) === '.md')
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  );
  const pages = {};
  const files = {};
  for (const [file, address] of addresses) {
    if (file in texts) pages[address] = withLinks(texts[file], file, addresses, texts);
    // Pictures are taken from beside the page, everything else as it is.
    else files[/\.(png|svg)$/.test(file) ? address : `public/${address}`] = file;
  }
  const index = ELSEWHERE['docs/README.md'];
  pages[index] = pages[index].replaceAll(/\[[^\]]*\.md\]\(\.\/([^)]*)\)/g, (_, to) => {
    return `[${titleOf(pages[to])}](./${to})`;
  });
  return { pages, files };
}

/** For each folder a page that lists those in it: its address leads somewhere, too. */
function folderPages(pages) {
  const folders = Map.groupBy(Object.keys(pages), (address) => posix.dirname(address));
  folders.delete('.');
  return Object.fromEntries(
    [...folders].map(([folder, addresses]) => {
      const links = addresses.map((to) => `- [${titleOf(pages[to])}](./${posix.basename(to)})`);
      const title = folder[0].toUpperCase() + folder.slice(1);
      return [
        `${folder}/index.md`,
        `---\nsearch: false\n---\n\n# ${title}\n\n${links.sort().join('\n')}\n`,
      ];
    }),
  );
}

/** The title of a page. */
function titleOf(page) {
  return /^# (.*)$/m.exec(page)[1].replaceAll('`', '');
}

/** The address on the site of each file. */
function addressesOf() {
  const files = readdirSync(join(root, 'docs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join(posix.sep));
  const addresses = new Map(files.map((file) => [file, file.replace(/^docs\//, '')]));
  for (const [file, address] of Object.entries(ELSEWHERE)) addresses.set(file, address);
  return addresses;
}

/**
 * The same text with links to the addresses of the site, as seen from the page of `file`. `texts`
 * are those of the pages, by their files.
 */
function withLinks(text, file, addresses, texts) {
  const from = addresses.get(file);
  const shown = text.replaceAll(/^<!--.*-->\n\n?/gm, '');
  return outsideCode(shown, (prose) =>
    prose.replaceAll(/\]\((?!\w+:)([^)#\s]*)(#[^)\s]*)?\)/g, (_, path, anchor = '') => {
      const target = path === '' ? file : posix.join(posix.dirname(file), path);
      const to = addresses.get(target);
      if (to === undefined) throw new Error(`${file}: ${path} leads to no page of the site`);
      if (anchor !== '' && !headingsOf(texts[target]).includes(anchor.slice(1)))
        throw new Error(`${file}: ${path}${anchor} leads to no heading`);
      if (path === '') return `](${anchor})`;
      const isPage = to.endsWith('.md') || /\.(png|svg)$/.test(to);
      const link = isPage ? posix.relative(posix.dirname(from), to) : `/${to}`;
      return `](${isPage && !link.startsWith('.') ? './' : ''}${link}${anchor})`;
    }),
  );
}

/** The anchors of a page. */
function headingsOf(text) {
  const headings = text.replaceAll(/^```[^]*?^```/gm, '').matchAll(/^#+ (.*)$/gm);
  return Array.from(headings, ([, heading]) => anchorOf(heading));
}

/** Changes Markdown, but not its blocks and spans of code. */
function outsideCode(text, change) {
  return text
    .split(/(^```[^]*?^```|^ {4}.*$|`[^`\n]*`)/m)
    .map((part, i) => (i % 2 === 0 ? change(part) : part))
    .join('');
}

/**
 * The first page, of the parts of README.md: the mission, that one can draw, with a picture, the
 * commands of a night with another, and the reasons.
 */
function firstPage(addresses, base) {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, mission] = /^# nonomill\n\n(.*?)\n\n/s.exec(readme);
  const [runPage, workbench] = readme.match(/^!\[.*\.png\)$/gm);
  const [, answered] = /^\*\*For makers\.\*\* Draw a picture[^,]*(, [^?]*\?)/m.exec(readme);
  const [, night, commands] = /^(One night: [^]*?)\n\n((?: {4}.*\n)+)/m.exec(readme);
  const [reasons] = /^- \*\*[^]*?(?=\n\n)/m.exec(readme);
  const [first, ...rest] = mission.replaceAll('\n', ' ').split(/(?<=\.) /);
  const parts = [
    `---\n${JSON.stringify(FIRST_PAGE)}\n---`,
    '# nonomill',
    `**${first}** ${rest.join(' ')}`,
    // The workbench is no page of VitePress, which leaves addresses with a target as they are.
    `[Start](./overview.md#start) [Draw a puzzle](${base}try/){target="_self"} [Documentation](./documentation.md)`,
    `**Draw a picture**${answered.replaceAll('\n', ' ')}`,
    withLinks(workbench, 'README.md', addresses, {}),
    night.replaceAll('\n', ' '),
    `\`\`\`sh\n${commands.replaceAll(/^ {4}/gm, '')}\`\`\``,
    withLinks(runPage, 'README.md', addresses, {}),
    withLinks(reasons, 'README.md', addresses, {}),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The sections of docs/README.md with the pages that each links to. */
function guides(pages, addresses) {
  const index = readFileSync(join(root, 'docs', 'README.md'), 'utf8');
  const first = ['overview.md', 'tour.md', 'glossary.md', 'changelog.md'];
  const item = (address) => ({
    // The title of README.md is the name of the program.
    text: address === 'overview.md' ? 'Overview' : titleOf(pages[address]),
    link: `/${address.replace(/\.md$/, '')}`,
  });
  const sections = index
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [text] = section.split('\n', 1);
      const links = [...section.matchAll(/\]\((?!\w+:)([^)#]+\.md)\)/g)];
      const linked = links.map(([, path]) => addresses.get(posix.join('docs', path)));
      const link = `/documentation#${anchorOf(text)}`;
      return { text, link, collapsed: false, items: [...new Set(linked)].map(item) };
    });
  return [{ text: 'For everybody', items: first.map(item) }, ...sections];
}

function copy(file, address) {
  const to = join(SITE_PAGES, address);
  mkdirSync(dirname(to), { recursive: true });
  cpSync(join(root, file), to);
}

function write(address, text) {
  const to = join(SITE_PAGES, address);
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, text);
}
