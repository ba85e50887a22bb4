import type { JSX } from 'preact';
import { plainText } from '../../../../solver/core/text/plain-text.js';
import type { ChangedPuzzle, CompareAnswer, LonePuzzle } from '../../api.js';
import { countText, durationText } from '../../../../solver/core/text/numbers.js';
import { Badge } from '../parts/badge.js';
import { TableCard, type ColumnHead } from '../parts/table.js';

/** How many puzzles changed from which status to which. */
export function TransitionTable(props: {
  readonly comparison: CompareAnswer['comparison'];
}): JSX.Element {
  const { transitions } = props.comparison;
  const lefts = [...new Set(transitions.map(({ left }) => left))];
  const rights = [...new Set(transitions.map(({ right }) => right))];
  const at = (left: string, right: string): JSX.Element | string => {
    const count = transitions.find((t) => t.left === left && t.right === right)?.count ?? 0;
    const text = count === 0 ? '-' : countText(count);
    return left === right ? <span class="soft">{text}</span> : text;
  };
  return (
    <TableCard
      title="Status before and after"
      columns={[
        ['before \\ after', 'row'],
        ...rights.map((right): ColumnHead => [<Badge key={right} word={right} />, 'number']),
      ]}
      rows={lefts.map((left) => [
        <Badge key={left} word={left} />,
        ...rights.map((right) => at(left, right)),
      ])}
    />
  );
}

/** Options, versions and machines in which the runs differ. */
export function ConditionTable(props: {
  readonly conditions: CompareAnswer['conditions'];
}): JSX.Element {
  return (
    <TableCard
      title="Made in different ways"
      columns={[
        ['What', 'row'],
        ['Before', 'name'],
        ['After', 'name'],
      ]}
      rows={props.conditions.map(({ name, left, right }) => [
        name,
        plainText(left),
        plainText(right),
      ])}
    />
  );
}

const CHANGED: readonly ColumnHead[] = [
  ['Name', 'name'],
  ['Size'],
  ['Before'],
  ['After'],
  ['Time before', 'number'],
  ['Time after', 'number'],
];

/** Puzzles of both runs, with the result of each. */
export function ChangedTable(props: {
  readonly title: string;
  readonly rows: readonly ChangedPuzzle[];
  readonly total: number;
  readonly left: number;
  readonly right: number;
}): JSX.Element {
  const { title, rows, total, left, right } = props;
  const verdict = (
    href: string,
    status: string,
    technique: string | null,
    edited = false,
  ): JSX.Element => (
    <>
      <a href={href}>
        <Badge word={status} />
      </a>{' '}
      {status === 'unique' && technique}
      {edited && ' with other clues'}
    </>
  );
  return (
    <TableCard
      tall
      title={title}
      caption={listed(rows.length, total)}
      columns={CHANGED}
      rows={rows.map((row) => {
        const hrefs = [
          `/runs/${left}/puzzles/${row.leftId}`,
          `/runs/${right}/puzzles/${row.rightId}`,
        ];
        return [
          <PuzzleName key="name" href={hrefs[1]} puzzle={row} />,
          `${row.width}×${row.height}`,
          verdict(hrefs[0], row.left, row.leftTechnique),
          verdict(hrefs[1], row.right, row.rightTechnique, row.edited),
          durationText(row.leftMs),
          durationText(row.rightMs),
        ];
      })}
    />
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
  return (
    <TableCard
      tall
      title={title}
      caption={listed(rows.length, total)}
      columns={[['Name', 'name'], ['Status']]}
      rows={rows.map((row) => [
        <PuzzleName key="name" href={`/runs/${run}/puzzles/${row.puzzleId}`} puzzle={row} />,
        <Badge key="status" word={row.status} />,
      ])}
    />
  );
}

function PuzzleName(props: {
  readonly href: string;
  readonly puzzle: { readonly name: string; readonly title: string | null };
}): JSX.Element {
  const { name, title } = props.puzzle;
  return (
    <>
      <a href={props.href}>{plainText(name)}</a>
      {title !== null && <div class="soft small">{plainText(title)}</div>}
    </>
  );
}

function listed(shown: number, total: number): string {
  const words = `${countText(total)} ${total === 1 ? 'puzzle' : 'puzzles'}`;
  return shown < total ? `The first ${countText(shown)} of ${words}` : words;
}
