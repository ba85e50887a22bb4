import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemParams } from 'echarts';
import { columnAxis } from '../figures/field-map.js';
import type { ChartFigure as Chart } from '../figures/look.js';
import { countText } from '../../../solver/core/text/numbers.js';
import { correlationSquare, correlationText } from './answer-text.js';
import type { Correlation } from './answer.js';
import type { Fact } from './facts.js';
import { FEW } from './intervals.js';

/**
 * The map of correlations: blue for numbers that grow together, red for one that shrinks while the
 * other grows.
 */
export function correlationChart(
  facts: readonly Fact[],
  correlations: readonly Correlation[],
): Chart {
  const known = correlations.flatMap(({ facts: pair, figure }) =>
    figure === null ? [] : [{ labels: pair.map(({ label }) => label), figure }],
  );
  const ns = known.map(({ figure }) => figure.n);
  const [least, most] = [Math.min(...ns), Math.max(...ns)];
  const tip = ({ labels, figure }: (typeof known)[number]): string =>
    `${labels.join(', ')}: ${correlationText(figure)}, n = ${countText(figure.n)}`;
  const names = facts.map(({ label }) => label);
  return {
    id: 'answer',
    title: 'How numbers of puzzles go together',
    drawing: known,
    note:
      `Spearman's rank correlation over ${least === most ? countText(most) : `${countText(least)} to ${countText(most)}`} puzzles.` +
      (least < FEW ? ` Grey: fewer than ${FEW} puzzles.` : ''),
    description: known.map(tip).join('; '),
    table: correlationSquare(facts, correlations),
    height: 70 + 44 * (facts.length - 1),
    tip: (series, item) => (series === 0 ? tip(known[item]) : null),
    option: (look) => ({
      grid: { left: 190, right: 12, top: 10, bottom: 34 },
      xAxis: columnAxis(names.slice(0, -1), undefined, look),
      yAxis: { ...columnAxis(names.slice(1), undefined, look), inverse: true },
      series: [
        {
          type: 'custom',
          data: known.map(({ labels, figure }) => [...labels, figure.value, figure.n]),
          renderItem: (_: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) => {
            const [x, y] = api.coord([api.value(0), api.value(1)]);
            const [width, height] = api.size!([1, 1]) as number[];
            const value = Number(api.value(2));
            const isFew = Number(api.value(3)) < FEW;
            const strength = Math.abs(value);
            const colour = value < 0 ? look.techniques.search : look.accent;
            return {
              type: 'group' as const,
              children: [
                {
                  type: 'rect' as const,
                  shape: {
                    x: x - width / 2 + 1,
                    y: y - height / 2 + 1,
                    width: width - 2,
                    height: height - 2,
                  },
                  style: {
                    fill: isFew ? look.techniques.unproven : colour,
                    opacity: isFew ? 0.25 : 0.08 + 0.92 * strength,
                  },
                },
                {
                  type: 'text' as const,
                  style: {
                    text: value.toFixed(2),
                    x,
                    y,
                    fontSize: 13,
                    align: 'center' as const,
                    verticalAlign: 'middle' as const,
                    fill: strength > 0.6 && !isFew ? look.paper : look.ink,
                  },
                },
              ],
            };
          },
          ...look.series,
        },
      ],
    }),
  };
}
