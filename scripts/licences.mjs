// The licences of packages that are put into a bundle.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from './prepare.mjs';

/** Packages whose one file holds another package, too. */
const WITHIN = { echarts: 'zrender' };

/**
 * The licence of every package of which a module is in the bundle, and its notice. @throws if one
 * has none.
 */
export function licencesOf(modules) {
  const packages = new Set(modules.flatMap((id) => packageOf(id.replace(/^\0+/, '')) ?? []));
  for (const path of packages) {
    const other = WITHIN[basename(path)];
    if (other !== undefined) packages.add(join(dirname(path), other));
  }
  return [...packages]
    .sort()
    .map((path) => {
      const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
      return `${manifest.name} ${manifest.version}\n\n${termsIn(path, manifest)}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function termsIn(path, manifest) {
  const texts = readdirSync(path)
    .filter((entry) => /^(licen[cs]e|notice)/i.test(entry))
    .flatMap((entry) => textsAt(join(path, entry)));
  return texts.length > 0 ? texts.join('\n\n') : namedTerms(manifest);
}

/** The text of a file, or those of a folder: some packages hold parts of others. */
function textsAt(path) {
  if (!statSync(path).isDirectory()) return [readFileSync(path, 'utf8').trim()];
  return readdirSync(path).flatMap((entry) => textsAt(join(path, entry)));
}

/**
 * The terms of a package that only names them: its authors', in the words of our own licence, if it
 * is that of MIT.
 */
function namedTerms({ name, version, license, author }) {
  if (license !== 'MIT' || typeof author !== 'string') {
    throw new Error(`${name} ${version} has no licence file`);
  }
  const own = readFileSync(join(root, 'LICENSE'), 'utf8').trim();
  return own.replace(/^Copyright .*$/m, `Copyright (c) ${author}`);
}

/** The folder of the package that holds the module at `path`, or null for a module of our own. */
function packageOf(path) {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0] ?? null;
}
