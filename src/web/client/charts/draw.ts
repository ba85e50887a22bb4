import { BarChart, HeatmapChart, LineChart, ScatterChart } from 'echarts/charts';
import type {
  BarSeriesOption,
  HeatmapSeriesOption,
  LineSeriesOption,
  ScatterSeriesOption,
} from 'echarts/charts';
import { GridComponent, TooltipComponent, VisualMapComponent } from 'echarts/components';
import type {
  GridComponentOption,
  TooltipComponentOption,
  VisualMapComponentOption,
} from 'echarts/components';
import { init, use, type ComposeOption } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([
  BarChart,
  HeatmapChart,
  LineChart,
  ScatterChart,
  GridComponent,
  TooltipComponent,
  VisualMapComponent,
  CanvasRenderer,
]);

/** The parts of the chart library that these pages use. */
export type ChartOption = ComposeOption<
  | BarSeriesOption
  | HeatmapSeriesOption
  | LineSeriesOption
  | ScatterSeriesOption
  | GridComponentOption
  | TooltipComponentOption
  | VisualMapComponentOption
>;

/** A chart on the page. */
export interface DrawnChart {
  resize(): void;
  dispose(): void;
}

/** Draws a chart into an element; `onPick` is called with the name of a clicked item. */
export function drawChart(
  element: HTMLElement,
  option: ChartOption,
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
