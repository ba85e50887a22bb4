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

/**
 * The terms of a package that only names them: its authors', in the words of our own licence, if it
 * is that of MIT. @throws if it is another.
 */
function namedTerms(name, license, author) {
  if (license !== 'MIT' || author === undefined) throw new Error(`${name} has no licence file`);
  const own = readFileSync(join(root, 'LICENSE'), 'utf8').trim();
  return own.replace(/^Copyright .*$/m, `Copyright (c) ${author}`);
}
