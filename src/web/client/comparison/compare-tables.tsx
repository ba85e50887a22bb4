import type { ComponentChildren, JSX } from 'preact';
import { plainText } from '../../../core/text/plain-text.js';
import type { ChangedPuzzle, CompareAnswer, LonePuzzle } from '../../api.js';
import { durationText } from '../../../core/text/durations.js';
import { countText } from '../../../core/text/numbers.js';
import { Badge } from '../parts/badge.js';

/** How many puzzles changed from which status to which. */
export function TransitionTable(props: {
  readonly comparison: CompareAnswer['comparison'];
}): JSX.Element {
  const { transitions } = props.comparison;
  const lefts = [...new Set(transitions.map(({ left }) => left))];
  const rights = [...new Set(transitions.map(({ right }) => right))];
  const at = (left: string, right: string): number =>
    transitions.find((t) => t.left === left && t.right === right)?.count ?? 0;
  return (
    <section class="card">
      <h2>Status before and after</h2>
      <div class="scroll" tabIndex={0} role="group" aria-label="Status before and after">
        <table>
          <thead>
            <tr>
              <th scope="col">before \ after</th>
              {rights.map((right) => (
                <th key={right} scope="col" class="number">
                  <Badge word={right} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lefts.map((left) => (
              <tr key={left}>
                <th scope="row">
                  <Badge word={left} />
                </th>
                {rights.map((right) => (
                  <td key={right} class={left === right ? 'number soft' : 'number strong'}>
                    {at(left, right) === 0 ? '-' : countText(at(left, right))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Options, versions and machines in which the runs differ. */
export function ConditionTable(props: {
  readonly conditions: CompareAnswer['conditions'];
}): JSX.Element {
  return (
    <section class="card">
      <h2>Made in different ways</h2>
      <div class="scroll" tabIndex={0} role="group" aria-label="Made in different ways">
        <table>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {props.conditions.map(({ name, left, right }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td class="name">{plainText(left)}</td>
                <td class="name">{plainText(right)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Puzzles of both runs, with the result of each. */
export function ChangedTable(props: {
  readonly title: string;
  readonly rows: readonly ChangedPuzzle[];
  readonly total: number;
  readonly left: number;
  readonly right: number;
}): JSX.Element {
  const { title, rows, total, left, right } = props;
  const head = (
    <>
      <th scope="col">Name</th>
      <th scope="col">Size</th>
      <th scope="col">Before</th>
      <th scope="col">After</th>
      <th scope="col" class="number">
        Time before
      </th>
      <th scope="col" class="number">
        Time after
      </th>
    </>
  );
  return (
    <PuzzleTable title={title} shown={rows.length} total={total} head={head}>
      {rows.map((row) => (
        <tr key={row.leftId}>
          <td class="name">
            <a href={`/runs/${right}/puzzles/${row.rightId}`}>{plainText(row.name)}</a>
            <Subtitle title={row.title} />
          </td>
          <td>
            {row.width}×{row.height}
          </td>
          <td>
            <a href={`/runs/${left}/puzzles/${row.leftId}`}>
              <Badge word={row.left} />
            </a>{' '}
            {row.left === 'unique' && row.leftTechnique}
          </td>
          <td>
            <a href={`/runs/${right}/puzzles/${row.rightId}`}>
              <Badge word={row.right} />
            </a>{' '}
            {row.right === 'unique' && row.rightTechnique}
          </td>
          <td class="number">{durationText(row.leftMs)}</td>
          <td class="number">{durationText(row.rightMs)}</td>
        </tr>
      ))}
    </PuzzleTable>
  );
}

/** Puzzles that only one of the runs has. */
export function LoneTable(props: {
  readonly title: string;
  readonly rows: readonly LonePuzzle[];
  readonly total: number;
  readonly run: number;
}): JSX.Element {
  const { title, rows, total, run } = props;
  const head = (
    <>
      <th scope="col">Name</th>
      <th scope="col">Status</th>
    </>
  );
  return (
    <PuzzleTable title={title} shown={rows.length} total={total} head={head}>
      {rows.map((row) => (
        <tr key={row.puzzleId}>
          <td class="name">
            <a href={`/runs/${run}/puzzles/${row.puzzleId}`}>{plainText(row.name)}</a>
            <Subtitle title={row.title} />
          </td>
          <td>
            <Badge word={row.status} />
          </td>
        </tr>
      ))}
    </PuzzleTable>
  );
}

/** A card with a table of puzzles, and how many of them are shown. */
function PuzzleTable(props: {
  readonly title: string;
  readonly shown: number;
  readonly total: number;
  readonly head: ComponentChildren;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { title, shown, total, head, children } = props;
  return (
    <section class="card">
      <h2>{title}</h2>
      <div class="scroll tall" tabIndex={0} role="group" aria-label={title}>
        <table>
          <caption>{listed(shown, total)}</caption>
          <thead>
            <tr>{head}</tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </section>
  );
}

function Subtitle({ title }: { readonly title: string | null }): JSX.Element | null {
  return title === null ? null : <div class="soft small">{plainText(title)}</div>;
}

function listed(shown: number, total: number): string {
  const words = `${countText(total)} ${total === 1 ? 'puzzle' : 'puzzles'}`;
  return shown < total ? `The first ${countText(shown)} of ${words}` : words;
}
