import type { JSX, ComponentChildren } from 'preact';
import { CLOCK_WORDS, countText, numberOf } from '../../../core/text/numbers.js';
import { corporaText } from '../../../core/text/corpora-text.js';
import { durationText } from '../../../core/text/durations.js';
import { plainText } from '../../../core/text/plain-text.js';
import type { StandingsAnswer } from '../../api.js';
import { Badge } from '../parts/badge.js';

interface ShownStandings {
  readonly answer: StandingsAnswer;
  readonly titles: readonly string[];
}

/** Solved, wrong and PAR-2 of each run, and of the virtual best. */
export function StandingsTable({ answer, titles }: ShownStandings): JSX.Element {
  const { standings, runs } = answer;
  const { common, virtualBest } = standings;
  return (
    <TableCard title={`On the ${numberOf(common, 'puzzle')} that all of them have`}>
      <thead>
        <tr>
          <th scope="col">Run</th>
          {['Puzzles', 'Solved', 'Shown only', 'Wrong', 'PAR-2', 'Time of solved', 'Fastest'].map(
            (word) => (
              <th key={word} scope="col" class="number">
                {word}
              </th>
            ),
          )}
          <th scope="col">Times are</th>
        </tr>
      </thead>
      <tbody>
        {standings.runs.map((run, i) => (
          <tr key={i}>
            <th scope="row">
              {runs[i].database === null ? (
                <a href={`/runs/${runs[i].runId}`}>{titles[i]}</a>
              ) : (
                titles[i]
              )}
            </th>
            <td class="number">{countText(run.puzzles)}</td>
            <td class="number strong">{countText(run.solved)}</td>
            <td class="number">{countText(run.shown)}</td>
            <td class="number">{countText(run.wrong)}</td>
            <td class="number strong">{durationText(run.par2Ms)}</td>
            <td class="number">{durationText(run.solvedMs)}</td>
            <td class="number">{countText(run.fastest)}</td>
            <td>{CLOCK_WORDS[run.clock]}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">virtual best</th>
          <td />
          <td class="number">{countText(virtualBest.solved)}</td>
          <td />
          <td />
          <td class="number">{durationText(virtualBest.par2Ms)}</td>
          <td class="number">{durationText(virtualBest.solvedMs)}</td>
          <td />
          <td />
        </tr>
      </tbody>
    </TableCard>
  );
}

/** Puzzles of which the verdicts cannot all be true. */
export function DisagreementTable(props: {
  readonly standings: StandingsAnswer['standings'];
  readonly titles: readonly string[];
}): JSX.Element {
  const { standings, titles } = props;
  const { disagreeing, disagreements } = standings;
  const more = disagreements - disagreeing.length;
  return (
    <TableCard title="Verdicts that contradict each other">
      {more > 0 && <caption>The first {countText(disagreeing.length)}</caption>}
      <thead>
        <tr>
          <th scope="col">Puzzle</th>
          <th scope="col">Size</th>
          <TitleHeads titles={titles} />
        </tr>
      </thead>
      <tbody>
        {disagreeing.map(({ name, width, height, statuses }, row) => (
          <tr key={row}>
            <th scope="row">{plainText(name)}</th>
            <td>
              {width}×{height}
            </td>
            {statuses.map((status, i) => (
              <td key={i}>
                <Badge word={status} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableCard>
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
    <TableCard title="How they were made">
      <thead>
        <tr>
          <th scope="col">What</th>
          <TitleHeads titles={titles} />
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, values }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {values.map((value, i) => (
              <td key={i} class="name">
                {plainText(value)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableCard>
  );
}

function TableCard(props: {
  readonly title: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <section class="card">
      <h2>{props.title}</h2>
      <div class="scroll" tabIndex={0} role="group" aria-label={props.title}>
        <table>{props.children}</table>
      </div>
    </section>
  );
}

/** A heading for each run. */
function TitleHeads({ titles }: { readonly titles: readonly string[] }): JSX.Element {
  return (
    <>
      {titles.map((title, place) => (
        <th key={place} scope="col">
          {title}
        </th>
      ))}
    </>
  );
}
