// The licences of the packages that are put into a bundle.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import license from 'rollup-plugin-license';
import { root } from './prepare.mjs';

/** Licences of what packages hold of others, beside their own. */
const WITHIN = { echarts: ['echarts/licenses/LICENSE-d3', 'zrender/LICENSE'] };

/** A plugin that writes the licence and the notice of each package in the bundles into `file`. */
export function licencesIn(file) {
  const template = (packages) =>
    packages
      .map(termsOf)
      .sort()
      .join(`\n${'-'.repeat(80)}\n\n`);
  return license({
    cwd: root,
    thirdParty: { multipleVersions: true, output: { file: join(root, file), template } },
  });
}

function termsOf({ name, version, licenseText, noticeText, license, author }) {
  const within = (WITHIN[name] ?? []).map((path) =>
    readFileSync(join(root, 'node_modules', path), 'utf8'),
  );
  const own = licenseText ?? namedTerms(`${name} ${version}`, license, author?.text());
  const terms = [own, noticeText, ...within].flatMap((text) => text?.trim() ?? []);
  return `${name} ${version}\n\n${terms.join('\n\n')}\n`;
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
  return own.replace(/^Copyright.*$/m, `Copyright (c) ${author}`);
}
