import type { JSX } from 'preact';
import {
  CLOCK_WORDS,
  countText,
  numberOf,
  durationText,
} from '../../../../solver/core/text/numbers.js';
import { corporaText, plainText } from '../../../../solver/core/text/plain-text.js';
import type { StandingsAnswer } from '../../api.js';
import { Badge } from '../parts/badge.js';
import { TableCard, type ColumnHead } from '../parts/table.js';

interface ShownStandings {
  readonly answer: StandingsAnswer;
  readonly titles: readonly string[];
}

const STANDING: readonly ColumnHead[] = [
  ['Run', 'row'],
  ...['Puzzles', 'Solved', 'Shown only', 'Wrong', 'PAR-2', 'Time of solved', 'Fastest'].map(
    (word) => [word, 'number'] as const,
  ),
  ['Times are'],
];

/** Solved, wrong and PAR-2 of each run, and of the virtual best. */
export function StandingsTable({ answer, titles }: ShownStandings): JSX.Element {
  const { standings, runs } = answer;
  const { common, virtualBest } = standings;
  const rows = standings.runs.map((run, i) => [
    runs[i].database === null ? <a href={`/runs/${runs[i].runId}`}>{titles[i]}</a> : titles[i],
    countText(run.puzzles),
    countText(run.solved),
    countText(run.shown),
    countText(run.wrong),
    durationText(run.par2Ms),
    durationText(run.solvedMs),
    countText(run.fastest),
    CLOCK_WORDS[run.clock],
  ]);
  const { solved, par2Ms, solvedMs } = virtualBest;
  const times = [durationText(par2Ms), durationText(solvedMs)];
  return (
    <TableCard
      title={`On the ${numberOf(common, 'puzzle')} that all of them have`}
      columns={STANDING}
      rows={[...rows, ['virtual best', '', countText(solved), '', '', ...times, '', '']]}
    />
  );
}

/** Puzzles of which the verdicts cannot all be true. */
export function DisagreementTable(props: {
  readonly standings: StandingsAnswer['standings'];
  readonly titles: readonly string[];
}): JSX.Element {
  const { disagreeing, disagreements } = props.standings;
  const isCut = disagreements > disagreeing.length;
  return (
    <TableCard
      title="Verdicts that contradict each other"
      caption={isCut ? `The first ${countText(disagreeing.length)}` : undefined}
      columns={[['Puzzle', 'row'], ['Size'], ...props.titles.map((title) => [title] as const)]}
      rows={disagreeing.map(({ name, width, height, statuses }) => [
        plainText(name),
        `${width}×${height}`,
        ...statuses.map((status, i) => <Badge key={i} word={status} />),
      ])}
    />
  );
}

/** Corpora and machines of each run, and the options and versions that differ. */
export function StandingsConditions({ answer, titles }: ShownStandings): JSX.Element {
  const { runs, conditions } = answer;
  const rows = [
    { name: 'corpora', values: runs.map(({ corpora }) => corporaText(corpora)) },
    { name: 'machine', values: runs.map(({ host, cpu }) => `${host}, ${cpu}`) },
    ...conditions,
  ];
  return (
    <TableCard
      title="How they were made"
      columns={[['What', 'row'], ...titles.map((title) => [title, 'name'] as const)]}
      rows={rows.map(({ name, values }) => [name, ...values.map(plainText)])}
    />
  );
}
