import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { SaxesParser } from 'saxes';
import { ONLY_DEEP, depth, folderWith } from '../../../support/tests.js';
import { outputOf } from '../../../support/nonomill.js';
import {
  NO_PDFTOPPM,
  NO_RSVG,
  renderedPdf,
  renderedSvg,
  type Seen,
} from '../../../support/rendered.js';

const folder = folderWith({});
const at = (name: string): string => join(folder, name);
const db = ['--db', at('a.sqlite')];

/** A command for each kind of chart that is written as a file. */
const CHARTS: Readonly<Record<string, readonly string[]>> = {
  bars: ['stats', 'night', '--by', 'size', '--of', 'unique'],
  'bars by two': ['stats', 'night', '--by', 'size,technique', '--of', 'line_solves:mean'],
  curve: ['stats', 'night', '--by', 'density:0.1', '--of', 'unique'],
  curves: ['stats', 'night', '--by', 'density:0.2,size', '--of', 'line'],
  'curves of means': ['stats', '--by', 'size,drawn_density', '--of', 'score:mean'],
  'curve of times': ['stats', 'night', '--by', 'density:0.1', '--of', 'solve_ms:p95'],
  'bars of means': ['stats', 'night', '--by', 'stars,status', '--of', 'score:mean'],
  map: ['stats', 'night', '--by', 'density:0.2,side', '--of', 'unique'],
  correlations: ['stats', 'night', '--correlate', 'density,score,sweeps'],
  history: ['history', 'night'],
  phase: ['study', 'phase', '--resume', '--quiet'],
};

before(async () => {
  const made = ['--size', '5x5,8x6', '--count', depth('60', '120'), '--density', '0.2..0.8'];
  await outputOf('generate', ...made, '--out', at('a.csv'));
  const run = ['run', at('a.csv'), '--name', 'night', '--quiet', ...db];
  await outputOf(...run, '--report', at('report'));
  await outputOf(...run, '--no-report');
  const drawn = ['--sizes', '5,6', '--rate', '--densities', '0.2..0.4:0.1', '--until-error', '20%'];
  await outputOf('study', 'phase', ...drawn, '--quiet', ...db);
});

async function chartOf(kind: string, end: string): Promise<Buffer> {
  const file = at(`${kind}.${end}`);
  await outputOf(...CHARTS[kind], '--chart', file, '--force', ...db);
  return readFileSync(file);
}

/** Light paper, words in ink, and something in colour. */
function assertLooksLikeChart({ paper, dark, coloured }: Seen, kind: string): void {
  assert.equal(paper, '#fcfbf8', `${kind}: the paper`);
  assert.ok(dark > 0.001 && dark < 0.1, `${kind}: ${(dark * 100).toFixed(1)} % of it is dark`);
  assert.ok(coloured > 100, `${kind}: only ${coloured} pixels are in colour`);
}

/** This one is looked at whenever tests run: its squares had frames in PDF. */
const PRINTED = ['phase'];

for (const kind of Object.keys(CHARTS)) {
  const skip = NO_RSVG || (!PRINTED.includes(kind) && ONLY_DEEP);
  test(`a chart of ${kind} has its colours where no browser draws it`, { skip }, async () => {
    const svg = (await chartOf(kind, 'svg')).toString();
    assertLooksLikeChart(renderedSvg(svg), kind);
  });

  test(
    `a chart of ${kind} in PDF looks as in SVG, without frames that SVG has not`,
    { skip: NO_PDFTOPPM || NO_RSVG || (!PRINTED.includes(kind) && ONLY_DEEP) },
    async () => {
      const pdf = renderedPdf(await chartOf(kind, 'pdf'));
      assertLooksLikeChart(pdf, kind);
      const svg = renderedSvg((await chartOf(kind, 'svg')).toString());
      assert.deepEqual([pdf.width, pdf.height], [svg.width, svg.height]);
      // The longest dark line is a stroke of a letter.
      assert.ok(pdf.longestLine < 30, `${pdf.longestLine} dark pixels beside each other`);
      const more = Math.abs(pdf.coloured - svg.coloured) / svg.coloured;
      assert.ok(more < 0.4, `${pdf.coloured} pixels in colour, and ${svg.coloured} in SVG`);
    },
  );
}

/**
 * What is drawn beyond the edges of a chart or, of its bands and curves, beyond the highest and the
 * lowest rule, but for half of a symbol.
 */
function marksOutside(shapes: string, width: number, height: number): string[] {
  const marks = shapes.match(/<(?:path|rect|polygon|polyline)\b[^>]*>/g) ?? [];
  assert.ok(marks.length > 3, 'it has no marks');
  const pointsOf = (mark: string): number[][] => {
    const moved = /transform="matrix\(([^)]*)\)"/.exec(mark)?.[1].split(',').slice(4).map(Number);
    const [left, up, wide, high] = ['x', 'y', 'width', 'height'].map((name) =>
      Number(new RegExp(` ${name}="([^"]+)"`).exec(mark)?.[1] ?? 0),
    );
    if (mark.startsWith('<rect')) {
      // The first one is the paper.
      return mark.includes('fill="none"')
        ? []
        : [
            [left, up],
            [left + wide, up + high],
          ];
    }
    const pair = mark.startsWith('<path')
      ? /[ML] ?(\S+?)[ ,]([-\d.e]+)/g
      : /([-\d.e]+) ([-\d.e]+)/g;
    const points = mark.matchAll(pair);
    return moved ? [moved] : Array.from(points, (point) => point.slice(1).map(Number));
  };
  const rules = marks.map(pointsOf).filter(([a, b, ...more]) => {
    return more.length === 0 && b !== undefined && a[1] === b[1] && b[0] - a[0] > width / 2;
  });
  const levels = rules.map(([[, y]]) => y);
  const [top, bottom] =
    levels.length > 1 ? [Math.min(...levels) - 4, Math.max(...levels) + 4] : [0, height];
  return marks.filter((mark) =>
    pointsOf(mark).some(([x, y]) => !(x >= 0 && x <= width && y >= top && y <= bottom)),
  );
}

test('no mark of any chart, bands of intervals among them, is drawn outside it', async () => {
  for (const kind of Object.keys(CHARTS)) {
    const svg = (await chartOf(kind, 'svg')).toString();
    const [, width, whole] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)!;
    const [, head, shapes] = /<g transform="translate\(0 (\d+)\)">([^]*)<\/g><\/svg>/.exec(svg)!;
    assert.deepEqual(marksOutside(shapes, Number(width), Number(whole) - Number(head)), [], kind);
  }
  const page = readFileSync(at('report/index.html'), 'utf8');
  for (const chart of page.match(/<svg class="chart"[\s\S]*?<\/svg>/g) ?? []) {
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(chart)!;
    assert.deepEqual(marksOutside(chart, Number(width), Number(height)), []);
  }
});

test('a chart that is taken out of a report has its colours', { skip: NO_RSVG }, () => {
  const page = readFileSync(at('report/index.html'), 'utf8');
  const charts = page.match(/<svg class="chart"[\s\S]*?<\/svg>/g) ?? [];
  assert.ok(charts.length >= 8, `${charts.length} charts`);
  for (const [i, chart] of charts.slice(0, depth(2, charts.length)).entries()) {
    const svg = chart.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ');
    const { dark, coloured } = renderedSvg(svg);
    assert.ok(dark < 0.1 && coloured > 100, `chart ${i}: ${dark} dark, ${coloured} in colour`);
  }
});

const skip = NO_RSVG || ONLY_DEEP;
test('no picture of the documentation needs a browser for its colours', { skip }, () => {
  const docs = new URL('../../../../../docs/', import.meta.url);
  for (const name of readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.svg'),
  )) {
    const svg = readFileSync(new URL(name, docs), 'utf8');
    const parser = new SaxesParser();
    parser.on('error', (error) => assert.fail(`${name}: ${error.message}`));
    parser.on('opentag', ({ attributes }) => {
      for (const value of Object.values(attributes)) {
        assert.ok(!value.includes('var('), `${name}: ${value}`);
      }
    });
    parser.write(svg).close();
    const { dark } = renderedSvg(svg);
    assert.ok(dark < 0.3, `${name}: ${(dark * 100).toFixed(1)} % of it is dark`);
  }
});
