// Draws docs/architecture.svg from the import rule: the wings of src from top to bottom, with the
// packages of each. `--check` writes nothing, and says whether the picture and the table of
// ARCHITECTURE.md are what the rule says.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WINGS } from '../.dependency-cruiser.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = join(root, 'docs', 'architecture.svg');
const wings = Object.entries(WINGS);

const [LEFT, TOP, WIDTH, GAP] = [150, 20, 760, 12];

/** The packages of a wing, in lines that fit. */
function linesOf(packages) {
  const lines = [''];
  for (const name of packages.split(/\s+/)) {
    const last = lines.length - 1;
    const longer = lines[last] === '' ? name : `${lines[last]}, ${name}`;
    if (longer.length <= 90) lines[last] = longer;
    else lines.push(name);
  }
  return lines[0] === '' ? ['no packages'] : lines;
}

let next = TOP;
const placed = wings.map(([name, wing]) => {
  const lines = linesOf(wing.packages);
  const [y, height] = [next, 42 + 16 * lines.length];
  next += height + GAP;
  return { ...wing, name, lines, y, height };
});
const bottom = next - GAP;
const last = placed.filter(({ inBrowsers }) => inBrowsers).at(-1);
const lastInBrowsers = last.y + last.height;

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const text = (x, y, style, words) =>
  `<text x="${x}" y="${y}" class="${style}">${escaped(words)}</text>`;

const boxes = placed.map(
  ({ name, is, lines, y, height }) =>
    `<rect x="${LEFT}" y="${y}" width="${WIDTH}" height="${height}" rx="6" class="wing"/>` +
    text(LEFT + 14, y + 24, 'name', name) +
    text(LEFT + 94, y + 24, 'says', is) +
    lines.map((line, i) => text(LEFT + 94, y + 44 + 16 * i, 'note', line)).join(''),
);

const LIGHT = {
  paper: '#fcfbf8',
  wing: '#f2efe6',
  edge: '#a8a294',
  ink: '#1c2024',
  muted: '#5f656d',
  accent: '#1f5fa0',
};
const DARK = {
  paper: '#15181b',
  wing: '#1f2428',
  edge: '#4a5157',
  ink: '#e8e6e1',
  muted: '#a2a7ad',
  accent: '#86b9ee',
};

const arrow =
  `<path d="M${LEFT + WIDTH + 24} ${bottom}V${TOP + 6}" class="arrow" marker-end="url(#tip)"/>` +
  text(LEFT + WIDTH + 34, TOP + 16, 'note', 'imports');
const bracket =
  `<path d="M${LEFT - 12} ${TOP}h-10V${lastInBrowsers}h10" class="bracket"/>` +
  text(16, (TOP + lastInBrowsers) / 2, 'note', 'runs in browsers,') +
  text(16, (TOP + lastInBrowsers) / 2 + 16, 'note', 'too');

/** Plain values: few programs besides browsers know variables. */
function styleOf({ paper, wing, edge, ink, muted, accent }) {
  return (
    `.paper{fill:${paper}}.wing{fill:${wing};stroke:${edge}}.name,.says{fill:${ink}}.note{fill:${muted}}` +
    `.arrow{stroke:${accent}}.bracket{stroke:${edge}}.tip{fill:${accent}}`
  );
}

const [width, height] = [LEFT + WIDTH + 90, bottom + TOP];
const svg =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
  'font-family="system-ui, Segoe UI, Roboto, DejaVu Sans, sans-serif" role="img">' +
  '<title>The eight wings of src, each importing from those above it</title>' +
  `<style>${styleOf(LIGHT)}.name{font-size:15px;font-weight:600}.says{font-size:13px}.note{font-size:12px}` +
  `.arrow{stroke-width:2;fill:none}.bracket{fill:none}@media(prefers-color-scheme:dark){${styleOf(DARK)}}</style>` +
  '<defs><marker id="tip" viewBox="0 0 8 8" refX="4" refY="4" markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L8 4L0 8z" class="tip"/></marker></defs>' +
  `<rect width="100%" height="100%" class="paper"/>${boxes.join('')}${arrow}${bracket}</svg>\n`;

if (process.argv.includes('--check')) {
  const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const missing = wings.filter(([name, { is }]) => !page.includes(`| \`${name}\` | ${is} |`));
  for (const [name] of missing)
    console.error(`ARCHITECTURE.md does not say of ${name} what .dependency-cruiser.mjs does`);
  const isDrawn = readFileSync(target, 'utf8') === svg;
  if (!isDrawn)
    console.error('docs/architecture.svg is not what the rule says: npm run draw-architecture');
  if (missing.length > 0 || !isDrawn) process.exitCode = 1;
} else writeFileSync(target, svg);
