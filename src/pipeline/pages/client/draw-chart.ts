import { BarChart, CustomChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { init, use, type EChartsCoreOption, type EChartsType } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { CanvasRenderer } from 'echarts/renderers';

use([
  BarChart,
  CustomChart,
  LineChart,
  ScatterChart,
  GridComponent,
  TooltipComponent,
  LabelLayout,
  CanvasRenderer,
]);

/** Draws a chart into an element; `onPick` is called with the name of a clicked item. */
export function drawChart(
  element: HTMLElement,
  option: EChartsCoreOption,
  onPick?: (name: string) => void,
): EChartsType {
  const chart = init(element, null, { renderer: 'canvas' });
  chart.setOption({ animationDuration: 250, ...option });
  if (onPick !== undefined) chart.on('click', ({ name }) => onPick(name));
  return chart;
}
