import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ChartLook, ChartFigure } from '../../report/figures/chart.js';
import { useColours } from './theme.js';
import { TableView } from './lists.js';
import { keepReady } from './window.js';
import type { drawChart } from './draw-chart.js';

/** A chart with its title and the same as a table. The drawing code is loaded when it is needed. */
export function FigureChart(props: {
  readonly figure: ChartFigure;
  /** Said after its note. */
  readonly hint?: string;
  readonly onPick?: (name: string) => void;
  /** Whether the page has its table elsewhere. */
  readonly withoutTable?: boolean;
  /** What is between its note and the drawing, below a legend. */
  readonly children?: JSX.Element;
}): JSX.Element {
  const { figure, hint, onPick, withoutTable, children } = props;
  const { title, note, description, table, height, legend } = figure;
  const place = useRef<HTMLDivElement>(null);
  const colours = useColours(VARIABLES);
  useEffect(() => {
    let chart: ReturnType<typeof drawChart> | null = null;
    let gone = false;
    const drawn = import('./draw-chart.js').then(({ drawChart }) => {
      if (gone || place.current === null) return;
      const option = {
        textStyle: { fontFamily: colours.font, color: colours.ink },
        tooltip: tooltip(figure, colours),
        ...figure.option(pageLook(colours)),
      };
      chart = drawChart(place.current, option, onPick);
    });
    void keepReady(drawn);
    const observer = new ResizeObserver(() => chart?.resize());
    observer.observe(place.current!);
    return () => {
      gone = true;
      observer.disconnect();
      chart?.dispose();
    };
  }, [figure, onPick, colours]);
  return (
    <section class="card">
      <h2>{title}</h2>
      <p class="soft small">{hint === undefined ? note : `${note} ${hint}`}</p>
      {legend && (
        <ul class="legend">
          {legend.map(({ colour, dashes, words }) => (
            <li key={words}>
              <i
                class={dashes && 'curve'}
                aria-hidden="true"
                style={{
                  [dashes ? 'borderTopColor' : 'background']: `var(${VARIABLES[colour]})`,
                  borderTopStyle: dashes,
                }}
              />
              {words}
            </li>
          ))}
        </ul>
      )}
      {children}
      <div
        class="chart"
        ref={place}
        role="img"
        aria-label={description}
        style={{ height: `${height}px` }}
      />
      {withoutTable !== true && (
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

function pageLook(colours: ChartColours): ChartLook {
  const axis = {
    axisLabel: { color: colours.soft, fontSize: 12 },
    nameTextStyle: { color: colours.soft },
    nameLocation: 'middle',
    nameGap: 28,
    axisLine: { lineStyle: { color: colours.rule } },
    splitLine: { lineStyle: { color: colours.rule } },
  };
  return { ...colours, paper: colours.card, axis, series: {}, wide: false };
}

/** What the chart library says of a place under the pointer. */
interface Pointed {
  readonly seriesIndex: number;
  readonly dataIndex: number;
}

/** Drawn on the canvas: the content security policy forbids the styled HTML otherwise used. */
function tooltip({ tip, tipsOfColumn }: ChartFigure, colours: ChartColours): object {
  return {
    renderMode: 'richText',
    backgroundColor: colours.ink,
    borderWidth: 0,
    textStyle: { color: colours.card, fontSize: 13 },
    confine: true,
    trigger: tipsOfColumn === true ? 'axis' : 'item',
    formatter: (pointed: Pointed | readonly Pointed[]) =>
      [pointed]
        .flat()
        .flatMap(({ seriesIndex, dataIndex }: Pointed) => tip(seriesIndex, dataIndex) ?? [])
        .join('\n'),
  };
}

/** The colours of charts by meaning, and the font. */
const VARIABLES = {
  ink: '--ink',
  soft: '--ink-soft',
  rule: '--line',
  card: '--card',
  accent: '--accent',
  line: '--proof-line',
  second: '--proof-probe',
  probe: '--proof-probe',
  search: '--proof-search',
  ambiguous: '--proof-ambiguous',
  contradiction: '--proof-contradiction',
  unproven: '--proof-unproven',
  font: '--sans',
} as const;

type ChartColours = Readonly<Record<keyof typeof VARIABLES, string>>;
