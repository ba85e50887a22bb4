import type { JSX } from 'preact';
import { columnOf } from '../../../result/columns/tables.js';
import { plainText } from '../../../text/plain-text.js';
import type { PuzzleAnswer } from '../../api.js';
import { Hint } from '../parts/hint.js';
import { FIGURES } from './figures.js';

/** What is stored about a puzzle and its result; each figure explains itself. */
export function PuzzleFigures(props: {
  readonly result: PuzzleAnswer['result'];
  readonly hasStart: boolean;
}): JSX.Element {
  const { result, hasStart } = props;
  const row = result.puzzle;
  const rows: [string, string][] = [
    ['name', plainText(row.name)],
    ['from', `${plainText(row.path ?? 'an earlier corpus')}, entry ${row.ordinal}`],
    ['size', `${row.width} × ${row.height}${row.colours > 1 ? `, ${row.colours} colours` : ''}`],
    ...(hasStart ? [['start', 'solved from the given cells'] as [string, string]] : []),
  ];
  return (
    <section class="card">
      <h2>Figures</h2>
      <dl class="figures stacked">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {FIGURES.map(({ name, column, value }) => {
          const text = value(result);
          return text === null ? null : (
            <div key={name}>
              <dt>
                <Hint word={name} meaning={columnOf('results', column).meaning} />
              </dt>
              <dd>{text}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
