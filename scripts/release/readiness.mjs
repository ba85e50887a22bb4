// What must hold before a version is released.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What the packages are called and where the project lives: the one place that says it. Addresses
 * are empty until somebody owns one.
 */
export function homeOf(root) {
  return JSON.parse(readFileSync(join(root, 'scripts', 'release', 'home.json'), 'utf8'));
}

/** Each reason why `version` cannot be released from the folder `root`, as a sentence. */
export function reasonsAgainst(version, root) {
  const read = (name) => readFileSync(join(root, name), 'utf8');
  const reasons = [];
  const { status, stdout } = spawnSync('git', ['status', '--porcelain'], { cwd: root });
  if (status !== 0) reasons.push('This is no clone of git.');
  else if (String(stdout) !== '') reasons.push('The tree is not clean: commit or stash first.');
  if (!hasChanges(read('CHANGELOG.md'), version)) {
    reasons.push(`CHANGELOG.md has no heading "## ${version} (<date>)" with changes below it.`);
  }
  const { name, version: given } = JSON.parse(read('package.json'));
  if (given !== version) {
    reasons.push(`package.json has another version: npm version ${version} --no-git-tag-version.`);
  }
  if (!new RegExp(`^version: ${version.replaceAll('.', '\\.')}$`, 'm').test(read('CITATION.cff'))) {
    reasons.push('CITATION.cff has another version.');
  }
  const { program } = homeOf(root);
  if (program !== name) {
    reasons.push(`package.json is called ${name}, but scripts/release/home.json says ${program}.`);
  }
  const empty = Object.entries(homeOf(root)).flatMap(([name, value]) => (value ? [] : [name]));
  if (empty.length > 0) {
    reasons.push(
      `scripts/release/home.json does not say where the project lives: ${empty.join(', ')}.`,
    );
  }
  return reasons;
}

/** Whether a changelog says under a heading with a date what `version` brings. */
export function hasChanges(changelog, version) {
  const heading = `## ${version} (`;
  const [, section] = `\n${changelog}`.split(`\n${heading}`);
  if (section === undefined || !/^\d{4}-\d{2}-\d{2}\)\n/.test(section)) return false;
  const [, ...lines] = section.split(/\n## /)[0].split('\n');
  return lines.some((line) => line.trim() !== '');
}

/**
 * A page of Markdown whose links lead to the files of a repository from wherever it is read;
 * unchanged without an address.
 */
export function withAbsoluteLinks(markdown, { repository }, version) {
  if (repository === '') return markdown;
  const base = `${repository.replace(/^git\+|\.git$/g, '')}`;
  return markdown.replaceAll(/(!?)\]\((?!https?:|#|mailto:)([^)\s]+)\)/g, (_, image, path) => {
    const kind = image === '!' || /\.(png|svg)$/.test(path) ? 'raw' : 'blob';
    return `${image}](${base}/${kind}/v${version}/${path.replace(/^\.\//, '')})`;
  });
}
