import { BarChart, CustomChart, LineChart, ScatterChart } from 'echarts/charts';
import type {
  BarSeriesOption,
  CustomSeriesOption,
  LineSeriesOption,
  ScatterSeriesOption,
} from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import type { GridComponentOption, TooltipComponentOption } from 'echarts/components';
import { init, use, type ComposeOption } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([
  BarChart,
  CustomChart,
  LineChart,
  ScatterChart,
  GridComponent,
  TooltipComponent,
  CanvasRenderer,
]);

/** The parts of the chart library that these pages use. */
export type ChartOption = ComposeOption<
  | BarSeriesOption
  | LineSeriesOption
  | ScatterSeriesOption
  | GridComponentOption
  | TooltipComponentOption
>;

/** A map: what it is drawn with would make parts of other charts seem deprecated. */
export type MapOption = ComposeOption<
  CustomSeriesOption | GridComponentOption | TooltipComponentOption
>;

/** A chart on the page. */
export interface DrawnChart {
  resize(): void;
  dispose(): void;
}

/** Draws a chart into an element; `onPick` is called with the name of a clicked item. */
export function drawChart(
  element: HTMLElement,
  option: ChartOption | MapOption,
  onPick?: (name: string) => void,
): DrawnChart {
  const chart = init(element, null, { renderer: 'canvas' });
  chart.setOption({ animationDuration: 250, ...option });
  if (onPick !== undefined) chart.on('click', ({ name }) => onPick(name));
  return {
    resize: () => chart.resize(),
    dispose: () => chart.dispose(),
  };
}
