import type { ComponentChildren, JSX } from 'preact';
import type { Needs, Rated } from '../../../solver/core/result/difficulty.js';
import { NEEDS_MEANINGS, scoreText } from '../../../solver/core/result/difficulty-words.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { countText, numberOf, starsText } from '../../../solver/core/text/numbers.js';

/**
 * A column's heading and class, and how its rows are sorted: cells of `row` head their rows;
 * headings align as numbers do.
 */
export type ColumnHead = readonly [
  heading: ComponentChildren,
  cells?: string | undefined,
  sorted?: 'ascending' | 'descending' | undefined,
];

interface TableProps {
  /** What a screen reader calls the table. */
  readonly title: string;
  readonly columns: readonly ColumnHead[];
  readonly rows: readonly (readonly ComponentChildren[])[];
  /** What each row is of, where other rows may take their places. */
  readonly keys?: readonly number[];
  readonly caption?: string | undefined;
  /** Whether a long table scrolls below its headings. */
  readonly tall?: boolean;
  readonly class?: string;
}

/** A table that scrolls if the page is narrower. */
export function TableView(props: TableProps): JSX.Element {
  const { title, columns, rows, keys, caption, tall } = props;
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
            {columns.map(([heading, cells, sorted], i) => (
              <th
                key={i}
                scope="col"
                class={cells === 'number' ? cells : undefined}
                aria-sort={sorted}
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={keys?.[at] ?? at}>
              {row.map((cell, i) => {
                const [heading, cells] = columns[i];
                const label = typeof heading === 'string' ? heading : undefined;
                return cells === 'row' ? (
                  <th key={i} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={i} class={cells} data-label={label}>
                    {cell}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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

/** A puzzle's name in a table, as a link to it, and its title. */
export function PuzzleName(props: {
  readonly href: string;
  readonly puzzle: { readonly name: string; readonly title: string | null };
}): JSX.Element {
  const { name, title } = props.puzzle;
  return (
    <>
      <a data-puzzle href={props.href}>
        {plainText(name)}
      </a>
      {title !== null && <div class="soft small">{plainText(title)}</div>}
    </>
  );
}

export type NamedValue = readonly [name: ComponentChildren, value: ComponentChildren];

/** Names, each with its value: side by side, or `stacked`. */
export function NameList(props: {
  readonly rows: readonly NamedValue[];
  readonly stacked?: boolean;
}): JSX.Element {
  return (
    <dl class={props.stacked === true ? 'figures stacked' : 'figures'}>
      {props.rows.map(([name, value], i) => (
        <div key={i}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const WORDS = {
  filled: 'filled',
  unknown: 'not known yet',
  fresh: 'settled by this step',
  work: 'assumed, or the line at work',
  a: 'only in the first solution',
  b: 'only in the second solution',
  upper: 'upper left: the first solution',
  lower: 'lower right: the second solution',
} as const;

export function Legend(props: { readonly kinds: readonly (keyof typeof WORDS)[] }): JSX.Element {
  return (
    <ul class="legend">
      {props.kinds.map((kind) => (
        <li key={kind}>
          <i class={kind} aria-hidden="true" />
          {WORDS[kind]}
        </li>
      ))}
    </ul>
  );
}

/** How hard a puzzle is, in a sentence with a link to the definition; nothing without a score. */
export function ScoreSentence(props: {
  readonly difficulty: Rated & { readonly needs: Needs | null };
  readonly rank: { readonly below: number; readonly rated: number } | null;
  /** Where the definition is; null if this site has no such page. */
  readonly definition: string | null;
}): JSX.Element | null {
  const { difficulty, difficultyBound, stars, needs } = props.difficulty;
  if (difficulty === null || stars === null || needs === null) return null;
  const { rank, definition } = props;
  return (
    <p>
      <Stars stars={stars} /> Score {scoreText({ difficulty, difficultyBound })}: one more is twice
      the effort. It takes {NEEDS_MEANINGS[needs]}.{' '}
      {rank !== null && rank.rated > 1 && `${rankText(rank)} `}
      {definition !== null && <a href={definition}>What the score means</a>}
    </p>
  );
}

function rankText({ below, rated }: { readonly below: number; readonly rated: number }): string {
  const others = rated - 1;
  const percent = Math.floor((100 * below) / others);
  return `It is harder than ${percent} % of the ${countText(others)} other rated puzzles of this run.`;
}

/** One to five stars, read out as a number. */
export function Stars({ stars }: { readonly stars: number }): JSX.Element {
  return (
    <span class="stars" role="img" aria-label={numberOf(stars, 'star')}>
      {starsText(stars)}
    </span>
  );
}
