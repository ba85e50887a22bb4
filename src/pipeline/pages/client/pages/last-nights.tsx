import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { judgedGatesText } from '../../../record/outcome.js';
import { isUndecided, STATUSES } from '../../../../solver/core/result/outcome.js';
import { countText, durationText, numberOf } from '../../../../solver/core/text/numbers.js';
import { plainText } from '../../../../solver/core/text/plain-text.js';
import type { NightsAnswer, RunsAnswer } from '../../answers.js';
import type { SinceAnswer } from '../../served-database.js';
import { CopyButtons } from '../controls.js';
import { StateBadge, ProgressOfRun } from '../parts.js';
import { useFetched, useFresh, type useLiveRuns, moment } from '../window.js';

type NightsOfName = NightsAnswer['names'][number];
type NightEntry = NightsOfName['nights'][number];

/** How many names are in sight at once; the others are folded. */
const IN_SIGHT = 6;

/** The last night of each name at a glance, above the list of all runs. */
export function LastNights(props: {
  readonly live: ReturnType<typeof useLiveRuns>;
}): JSX.Element | null {
  const { data } = useFresh<NightsAnswer>('/api/nights', props.live);
  const [isOpen, setOpen] = useState(false);
  if (data === null || data.names.length === 0) return null;
  const { names, more } = data;
  const [shown, folded] = [names.slice(0, IN_SIGHT), names.slice(IN_SIGHT)];
  const cards = (some: typeof names): JSX.Element => (
    <div class="nights">
      {some.map((nights) => (
        <NightCard key={nights.last.runId} nights={nights} />
      ))}
    </div>
  );
  const failed = folded.filter(({ last }) => hasFailed(last)).length;
  return (
    <>
      <section class="last-nights" aria-labelledby="last-nights">
        <h2 id="last-nights">{names.length === 1 ? 'The last night' : 'Last nights'}</h2>
        {cards(shown)}
        {folded.length > 0 && (
          <details onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary>
              <MoreNames names={folded.length + more.names} failed={failed + more.failed} />
            </summary>
            {isOpen && cards(folded)}
            {isOpen && more.names > 0 && (
              <a class="small" href="/history">
                <MoreNames {...more} />
              </a>
            )}
          </details>
        )}
      </section>
      <h2>All runs</h2>
    </>
  );
}

function MoreNames({ names, failed }: NightsAnswer['more']): JSX.Element {
  return (
    <>
      {numberOf(names, 'more name')}
      {failed > 0 && <span class="failed">, {countText(failed)} with failed gates</span>}
    </>
  );
}

function NightCard({ nights: all }: { readonly nights: NightsOfName }): JSX.Element {
  const { name, words, total, last, lastComplete, nights } = all;
  const { runId, state, wallMs } = last;
  const page = `/runs/${runId}`;
  const history = new URLSearchParams(words.map((word) => ['of', word])).toString();
  return (
    <article class={`card ${hasFailed(last) ? 'failed' : ''}`}>
      <div class="row apart">
        <h3>
          <a href={page}>{plainText(name)}</a>
        </h3>
        {state === 'complete' ? <GatesBadge gates={last.gates} /> : <StateBadge state={state} />}
      </div>
      <div class="row soft small">
        <span>
          Run {runId} · {moment(last.startedAt)}
        </span>
        <span>
          {numberOf(last.results, 'puzzle')} in {durationText(wallMs)}
        </span>
      </div>
      {state === 'running' && <ProgressOfRun progress={last.progress} />}
      <Figures night={all} page={page} />
      {lastComplete !== null && (
        <p class="small">
          Last complete: <a href={`/runs/${lastComplete.runId}`}>run {lastComplete.runId}</a>,{' '}
          {moment(lastComplete.startedAt)} <GatesBadge gates={lastComplete.gates} />
        </p>
      )}
      {total === 1 ? (
        <p class="soft small">The first night</p>
      ) : (
        <a class="spark small" href={`/history?${history}`}>
          <OpenChart nights={nights} />
          <span>{chartText(nights, total)}</span>
        </a>
      )}
    </article>
  );
}

function GatesBadge({ gates }: Pick<NightEntry, 'gates'>): JSX.Element {
  if (gates === null) return <span class="badge">no gates</span>;
  if (gates.failed === null) return <span class="badge">gates not judged</span>;
  const kind = gates.failed.length === 0 ? 'unique' : 'contradiction many-words';
  return <span class={`badge ${kind}`}>{judgedGatesText(gates.failed)}</span>;
}

function hasFailed({ gates }: Pick<NightEntry, 'gates'>): boolean {
  return (gates?.failed ?? []).length > 0;
}

const NONE_BEFORE = 'There is no complete night before.';
const NOT_COMPLETE = 'Counted once it is complete.';

/** What is new, worse, open and no puzzle, each with a link to the list of it. */
function Figures(props: { readonly night: NightsOfName; readonly page: string }): JSX.Element {
  const { page } = props;
  const { last, nights } = props.night;
  const { runId, state, rejects, wallMs } = last;
  // Whatever changes the results of a run makes it longer.
  const { data } = useFetched<SinceAnswer>(`/api/runs/${runId}/since`, wallMs ?? 0);
  const isWaiting = data === null && state === 'complete';
  const since = state === 'complete' && data?.before != null ? data : null;
  // What is shown if there is no number, and why.
  const [sign, why] = isWaiting
    ? ['…', undefined]
    : ['–', state === 'complete' ? NONE_BEFORE : NOT_COMPLETE];
  const listed = (words: string): string => `${page}?${words}#puzzles`;
  const isWorseListed = since?.rejected === 0;
  const newRejects = since?.rejects ? ` (${countText(since.rejects)} new)` : '';
  const figures: readonly (readonly [count: number | undefined, word: string, href: string])[] = [
    [since?.new, 'new', listed('since=new')],
    [since?.gone, 'gone', page],
    [since?.worse, 'worse', isWorseListed ? listed('since=worse') : page],
    [nights.at(-1)!.open, 'open', listed(`status=${STATUSES.filter(isUndecided).join()}`)],
    [rejects, `${rejects === 1 ? 'reject' : 'rejects'}${newRejects}`, `${page}/rejects`],
  ];
  return (
    <ul class="glance">
      {figures.map(([count, word, href], i) => {
        const figure = (
          <>
            <strong>{count === undefined ? sign : countText(count)}</strong> {word}
          </>
        );
        return (
          <li key={i} title={count === undefined ? why : undefined}>
            {/* What is none has no list. */}
            {count ? (
              <a class={word === 'worse' ? 'failed' : ''} href={href}>
                {figure}
              </a>
            ) : (
              figure
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The width of a night, and the heights of a chart with open puzzles and of one without. */
const [STEP, HIGH, LOW] = [8, 36, 6];

/** A bar for the open puzzles of each night: red on a band if its gates failed. */
function OpenChart({ nights }: { readonly nights: readonly NightEntry[] }): JSX.Element {
  const most = mostOpen(nights);
  const room = most === 0 ? LOW : HIGH;
  return (
    <svg width={STEP * nights.length} height={room} aria-hidden="true">
      {nights.map((night, i) => {
        const { runId, startedAt, state, open, gates } = night;
        const isComplete = state === 'complete';
        const height = isComplete ? Math.max(2, (room * open) / (most || 1)) : 5;
        const kind = !isComplete ? 'broken' : hasFailed(night) ? 'failed' : '';
        const judged = gates?.failed == null ? '' : `, ${judgedGatesText(gates.failed)}`;
        return (
          <g key={runId} class={kind} transform={`translate(${STEP * i})`}>
            <title>
              {`run ${runId}, ${moment(startedAt)}: ${isComplete ? `${countText(open)} open${judged}` : state}`}
            </title>
            <rect class="band" width={STEP} height={room} />
            <rect x="1" y={room - height} width={STEP - 2} height={height} />
          </g>
        );
      })}
    </svg>
  );
}

function chartText(nights: readonly NightEntry[], total: number): string {
  const most = mostOpen(nights);
  const failed = nights.filter(hasFailed).length;
  const of = nights.length === total ? '' : 'the last ';
  return [
    `Open puzzles in ${of}${nights.length} nights: ${most === 0 ? 'none' : `at most ${countText(most)}`}`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
  ].join('; ');
}

/** The most open puzzles of a complete night: what was not tried is not counted in the others. */
function mostOpen(nights: readonly NightEntry[]): number {
  return nights.reduce(
    (most, { state, open }) => (state === 'complete' ? Math.max(most, open) : most),
    0,
  );
}

/** What to do while there is no run: commands to copy, as the pages only read. */
export function FirstRun({ commands }: Pick<RunsAnswer, 'commands'>): JSX.Element {
  const { samples, own } = commands;
  return (
    <section class="card first-run">
      <h2>There is no run yet</h2>
      {samples !== null && (
        <>
          <p>Begin with the samples that came with nonomill. They take a few seconds:</p>
          <CopyCommand command={samples} />
        </>
      )}
      <p>Your own puzzles are a file, or a folder of files, in any format that nonomill reads:</p>
      <CopyCommand command={own} />
      <p class="soft">
        The run shows up here as soon as it begins. Or <a href="/try">try a single puzzle</a>, which
        needs no run.
      </p>
    </section>
  );
}

function CopyCommand({ command }: { readonly command: string }): JSX.Element {
  return (
    <div class="command">
      <code>{command}</code>
      <CopyButtons
        texts={[{ label: 'Copy', text: () => command }]}
        done="Copied: paste it into a terminal."
      />
    </div>
  );
}
