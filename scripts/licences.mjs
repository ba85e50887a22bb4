// The licences of packages that are put into a bundle.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The licence of every package of which a module is in the bundle. @throws if one has none. */
export function licencesOf(modules) {
  const packages = new Set(modules.flatMap((id) => packageOf(id.replace(/^\0+/, '')) ?? []));
  return [...packages]
    .sort()
    .map((path) => {
      const { name, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
      const file = readdirSync(path).find((entry) => /^licen[cs]e/i.test(entry));
      if (file === undefined) throw new Error(`${name} ${version} has no licence file`);
      return `${name} ${version}\n\n${readFileSync(join(path, file), 'utf8').trim()}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/** The folder of the package that holds the module at `path`, or null for a module of our own. */
function packageOf(path) {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0] ?? null;
}
