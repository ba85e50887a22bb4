// Which links of a site lead nowhere.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';

/**
 * A line for each link or picture of the pages in `folder` that leads to no file of it, or to a
 * part of a page that is not there; `base` is where the site is on its host. Other hosts are not
 * asked.
 */
export function brokenLinks(folder, base) {
  const pages = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const ids = new Map();
  const idsOf = (page) => {
    if (!ids.has(page)) {
      const html = readFileSync(join(folder, page), 'utf8');
      ids.set(page, new Set(Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id]) => id)));
    }
    return ids.get(page);
  };
  return pages.flatMap((page) => {
    const html = readFileSync(join(folder, page), 'utf8');
    const links = new Set(
      Array.from(
        html.matchAll(/<(?:a|img|link|script)\b[^>]*? (?:href|src)="([^"]*)"/g),
        ([, to]) => to.replaceAll('&amp;', '&'),
      ),
    );
    return [...links]
      .filter((to) => !leads(to, page, folder, base, idsOf))
      .map((to) => `${page}: ${to} leads nowhere`);
  });
}

function leads(to, page, folder, base, idsOf) {
  const { host, protocol, pathname, hash } = new URL(to, `http://here${base}${page}`);
  if (protocol !== 'http:' || host !== 'here') return true;
  if (!pathname.startsWith(base)) return false;
  const file = decodeURIComponent(pathname.slice(base.length));
  const found = [file, `${file}.html`, posix.join(file, 'index.html')].find((name) => {
    const path = join(folder, name);
    return existsSync(path) && statSync(path).isFile();
  });
  if (found === undefined) return false;
  const part = decodeURIComponent(hash.slice(1));
  // What follows the # of the workbench is a puzzle.
  return part === '' || found.startsWith('try/') || idsOf(found).has(part);
}
