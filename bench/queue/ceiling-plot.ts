/** One measurement: for how many of the cores there would be work if every thread had a processor. */
export interface CeilingPoint {
  readonly cores: number;
  readonly working: number;
}

/** A kind of puzzle, with its measurements by the number of cores. */
export interface CeilingCurve {
  readonly name: string;
  readonly points: readonly CeilingPoint[];
  /** The cores that there would be work for, at most, if every thread had a processor to itself. */
  readonly ceiling: number;
}

const WIDTH = 640;
const HEIGHT = 400;
const LEFT = 64;
const RIGHT = 620;
const TOP = 20;
const BOTTOM = 350;

/** Both are read on white and on black. */
const COLOURS = ['#2f81f7', '#d9730d'];

const STYLE = `text{font:12px sans-serif;fill:#57606a}.line{stroke:#d0d7de}.even{stroke:#8c959f;stroke-dasharray:2 4}
@media(prefers-color-scheme:dark){text{fill:#adbac7}.line{stroke:#373e47}.even{stroke:#768390}}`;

/** A drawing of the curves, both axes logarithmic; above it there is no background. */
export function ceilingPlot(curves: readonly CeilingCurve[]): string {
  const points = curves.flatMap((curve) => curve.points);
  const most = Math.max(
    ...points.map(({ cores }) => cores),
    ...curves.map(({ ceiling }) => ceiling),
  );
  const least = Math.min(...points.map(({ cores, working }) => Math.min(cores, working)));
  const ticks = ticksBetween(least, most);
  const [from, to] = [ticks[0], ticks[ticks.length - 1]].map(Math.log);
  const along = (value: number): number => (Math.log(value) - from) / (to - from);
  const x = (value: number): number => LEFT + along(value) * (RIGHT - LEFT);
  const y = (value: number): number => BOTTOM - along(value) * (BOTTOM - TOP);
  const marks = ticks.map(
    (tick) =>
      line(x(tick), TOP, x(tick), BOTTOM, 'line') +
      line(LEFT, y(tick), RIGHT, y(tick), 'line') +
      label(x(tick), BOTTOM + 18, 'middle', tick.toLocaleString('en')) +
      label(LEFT - 8, y(tick) + 4, 'end', tick.toLocaleString('en')),
  );
  const drawn = curves.map(({ name, points: own, ceiling }, i) => {
    const colour = COLOURS[i % COLOURS.length];
    const way = own.map(({ cores, working }) => `${round(x(cores))},${round(y(working))}`);
    const dots = way.map((at) => {
      const [cx, cy] = at.split(',');
      return `<circle cx="${cx}" cy="${cy}" r="4" fill="${colour}"/>`;
    });
    const height = round(y(ceiling));
    const words = `${name}: ${Math.round(ceiling).toLocaleString('en')} at most`;
    return (
      `<polyline points="${way.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>` +
      `<path d="M${LEFT} ${height}H${RIGHT}" stroke="${colour}" stroke-dasharray="6 4"/>` +
      `${dots.join('')}${label(LEFT + 8, height - 6, 'start', words)}`
    );
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">`,
    '<title>Cores that have work, by the cores there are</title>',
    `<style>${STYLE}</style>`,
    ...marks,
    line(x(ticks[0]), y(ticks[0]), x(ticks[ticks.length - 1]), y(ticks[ticks.length - 1]), 'even'),
    ...drawn,
    label((LEFT + RIGHT) / 2, HEIGHT - 10, 'middle', 'cores of all workers'),
    `<g transform="rotate(-90 14 ${(TOP + BOTTOM) / 2})">` +
      `${label(14, (TOP + BOTTOM) / 2, 'middle', 'cores that have work')}</g>`,
    '</svg>\n',
  ].join('\n');
}

/** 1, 2 and 5 times the powers of ten, from at most `least` to at least `most`. */
function ticksBetween(least: number, most: number): number[] {
  const all = Array.from({ length: 30 }, (_, i) => [1, 2, 5][i % 3] * 10 ** Math.floor(i / 3));
  const from = all.filter((tick) => tick <= least).length - 1;
  return all.slice(Math.max(0, from), all.findIndex((tick) => tick >= most) + 1);
}

function line(x1: number, y1: number, x2: number, y2: number, kind: string): string {
  return `<path class="${kind}" d="M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}"/>`;
}

function label(x: number, y: number, anchor: string, words: string): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${words}</text>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
