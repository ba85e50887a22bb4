// Draws docs/architecture.svg from the import rule: the packages of src from top to bottom, with
// the layers of each. `--check` writes nothing, and says whether the picture and the table of
// ARCHITECTURE.md are what the rule says.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGES } from '../.dependency-cruiser.mjs';
import { root } from './prepare.mjs';

const target = join(root, 'docs', 'architecture.svg');
const packages = Object.entries(PACKAGES);

const [LEFT, TOP, WIDTH, GAP] = [150, 20, 760, 12];

let next = TOP;
const placed = packages.map(([name, { is, sees, layers = {} }]) => {
  const lines = Object.entries(layers);
  const [y, height] = [next, 44 + 18 * lines.length];
  next += height + GAP;
  return { name, is, sees, lines, y, height };
});
const bottom = next - GAP;
const [solver] = placed;

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const text = (x, y, style, words) =>
  `<text x="${x}" y="${y}" class="${style}">${escaped(words)}</text>`;

const boxes = placed.map(
  ({ name, is, sees, lines, y, height }) =>
    `<rect x="${LEFT}" y="${y}" width="${WIDTH}" height="${height}" rx="6" class="package"/>` +
    text(LEFT + 14, y + 24, 'name', name) +
    text(LEFT + 94, y + 24, 'says', is) +
    (sees.length > 0 ? text(LEFT + WIDTH + 14, y + 24, 'note', `imports ${sees.join(', ')}`) : '') +
    lines
      .map(([layer, { is: says }], i) => {
        const below = y + 46 + 18 * i;
        return text(LEFT + 94, below, 'layer', layer) + text(LEFT + 160, below, 'note', says);
      })
      .join(''),
);

const LIGHT = {
  paper: '#fcfbf8',
  box: '#f2efe6',
  edge: '#a8a294',
  ink: '#1c2024',
  muted: '#5f656d',
};
const DARK = {
  paper: '#15181b',
  box: '#1f2428',
  edge: '#4a5157',
  ink: '#e8e6e1',
  muted: '#a2a7ad',
};

const bracket =
  `<path d="M${LEFT - 12} ${solver.y}h-10v${solver.height}h10" class="bracket"/>` +
  text(16, solver.y + solver.height / 2, 'note', 'runs in browsers,') +
  text(16, solver.y + solver.height / 2 + 16, 'note', 'too');

/** Plain values: few programs besides browsers know variables. */
function styleOf({ paper, box, edge, ink, muted }) {
  return (
    `.paper{fill:${paper}}.package{fill:${box};stroke:${edge}}.name,.says,.layer{fill:${ink}}` +
    `.note{fill:${muted}}.bracket{stroke:${edge}}`
  );
}

const [width, height] = [LEFT + WIDTH + 180, bottom + TOP];
const svg =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
  'font-family="system-ui, Segoe UI, Roboto, DejaVu Sans, sans-serif" role="img">' +
  '<title>The four packages of src, and their layers, each importing from those above it</title>' +
  `<style>${styleOf(LIGHT)}.name{font-size:15px;font-weight:600}.says,.layer{font-size:13px}.note{font-size:12px}` +
  `.bracket{fill:none}@media(prefers-color-scheme:dark){${styleOf(DARK)}}</style>` +
  `<rect width="100%" height="100%" class="paper"/>${boxes.join('')}${bracket}</svg>\n`;

if (process.argv.includes('--check')) {
  const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const said = packages.flatMap(([name, { is, layers = {} }]) => [
    `| **${name}** | ${is} |`,
    ...Object.entries(layers).map(([layer, { is: says }]) => `| ${name}/${layer} | ${says} |`),
  ]);
  const missing = said.filter((row) => !page.includes(row));
  for (const row of missing)
    console.error(`ARCHITECTURE.md lacks what .dependency-cruiser.mjs says: ${row}`);
  const isDrawn = readFileSync(target, 'utf8') === svg;
  if (!isDrawn)
    console.error('docs/architecture.svg is not what the rule says: npm run draw-architecture');
  if (missing.length > 0 || !isDrawn) process.exitCode = 1;
} else writeFileSync(target, svg);
