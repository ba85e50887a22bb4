import { DENSITY_BINS, type SizeClass, sumOfSizes } from '../../../solver/core/figures.js';
import { CHART_TITLES, MOST_CURVES, type ChartFigure } from '../figures/look.js';
import { answerChart } from './answer-chart.js';
import { widthBin } from './groups.js';
import { shareOf } from './intervals.js';
import { readGroupings, readMeasures } from './question.js';

/**
 * The shares of unique and of line-solvable puzzles against density, a curve with its band for each
 * of some sizes. Nothing for one size or for many: the charts of a run have both shares of the one,
 * and a map of the many.
 */
export function shareCurves(classes: readonly SizeClass[]): ChartFigure[] {
  const occur = classes.flatMap(({ densities }) =>
    densities.flatMap((density, bin) => (density === null ? [] : [bin])),
  );
  if (classes.length < 2 || classes.length > MOST_CURVES || new Set(occur).size < 2) return [];
  return [curvesOf('unique', classes), curvesOf('line', classes)];
}

function curvesOf(share: 'unique' | 'line', classes: readonly SizeClass[]): ChartFigure {
  const chart = answerChart({
    question: { by: readGroupings(`density:${1 / DENSITY_BINS},size`), of: readMeasures(share) },
    rows: classes.flatMap(({ name, densities }, order) =>
      densities.flatMap((density, bin) => {
        if (density === null) return [];
        const { puzzles } = density;
        return [
          {
            groups: [widthBin(bin, 1 / DENSITY_BINS), { label: name, order, from: null, to: null }],
            puzzles,
            figures: [shareOf(density[share], puzzles)],
          },
        ];
      }),
    ),
    total: { groups: [], puzzles: sumOfSizes(classes).puzzles, figures: [] },
    isBeside: false,
  });
  return {
    ...chart,
    id: `${share}-map`,
    title: share === 'unique' ? CHART_TITLES.uniqueMap : CHART_TITLES.lineMap,
    note: `By size and by the share of filled cells. ${chart.note}`,
  };
}
