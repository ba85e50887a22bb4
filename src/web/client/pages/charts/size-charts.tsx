import type { JSX } from 'preact';
import { useCallback, useMemo } from 'preact/hooks';
import { sizeFigures } from '../../../../charts/density-figures.js';
import type { FieldMap } from '../../../../charts/field-map.js';
import type { Figure } from '../../../../charts/look.js';
import { curvesOption, type ShareCurves } from '../../../../charts/share-curves.js';
import { timeTable, timeWords, timesBySize } from '../../../../charts/size-figures.js';
import type { SizeClass } from '../../../../result/by-size/size-classes.js';
import { CHART_TITLES } from '../../../../text/chart-titles.js';
import type { RunAnswer } from '../../../api.js';
import { Chart } from '../../charts/chart.js';
import type { ChartColours } from '../../charts/colours.js';
import { timeColumns } from '../../charts/difficulty.js';
import { histogramOption } from '../../charts/histogram.js';
import { chartLook, fieldMapOption } from '../../charts/shared.js';

interface Sizes {
  readonly sizes: RunAnswer['sizes'];
}

/** Time against size; time alone if all puzzles have one size, as the map would be a stripe. */
export function TimeChart({ sizes: { classes, step } }: Sizes): JSX.Element | null {
  if (classes.length === 0) return null;
  if (classes.length === 1) return <TimeHistogram size={classes[0]} step={step} />;
  return <MapFigure figure={timesBySize(classes)} step={step} />;
}

/** How hard puzzles are, and how many are unique or line-solvable, against size and density. */
export function SizeCharts({ sizes: { classes, step } }: Sizes): JSX.Element {
  const { maps, curves } = useMemo(() => sizeFigures(classes), [classes]);
  return (
    <>
      {maps.map((figure) => (
        <MapFigure key={figure.id} figure={figure} step={step} />
      ))}
      {curves !== null && <CurvesFigure figure={curves} step={step} />}
    </>
  );
}

interface Counted {
  /** One of how many puzzles was counted. */
  readonly step: number;
}

function TimeHistogram({ size, step }: { readonly size: SizeClass } & Counted): JSX.Element {
  const option = useCallback(
    (c: ChartColours) => histogramOption(timeColumns(size), 'time, from', c),
    [size],
  );
  return (
    <Chart
      title={CHART_TITLES.times}
      label={timeWords(size)}
      note={`${countedOn(step)}All puzzles are ${size.name}.`}
      option={option}
      table={timeTable([size])}
    />
  );
}

function MapFigure(props: { readonly figure: Figure<FieldMap> } & Counted): JSX.Element {
  const { figure, step } = props;
  const option = useCallback((c: ChartColours) => fieldMapOption(figure.drawing, c), [figure]);
  return (
    <Chart
      title={figure.title}
      label={figure.description}
      note={countedOn(step) + figure.note}
      option={option}
      table={figure.table}
    />
  );
}

function CurvesFigure(props: { readonly figure: Figure<ShareCurves> } & Counted): JSX.Element {
  const { figure, step } = props;
  const option = useCallback(
    (c: ChartColours) => curvesOption(figure.drawing, chartLook(c)),
    [figure],
  );
  const legend = (
    <ul class="legend">
      <li>
        <i class="share-unique" aria-hidden="true" />
        {figure.table.head[1]}
      </li>
      <li>
        <i class="share-line" aria-hidden="true" />
        {figure.table.head[2]}
      </li>
    </ul>
  );
  return (
    <Chart
      title={figure.title}
      label={figure.description}
      note={countedOn(step) + figure.note}
      legend={legend}
      option={option}
      table={figure.table}
    />
  );
}

function countedOn(step: number): string {
  return step > 1 ? `Counted on one of ${step} puzzles. ` : '';
}
