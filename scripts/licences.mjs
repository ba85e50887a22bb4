// The licences of the packages that are put into a bundle.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './prepare.mjs';

/** Licences of what packages hold of others, beside their own. */
const WITHIN = { echarts: ['echarts/licenses/LICENSE-d3', 'zrender/LICENSE'] };

/** The folder of the package that a module is of. */
const PACKAGE = /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;

/** A plugin that writes the licence and the notice of each package in the bundles into `file`. */
export function licencesIn(file) {
  const terms = new Map();
  return {
    name: 'licences',
    generateBundle(_, bundle) {
      for (const { modules = {} } of Object.values(bundle)) {
        for (const [id, { renderedLength }] of Object.entries(modules)) {
          const folder = PACKAGE.exec(id)?.[1];
          if (renderedLength > 0 && folder !== undefined) terms.set(folder, termsOf(folder));
        }
      }
      const text = [...new Set(terms.values())].sort().join(`\n${'-'.repeat(80)}\n\n`);
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text.trim());
    },
  };
}

function termsOf(folder) {
  const text = (name) => readFileSync(join(folder, name), 'utf8').trim();
  const { name, version, license, author } = JSON.parse(text('package.json'));
  const textNamed = (words) => {
    const found = readdirSync(folder).find((one) => words.test(one));
    return found === undefined ? undefined : text(found);
  };
  const within = (WITHIN[name] ?? []).map((path) => text(join('..', path)));
  const own =
    textNamed(/^licen[cs]e(\.|-|$)/i) ?? namedTerms(`${name} ${version}`, license, author);
  const notice = textNamed(/^notice(\.|$)/i) ?? [];
  return `${name} ${version}\n\n${[own, notice, ...within].flat().join('\n\n')}\n`;
}

const ISC = `ISC License

Copyright

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted,
provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.`;

/**
 * The terms of a package that only names them: its authors', in the words of our own licence if it
 * is that of MIT, or in those of the ISC. @throws if it is another.
 */
function namedTerms(name, license, author) {
  if (!['MIT', 'ISC'].includes(license) || author === undefined) {
    throw new Error(`${name} has no licence file`);
  }
  const own = license === 'ISC' ? ISC : readFileSync(join(root, 'LICENSE'), 'utf8').trim();
  const { name: person = author, email, url } = author;
  const whole = [person, email && `<${email}>`, url && `(${url})`].filter(Boolean).join(' ');
  return own.replace(/^Copyright.*$/m, `Copyright (c) ${whole}`);
}
