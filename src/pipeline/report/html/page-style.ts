import { fileURLToPath } from 'node:url';
import { builtFile } from '../../files/program.js';
import { PUZZLE_STYLE } from '../figures/puzzle-svg.js';

/** How many places of one puzzle can be switched, and between how many ways each. */
export const PLACES = 6;

export const WAYS = 6;

/**
 * The styles by which a place shows the way that is chosen, as the report has no script: a rule for
 * each place and way. A browser that does not know `:has` shows the first way of each place.
 */
const AMBIGUITY_STYLE = `
.mapped .varies { fill: none; stroke: var(--search); stroke-width: 1.6; }
.mapped .way { display: none; }
.mapped .w1 { display: inline; }
.mapped fieldset { border: 0; margin: 10px 0 0; padding: 0; font-size: 14px; }
.mapped legend { color: var(--muted); padding: 0; }
.mapped label { margin-right: 12px; white-space: nowrap; }
.mapped input { accent-color: var(--accent); }
@supports selector(:has(*)) {
.mapped .w1 { display: none; }
${Array.from({ length: PLACES * WAYS }, (_, i) => {
  const [place, way] = [Math.floor(i / WAYS) + 1, (i % WAYS) + 1];
  return `.mapped:has(.s${place} label:nth-of-type(${way}) input:checked) .p${place}.w${way} { display: inline; }`;
}).join('\n')}
}`;

/** The colours of pages and of charts that are files, light and dark. */
export const THEME = `:root {
  color-scheme: light dark;
  --paper: #fcfbf8; --card: #ffffff; --ink: #1c2024; --muted: #5f656d; --rule: #e6e2d8;
  --accent: #1f5fa0; --line: #2b7a9b; --probe: #d99a2b; --search: #b23a48; --unproven: #b3b1aa;
  --ambiguous: #8a6fb0; --contradiction: #55606b;
  --cell: #ffffff; --filled: #1c2024; --grid: #cfccc3; --fifth: #6b7077; --unknown: #e3e0d7; --shade: #1c202430;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15181b; --card: #1c2024; --ink: #e8e6e1; --muted: #a2a7ad; --rule: #31363b;
    --accent: #86b9ee; --line: #5aa9cc; --probe: #e3b057; --search: #e07a80; --unproven: #6d7278;
    --ambiguous: #ab92cf; --contradiction: #9aa5b0;
    --cell: #d9d7d0; --filled: #15181b; --grid: #b4b1a8; --fifth: #6b7077; --unknown: #a9a69d; --shade: #000000a0;
  }
}`;

const CHART_COLOURS = [
  ...['ink', 'muted', 'rule', 'accent', 'paper'],
  ...['line', 'probe', 'search', 'unproven', 'ambiguous', 'contradiction'],
] as const;

/** The light colours of charts by their names. */
export const LIGHT = Object.fromEntries(
  CHART_COLOURS.map((name) => [name, new RegExp(`--${name}: (#\\w+);`).exec(THEME)![1]]),
) as Readonly<Record<(typeof CHART_COLOURS)[number], string>>;

/** Gives a chart's light colours their variables; programs that know none keep the colours. */
export const CHART_THEME = `
@supports (fill: var(--ink)) {
${CHART_COLOURS.flatMap((name) =>
  ['fill', 'stroke'].map((what) => `[${what}="${LIGHT[name]}"] { ${what}: var(--${name}); }`),
).join('\n')}
}`;

/** The page's one style sheet. Contrast of text on paper is 4.5:1 or more in light and dark. */
export const PAGE_STYLE = `
${THEME}${CHART_THEME}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  font-variant-numeric: tabular-nums;
}
main, header, footer { max-width: 1160px; margin: 0 auto; padding: 0 24px; }
header { padding-top: 48px; }
h1 { font-size: 30px; line-height: 1.2; font-weight: 650; margin: 0; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { font-size: 19px; font-weight: 650; margin: 56px 0 4px; }
h3 { font-size: 16px; font-weight: 600; margin: 0; }
p { margin: 0; }
.note { color: var(--muted); max-width: 70ch; }
header .note { margin-top: 8px; }
.since { margin-top: 24px; padding: 12px 18px; background: var(--card); border: 1px solid var(--rule); border-radius: 6px; }
.since h2 { margin-top: 0; }
.since h3 { margin-top: 18px; }
.since ul { margin: 8px 0; padding: 0; list-style: none; }
.since code { overflow-wrap: anywhere; }
.gate-verdict { margin-top: 24px; padding: 12px 18px; background: var(--card); border: 1px solid var(--rule); border-left: 4px solid var(--line); border-radius: 6px; font-weight: 600; }
.gate-verdict.fails { border-left-color: var(--search); }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 1px; margin: 32px 0 0; background: var(--card); border: 1px solid var(--rule); border-radius: 10px; overflow: hidden; }
.figures div { box-shadow: 0 0 0 1px var(--rule); padding: 16px 18px; }
.figures dt { color: var(--muted); font-size: 14px; }
.figures dd { margin: 2px 0 0; font-size: 25px; font-weight: 600; letter-spacing: -0.01em; }
.figures small { display: block; font-size: 14px; font-weight: 400; color: var(--muted); letter-spacing: 0; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(440px, 100%), 1fr)); gap: 20px; margin-top: 32px; }
.card { background: var(--card); border: 1px solid var(--rule); border-radius: 10px; padding: 18px 20px; min-width: 0; }
.card > .note { font-size: 14px; margin: 2px 0 14px; }
svg { display: block; height: auto; }
.chart { width: 100%; }
.drawing { overflow-x: auto; }
svg text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; padding: 0; margin: 0 0 12px; list-style: none; font-size: 14px; color: var(--muted); }
.legend li::before { content: ""; display: inline-block; width: 11px; height: 11px; border-radius: 3px; margin-right: 7px; background: currentColor; }
.legend .line::before { background: var(--line); }
.legend .probe::before { background: var(--probe); }
.legend .search::before { background: var(--search); }
.legend .unproven::before { background: var(--unproven); }
.legend .ambiguous::before { background: var(--ambiguous); }
.legend .contradiction::before { background: var(--contradiction); }
.legend .accent::before { background: var(--accent); }
.legend .second::before { background: var(--probe); }
details { margin-top: 14px; font-size: 14px; }
summary { color: var(--muted); cursor: pointer; }
summary:hover { color: var(--ink); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
.scroll { overflow-x: auto; margin-top: 10px; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { text-align: left; padding: 6px 14px 6px 0; border-bottom: 1px solid var(--rule); vertical-align: top; }
th { color: var(--muted); font-weight: 500; white-space: nowrap; }
td { overflow-wrap: break-word; }
td:last-child:not(.number) { overflow-wrap: anywhere; min-width: 16ch; }
.number { text-align: right; white-space: nowrap; overflow-wrap: normal; }
td:last-child, th:last-child { padding-right: 0; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 13px; }
pre { overflow-x: auto; margin: 8px 0 0; line-height: 1.25; }
.gallery { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(250px, 100%), 1fr)); gap: 20px; margin: 20px 0 0; padding: 0; list-style: none; }
.gallery .card { display: flex; flex-direction: column; }
.gallery h3 { overflow-wrap: anywhere; }
.gallery .place { color: var(--muted); font-size: 13px; overflow-wrap: anywhere; }
.gallery .verdict { font-size: 14px; margin-bottom: 14px; }
.gallery svg { align-self: flex-start; max-width: 100%; max-height: 360px; }
.gallery details { margin-top: auto; padding-top: 14px; }
${PUZZLE_STYLE.slice(1)}
.solving svg { margin-top: 10px; }
.solving ol { max-height: 220px; overflow-y: auto; margin: 10px 0 0; padding-left: 34px; font-size: 13px; }
.solving .still { display: none; margin-top: 10px; }
.gallery details + details { margin-top: 0; padding-top: 8px; }
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(440px, 100%), 1fr)); gap: 20px; margin-top: 20px; align-items: start; }
footer { color: var(--muted); font-size: 14px; padding-top: 56px; padding-bottom: 48px; }
@media (max-width: 560px) {
  main, header, footer { padding-left: 14px; padding-right: 14px; }
  .card { padding: 14px; }
  .chart { width: 420px; }
  /* A shade at the edge shows that there is more to scroll to; it goes away at the end. */
  .drawing {
    background:
      linear-gradient(to right, var(--card) 16px, transparent) 0 0 / 40px 100% local,
      linear-gradient(to left, var(--card) 16px, transparent) 100% 0 / 40px 100% local,
      linear-gradient(to right, var(--shade), transparent) 0 0 / 12px 100% scroll,
      linear-gradient(to left, var(--shade), transparent) 100% 0 / 12px 100% scroll;
    background-repeat: no-repeat;
  }
  .figures div:last-child:nth-child(odd) { grid-column: 1 / -1; }
}
@media (prefers-reduced-motion: reduce) {
  .solving svg { display: none; }
  .solving .still { display: block; }
}
${AMBIGUITY_STYLE}
@media print { .card { break-inside: avoid; } details { display: none; } }
`;

/** DejaVu Sans, whose licence (Bitstream Vera) allows embedding: only characters in use. */
export const FONT_FILES = { plain: fontFile('DejaVuSans'), bold: fontFile('DejaVuSans-Bold') };

function fontFile(name: string): string {
  return fileURLToPath(builtFile(`fonts/${name}.ttf`));
}
