import type { JSX } from 'preact';
import { useCallback } from 'preact/hooks';
import type { ChartLook, ChartFigure } from '../../../report/figures/look.js';
import { axisStyle, tooltipStyle } from './chart-look.js';
import { Chart } from './chart.js';
import type { ChartColours } from './chart-look.js';

/** A chart that reports have as well. */
export function FigureChart(props: {
  readonly figure: ChartFigure;
  /** Said after its note. */
  readonly hint?: string;
  /** Colours of its own, beside those of all charts. */
  readonly look?: (colours: ChartColours) => Partial<ChartLook>;
  readonly onPick?: (name: string) => void;
  /** Whether the page has its table elsewhere. */
  readonly withoutTable?: boolean;
}): JSX.Element {
  const { figure, hint, look, onPick, withoutTable } = props;
  const { title, note, description, table, height, legend } = figure;
  const option = useCallback(
    (colours: ChartColours) => ({
      textStyle: { fontFamily: colours.font, color: colours.ink },
      tooltip: tooltip(figure, colours),
      ...figure.option({ ...chartLook(colours), ...look?.(colours) }),
    }),
    [figure, look],
  );
  return (
    <Chart
      title={title}
      note={hint === undefined ? note : `${note} ${hint}`}
      label={description}
      option={option}
      table={withoutTable === true ? null : table}
      height={height}
      onPick={onPick}
      legend={
        legend && (
          <ul class="legend">
            {legend.map(({ sample, words }) => (
              <li key={sample}>
                <i class={`proof-${sample}`} aria-hidden="true" />
                {words}
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}

/** How charts that reports have as well look on the pages. */
function chartLook(colours: ChartColours): ChartLook {
  return {
    accent: colours.accent,
    second: colours.probe,
    techniques: colours,
    ink: colours.ink,
    paper: colours.card,
    axis: axisStyle(colours),
    series: {},
    wide: false,
  };
}

/** What the chart library says of a place under the pointer. */
interface Pointed {
  readonly seriesIndex: number;
  readonly dataIndex: number;
}

function tooltip({ tip, tipsOfColumn }: ChartFigure, colours: ChartColours): object {
  return {
    ...tooltipStyle(colours),
    trigger: tipsOfColumn === true ? 'axis' : 'item',
    formatter: (pointed: Pointed | readonly Pointed[]) =>
      [pointed]
        .flat()
        .flatMap(({ seriesIndex, dataIndex }: Pointed) => tip(seriesIndex, dataIndex) ?? [])
        .join('\n'),
  };
}
