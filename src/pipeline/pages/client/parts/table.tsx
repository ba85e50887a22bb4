import type { ComponentChildren, JSX } from 'preact';

/**
 * A column: its heading, and the class of its cells. Those of the class `row` are the headings of
 * their rows, and the heading above numbers is aligned as they are.
 */
export type ColumnHead = readonly [heading: ComponentChildren, cells?: string];

interface TableProps {
  /** What a screen reader calls the table. */
  readonly title: string;
  readonly columns: readonly ColumnHead[];
  readonly rows: readonly (readonly ComponentChildren[])[];
  readonly caption?: string | undefined;
  /** Whether a long table scrolls below its headings. */
  readonly tall?: boolean;
  readonly class?: string;
}

/** A table that scrolls if the page is narrower. */
export function TableView(props: TableProps): JSX.Element {
  const { title, columns, rows, caption, tall } = props;
  return (
    <div
      class={tall === true ? 'scroll tall' : 'scroll'}
      tabIndex={0}
      role="group"
      aria-label={title}
    >
      <table class={props.class}>
        {caption !== undefined && <caption>{caption}</caption>}
        <thead>
          <tr>
            {columns.map(([heading, cells], i) => (
              <th key={i} scope="col" class={cells === 'number' ? cells : undefined}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, i) => (
                <Cell key={i} column={columns[i]}>
                  {cell}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell(props: {
  readonly column: ColumnHead;
  readonly children: ComponentChildren;
}): JSX.Element {
  const [heading, cells] = props.column;
  if (cells === 'row') return <th scope="row">{props.children}</th>;
  return (
    <td class={cells} data-label={typeof heading === 'string' ? heading : undefined}>
      {props.children}
    </td>
  );
}

/** A table in a card of its own. */
export function TableCard(props: TableProps): JSX.Element {
  return (
    <section class="card">
      <h2>{props.title}</h2>
      <TableView {...props} />
    </section>
  );
}
