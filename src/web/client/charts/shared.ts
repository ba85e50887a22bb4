import { mapOption, type FieldMap } from '../../../charts/field-map.js';
import type { ChartLook } from '../../../charts/look.js';
import { axisStyle, tooltipStyle } from './base-option.js';
import type { ChartColours } from './colours.js';
import type { MapOption } from './draw.js';

/** How charts that reports have as well look on the pages. */
export function chartLook(colours: ChartColours): ChartLook {
  return {
    accent: colours.accent,
    second: colours.probe,
    techniques: colours,
    ink: colours.ink,
    axis: axisStyle(colours),
    series: {},
    wide: false,
  };
}

/** A map whose fields say in a tip what they show. */
export function fieldMapOption(map: FieldMap, colours: ChartColours): MapOption {
  return {
    ...mapOption(map, chartLook(colours)),
    textStyle: { fontFamily: colours.font, color: colours.ink },
    tooltip: {
      ...tooltipStyle(colours),
      formatter: (item) => map.fields[(Array.isArray(item) ? item[0] : item).dataIndex].tip,
    },
  };
}
