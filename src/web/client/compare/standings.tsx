import type { JSX } from 'preact';
import { numberOf } from '../../../text/numbers.js';
import { plainText } from '../../../text/plain-text.js';
import type { ComparableAnswer, ComparableRun, StandingsAnswer } from '../../api.js';
import { useFetched } from '../fetched.js';
import { go } from '../navigation/location.js';
import { runTitle } from '../pages/runs.js';
import { Field } from '../parts/field.js';
import { Notice } from '../parts/notice.js';
import { Title } from '../parts/title.js';
import { Waiting } from '../parts/waiting.js';
import { chosenPair, chosenRuns, standingsAddress } from './standings-address.js';
import { StandingsCharts } from './standings-charts.js';
import { DisagreementTable, StandingsConditions, StandingsTable } from './standings-tables.js';

/** Any number of runs side by side, also of other databases. */
export function StandingsPage({ query }: { readonly query: URLSearchParams }): JSX.Element {
  const chosen = chosenRuns(query);
  const comparable = useFetched<ComparableAnswer>('/api/comparable');
  const [x, y] = chosenPair(query, chosen.length);
  const words = new URLSearchParams(chosen.map((run) => ['run', run]));
  const address = chosen.length < 2 ? null : `/api/standings?${words.toString()}&x=${x}&y=${y}`;
  const fetched = useFetched<StandingsAnswer>(address);
  return (
    <>
      <Title trail={[]} title="How several runs stand" />
      <Waiting for={comparable}>{({ runs }) => <Choice runs={runs} chosen={chosen} />}</Waiting>
      {address !== null && <Waiting for={fetched}>{(answer) => <Stand answer={answer} />}</Waiting>}
    </>
  );
}

/** The chosen runs, each with a button to leave it out, and a list to add another. */
function Choice(props: {
  readonly runs: readonly ComparableRun[];
  readonly chosen: readonly string[];
}): JSX.Element {
  const { runs, chosen } = props;
  const choose = (next: readonly string[]): void => go(standingsAddress(next));
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      {chosen.map((address, i) => {
        const run = runs.find((one) => one.address === address);
        const title = run === undefined ? address : comparableTitle(run);
        return (
          <button
            key={`${address} ${i}`}
            type="button"
            title="Leave it out"
            onClick={() => choose(chosen.filter((_, at) => at !== i))}
          >
            {title} ×
          </button>
        );
      })}
      <Field label="Add a run">
        {(id) => (
          <select
            id={id}
            value=""
            onChange={(event) => choose([...chosen, event.currentTarget.value])}
          >
            <option value="">choose a run</option>
            {runs
              .filter(({ address }) => !chosen.includes(address))
              .map((run) => (
                <option key={run.address} value={run.address}>
                  {comparableTitle(run)}
                </option>
              ))}
          </select>
        )}
      </Field>
    </form>
  );
}

function Stand({ answer }: { readonly answer: StandingsAnswer }): JSX.Element {
  const { runs, standings } = answer;
  const { common, disagreements, apart } = standings;
  const titles = runs.map(comparableTitle);
  return (
    <>
      {common === 0 ? (
        <Notice kind="bad" title="The runs have no puzzle in common">
          {apart.map(([a, b]) => (
            <div key={`${a} ${b}`}>
              No puzzle is in both {titles[a]} and {titles[b]}.
            </div>
          ))}
        </Notice>
      ) : (
        disagreements > 0 && (
          <Notice
            kind="bad"
            title={`The verdicts on ${numberOf(disagreements, 'puzzle')} cannot all be true`}
          />
        )
      )}
      {common > 0 && <StandingsTable answer={answer} titles={titles} />}
      {common > 0 && <StandingsCharts answer={answer} titles={titles} />}
      {disagreements > 0 && <DisagreementTable standings={standings} titles={titles} />}
      <StandingsConditions answer={answer} titles={titles} />
    </>
  );
}

/** The name of a run, with its database if that is another one. */
function comparableTitle(run: ComparableRun): string {
  return run.database === null ? runTitle(run) : `${plainText(run.database)}: ${runTitle(run)}`;
}
