import type { EChartsCoreOption } from 'echarts/core';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { onThemeChange } from '../grid/theme.js';
import type { FigureTable } from '../../../report/figures/look.js';
import { chartColours, type ChartColours } from './chart-look.js';
import { TableView } from '../parts/table.js';
import { keepReady } from '../window/ready.js';
import type { DrawnChart } from './draw.js';

/** A chart with its title and the same as a table. The drawing code is loaded when it is needed. */
export function Chart(props: {
  readonly title: string;
  readonly note?: string;
  readonly label: string;
  readonly option: (colours: ChartColours) => EChartsCoreOption;
  /** Null if the page has it elsewhere. */
  readonly table: FigureTable | null;
  /** What its colours mean. */
  readonly legend?: JSX.Element | undefined;
  /** Its height in pixels; without it, as high as most charts. */
  readonly height?: number;
  /** Called with the name of the bar that was clicked. */
  readonly onPick?: ((name: string) => void) | undefined;
}): JSX.Element {
  const { title, note, label, option, table, legend, height, onPick } = props;
  const place = useRef<HTMLDivElement>(null);
  const [themes, setThemes] = useState(0);
  useEffect(() => onThemeChange(() => setThemes((n) => n + 1)), []);
  useEffect(() => {
    let chart: DrawnChart | null = null;
    let gone = false;
    const drawn = import('./draw.js').then(({ drawChart }) => {
      if (gone || place.current === null) return;
      chart = drawChart(place.current, option(chartColours()), onPick);
    });
    void keepReady(drawn);
    const observer = new ResizeObserver(() => chart?.resize());
    observer.observe(place.current!);
    return () => {
      gone = true;
      observer.disconnect();
      chart?.dispose();
    };
  }, [option, onPick, themes]);
  return (
    <section class="card">
      <h2>{title}</h2>
      {note !== undefined && <p class="soft small">{note}</p>}
      {legend}
      <div
        class="chart"
        ref={place}
        role="img"
        aria-label={label}
        style={height === undefined ? undefined : { height: `${height}px` }}
      />
      {table !== null && (
        <details>
          <summary>The same as a table</summary>
          <TableView
            title={`${title}, as a table`}
            columns={table.head.map((word, i) => [word, i < (table.words ?? 1) ? '' : 'number'])}
            rows={table.rows}
          />
        </details>
      )}
    </section>
  );
}
