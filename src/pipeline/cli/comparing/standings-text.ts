import { standingConditions } from '../../store/compare/conditions.js';
import type { RunStanding, Standings } from '../../store/compare/standings.js';
import { corporaOf } from '../../store/stored-runs/run-corpora.js';
import { corporaText } from '../../../solver/core/text/corpora-text.js';
import {
  countText,
  numberOf,
  CLOCK_WORDS,
  durationText,
} from '../../../solver/core/text/numbers.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { tableText, type TerminalColumn } from '../terminal/table-text.js';
import type { NamedRun } from './open-runs.js';

/** Disagreements that are listed; `--json` has more. */
const LISTED = 10;

/** Any number of runs side by side, for people. */
export function standingsText(
  runs: readonly NamedRun[],
  standings: Standings,
  columns: number,
): string {
  const head = [
    `${numberOf(runs.length, 'run')}: ${each(runs, ({ label }) => label)}`,
    `corpora: ${shared(runs, ({ store, run }) => corporaText(corporaOf(store, run)))}`,
    `machine: ${shared(runs, ({ run }) => `${run.host}, ${run.cpu}`)}`,
    ...standingConditions(runs.map(({ run }) => run)).map(
      ({ name, values }) => `${name}: ${each(values, (value) => value)}`,
    ),
    '',
  ];
  return (
    [...head, ...(standings.common === 0 ? apartLines(runs, standings) : []), ''].join('\n') +
    (standings.common === 0 ? '' : commonText(runs, standings, columns))
  );
}

/** Why there is nothing to compare. */
function apartLines(runs: readonly NamedRun[], { apart, runs: all }: Standings): string[] {
  const title = (i: number): string =>
    `${plainText(runs[i].label)}, of ${numberOf(all[i].puzzles, 'puzzle')}`;
  return [
    'The runs have no puzzle in common: there is nothing to compare.',
    ...apart.map(([a, b]) => `  none is in both ${title(a)}, and ${title(b)}`),
  ];
}

function commonText(runs: readonly NamedRun[], standings: Standings, columns: number): string {
  const { common, runs: all, virtualBest } = standings;
  const sizes = all.map(({ puzzles }) => countText(puzzles)).join(' | ');
  const lines = [
    `in all of them ${numberOf(common, 'puzzle')}, of ${sizes}`,
    '',
    tableText(
      HEAD,
      [
        ...all.map((standing, i) => [
          plainText(runs[i].label),
          ...figuresOf(standing),
          CLOCK_WORDS[standing.clock],
        ]),
        [
          'virtual best',
          ...figuresOf({ ...virtualBest, shown: null, wrong: null, fastest: null }),
          '',
        ],
      ],
      columns,
    ),
    ...disagreementLines(standings),
  ];
  return lines.join('\n');
}

const HEAD: readonly TerminalColumn[] = [
  { title: 'run' },
  { title: 'solved', right: true },
  { title: 'shown only', right: true },
  { title: 'wrong', right: true },
  { title: 'PAR-2', right: true },
  { title: 'time of solved', right: true },
  { title: 'fastest', right: true },
  { title: 'times are' },
];

type Figures = Pick<RunStanding, 'solved' | 'par2Ms' | 'solvedMs'> & {
  readonly shown: number | null;
  readonly wrong: number | null;
  readonly fastest: number | null;
};

function figuresOf({ solved, shown, wrong, par2Ms, solvedMs, fastest }: Figures): string[] {
  const count = (value: number | null): string => (value === null ? '' : countText(value));
  return [
    countText(solved),
    count(shown),
    count(wrong),
    durationText(par2Ms),
    durationText(solvedMs),
    count(fastest),
  ];
}

function disagreementLines({ disagreements, disagreeing }: Standings): string[] {
  if (disagreements === 0) return [];
  const listed = disagreeing.slice(0, LISTED);
  const more = disagreements - listed.length;
  return [
    `the verdicts on ${numberOf(disagreements, 'puzzle')} cannot all be true`,
    ...listed.map(
      ({ name, width, height, statuses }) =>
        `  ${plainText(name)}  ${width}x${height}  ${statuses.join(' | ')}`,
    ),
    ...(more > 0 ? [`  ... and ${countText(more)} more`] : []),
    '',
  ];
}

function each<T>(values: readonly T[], text: (value: T) => string): string {
  return values.map((value) => plainText(text(value))).join(' | ');
}

/** What is the same for all runs is said once. */
function shared(runs: readonly NamedRun[], text: (run: NamedRun) => string): string {
  const texts = runs.map((run) => plainText(text(run)));
  return texts.every((one) => one === texts[0]) ? texts[0] : texts.join(' | ');
}
