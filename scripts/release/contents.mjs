// What a release says of what is in it: a list of components (SBOM, CycloneDX) and the licences.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Files of the package that name each package put into a bundle, with its version and licence. */
function bundledTerms(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => /(^|[\\/.])LICENSES\.txt$/.test(name))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split(/^-{80}$/m))
    .map((terms) => terms.trim())
    .filter((terms) => terms !== '');
}

/** `sbom` of `npm sbom` with what the package `folder` holds in bundles, too. */
export function withBundled(sbom, folder) {
  const known = new Set(sbom.components.map(({ purl }) => purl));
  const bundled = new Map();
  for (const terms of bundledTerms(folder)) {
    const [, name, version] = /^(\S+) (\d\S*)$/m.exec(terms.split('\n', 1)[0]) ?? [];
    if (name === undefined) throw new Error(`no name and version: ${terms.slice(0, 80)}`);
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    if (known.has(purl)) continue;
    bundled.set(purl, {
      'bom-ref': `${name}@${version}`,
      type: 'library',
      name,
      version,
      purl,
      properties: [{ name: 'nonomill:bundled', value: 'true' }],
    });
  }
  return { ...sbom, components: [...sbom.components, ...bundled.values()] };
}

/** The licences of nonomill, of the packages that are installed with it, and of what it bundles. */
export function licencesOf(installed) {
  const modules = join(installed, 'node_modules');
  const names = readdirSync(modules).flatMap((name) => {
    if (name.startsWith('.')) return [];
    if (!name.startsWith('@')) return [name];
    return readdirSync(join(modules, name)).map((within) => `${name}/${within}`);
  });
  const own = names.map((name) => {
    const folder = join(modules, name);
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((one) => /^(licen[cs]e|copying)/i.test(one));
    const terms = file === undefined ? license : readFileSync(join(folder, file), 'utf8');
    return `${name} ${version}\n\n${terms.trim()}`;
  });
  const all = new Set([...own, ...bundledTerms(join(modules, 'nonomill'))]);
  return [...all].sort().join(`\n\n${'-'.repeat(80)}\n\n`) + '\n';
}
