import { mapOption, type FieldMap } from '../../../charts/field-map.js';
import type { Figure, FigureTable } from '../../../charts/look.js';
import { curvesOption, type ShareCurves } from '../../../charts/density-figures.js';
import { card, legend, foldedTable } from '../table.js';
import { LOOK, chartSvg } from './chart-svg.js';

/** A map in a card, with its figures as a table. */
export function mapCard(figure: Figure<FieldMap>): string {
  const { id, title, note, description, drawing, table } = figure;
  const svg = chartSvg(mapOption(drawing, LOOK), drawing.columnsAre === undefined ? 300 : 318, {
    ...{ id, title, description },
    tip: (series, item) => (series === 0 ? drawing.fields[item].tip : null),
  });
  return card(title, note, svg + figureTable(title, table));
}

/** Curves in a card, with their figures as a table. */
export function curvesCard(figure: Figure<ShareCurves>): string {
  const { id, title, note, description, drawing, table } = figure;
  const svg = chartSvg(curvesOption(drawing, LOOK), 318, { id, title, description });
  const names = legend(['unique-share', 'line-share'], (name) =>
    name === 'unique-share' ? table.head[1] : table.head[2],
  );
  return card(title, note, names + svg + figureTable(title, table));
}

/** The table of a figure, folded away. */
export function figureTable(title: string, { head, rows }: FigureTable): string {
  const [first, ...numbers] = head;
  const columns = [first, ...numbers.map((number) => ({ number }))];
  return foldedTable(`${title} as a table`, columns, rows);
}
