import { saveFile, paintedSvg } from '../saving.js';
import type { JSX } from 'preact';
import { useCallback, useMemo, useState } from 'preact/hooks';
import { commandText } from '../../../../solver/core/text/typed.js';
import { FILTER_WORDS } from '../../../record/outcome.js';
import { countText, numberOf } from '../../../../solver/core/text/numbers.js';
import type { ChartFigure } from '../../../report/figures/chart.js';
import {
  type Answer,
  type AnswerRow,
  boundsNote,
  figureText,
  groupTitles,
  isFew,
  measureLabel,
  answerChart,
  groupsName,
} from '../../../report/statistics/answer.js';
import {
  FACTS,
  QuestionError,
  readGroupings,
  readMeasures,
  wordsOfGroups,
} from '../../../report/statistics/question.js';
import type { StatisticsAnswer, RunAnswer } from '../../answers.js';
import { FigureChart } from '../charts.js';
import { TableView, type ColumnHead } from '../lists.js';
import { Choice, CopyButtons, Field, TextField } from '../controls.js';
import { Notice, Waiting, Title } from '../parts.js';
import { runTitle, runTrail } from './runs.js';
import { ResultFilters } from './results.js';
import { type Asked, go, queryText, type Show, showAt, useFetched, wordsIn } from '../window.js';

/** What is asked if the address asks nothing. */
const FIRST = { by: 'density:0.05', of: 'unique' } as const;

/** What one can choose to ask of each group; an address may ask for anything else. */
const MEASURES: readonly string[] = [
  ...['unique', 'line', 'probe', 'search', 'multiple', 'contradiction', 'open', 'puzzles'],
  ...['score', 'score:p95', 'solve_ms', 'solve_ms:p95', 'solve_ms:max', 'solve_ms:sum'],
  ...['sweeps', 'tries', 'line_solves', 'decisions', 'conflicts', 'blocks', 'density'],
];

const GROUPINGS: readonly string[] = [
  ...['size', 'side', 'cells', 'density', 'slack', 'blocks', 'aspect', 'colours', 'file'],
  ...['status', 'technique', 'guess_depth', 'needs', 'stars', 'score', 'sweeps', 'solve_ms'],
];

/** Any question to a run, in the address, and the answer as a chart and a table. */
export function StatisticsPage({ run, query }: Asked): JSX.Element {
  const fetchedRun = useFetched<RunAnswer>(`/api/runs/${run}`);
  const by = query.get('by') ?? FIRST.by;
  const of = query.get('of') ?? FIRST.of;
  // The question and the filter, as the server is asked.
  const filter = wordsIn(query, FILTER_WORDS);
  const words = queryText([['by', by], ['of', of], ...filter]);
  const refused = refusalOf(by, of);
  const answered = useFetched<StatisticsAnswer>(
    refused === null ? `/api/runs/${run}/stats${words}` : null,
  );
  const show: Show = (changes) => showAt(`/runs/${run}/stats`, query, changes);
  return (
    <Waiting for={fetchedRun} wholePage>
      {(answer) => (
        <>
          <Title trail={runTrail(run, runTitle(answer.run))} title="Statistics" />
          <section class="card" aria-label="The question">
            <Choices {...{ by, of, show }} />
            <ResultFilters figures={answer.figures} query={query} show={show} />
          </section>
          {refused !== null && <Notice kind="bad" title={refused} />}
          {answered.state === 'failed' && <Notice kind="bad" title={answered.reason} />}
          {refused === null && answered.data !== null && (
            <Shown
              {...{ run, filter, by, of, words }}
              found={answered.data}
              database={answer.database}
            />
          )}
        </>
      )}
    </Waiting>
  );
}

function TakeAway(props: Answered & { readonly isDrawn: boolean }): JSX.Element {
  const { run, filter, by, of, words, found, database, isDrawn } = props;
  const where = filter.map(([word, value]) => `${word}=${value}`);
  const command = commandText(
    [
      ...['stats', run, ...(by === '' ? [] : ['--by', by]), '--of', of],
      ...(where.length === 0 ? [] : ['--where', where.join(' ')]),
      ...['--db', database],
    ],
    /\bWindows\b/.test(navigator.userAgent) ? 'win32' : 'linux',
  );
  return (
    <div class="row">
      <CopyButtons
        texts={[
          { label: 'Copy as command', text: () => command },
          { label: 'Copy as SQL', text: () => found.sql },
          { label: 'Copy as CSV', text: () => found.csv },
        ]}
      />
      <span class="row small">
        <span class="soft">Keep:</span>
        {['csv', ...(isDrawn ? ['svg'] : [])].map((form) => (
          <a key={form} href={`/api/runs/${run}/stats.${form}${words}`} download>
            {form.toUpperCase()}
          </a>
        ))}
        {isDrawn && <PngButton {...{ run, words }} />}
      </span>
    </div>
  );
}

function PngButton({ run, words }: Pick<Answered, 'run' | 'words'>): JSX.Element {
  const [failed, setFailed] = useState(false);
  const save = async (): Promise<void> => {
    await saveChartPng(`/api/runs/${run}/stats.svg${words}`, `nonomill-run-${run}-stats.png`);
    setFailed(false);
  };
  return (
    <>
      <button
        type="button"
        class="plain link"
        onClick={() => void save().catch(() => setFailed(true))}
      >
        PNG
      </button>
      <span role="status">
        {failed && 'This browser could not make the picture: keep the SVG.'}
      </span>
    </>
  );
}

/** Why a question makes no sense, a sentence; null for one that does. */
function refusalOf(by: string, of: string): string | null {
  try {
    if (by !== '') readGroupings(by);
    readMeasures(of);
    return null;
  } catch (error) {
    if (error instanceof QuestionError) return `${error.message}.`;
    throw error;
  }
}

/** What by what: lists of the usual words; numbers have bins. */
function Choices(props: Pick<Answered, 'by' | 'of'> & { readonly show: Show }): JSX.Element {
  const { by, of, show } = props;
  const groups = by === '' ? [] : by.split(',');
  const set = (at: number, word: string): void => {
    const next = groups.toSpliced(at, 1, word).filter((one) => one !== '');
    show({ by: next.join(',') });
  };
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <Choice
        label="Show"
        value={of}
        options={optionsOf(of, MEASURES, (word) => measureLabel(readMeasures(word)[0]))}
        choose={(word) => show({ of: word })}
      />
      <GroupChoice label="by" value={groups[0] ?? ''} set={(word) => set(0, word)} />
      {groups.length > 0 && (
        <GroupChoice label="and by" value={groups[1] ?? ''} set={(word) => set(1, word)} />
      )}
    </form>
  );
}

/** The usual words, and what is asked now, which an address may have made anything. */
function optionsOf(value: string, known: readonly string[], label: (word: string) => string) {
  const other = value === '' || known.includes(value) ? [] : [[value, value] as [string, string]];
  return [...other, ...known.map((word): [string, string] => [word, label(word)])];
}

/** A fact and, if it is a number, its bins. */
function GroupChoice(props: {
  readonly label: string;
  readonly value: string;
  readonly set: (word: string) => void;
}): JSX.Element {
  const { label, value, set } = props;
  const [name, bins] = value.split(':');
  const fact = factOf(name);
  return (
    <>
      <Choice
        label={label}
        value={name}
        options={[
          ['', 'nothing'],
          ...optionsOf(name, GROUPINGS, (one) => factOf(one)?.label ?? one),
        ]}
        choose={set}
      />
      {fact !== undefined && fact.words === undefined && (
        <Field label={`bins of ${fact.label}`}>
          {(id) => (
            <TextField
              id={id}
              class="narrow"
              value={bins ?? ''}
              placeholder={fact.whole === true ? 'each' : 'that fit'}
              title="How wide (0.05), their edges (5/8/11), or how many of equal counts (q10)"
              onTake={(text) => set(text.trim() === '' ? name : `${name}:${text.trim()}`)}
            />
          )}
        </Field>
      )}
    </>
  );
}

function factOf(name: string): (typeof FACTS)[number] | undefined {
  return FACTS.find((fact) => fact.name === (name === 'score' ? 'difficulty' : name));
}

/** A question in the words of its address, and its answer. */
interface Answered {
  readonly run: string;
  readonly filter: readonly (readonly [word: string, value: string])[];
  readonly by: string;
  readonly of: string;
  /** All of it as the end of an address. */
  readonly words: string;
  readonly found: StatisticsAnswer;
  readonly database: string;
}

/** An answer as a chart and a table, with what one can take away. */
function Shown(props: Answered): JSX.Element {
  const { run, filter, by, of, words, found } = props;
  const answer = useMemo(() => answerFrom(found, by, of), [found]);
  const figure = useMemo(() => drawnOrWhy(answer), [answer]);
  const addressOf = useCallback(
    (row: AnswerRow): string | null => {
      const group = wordsOfGroups(answer.question.by, row.groups);
      if (group === null) return null;
      return `/runs/${run}${queryText({ ...Object.fromEntries(filter), ...group })}#puzzles`;
    },
    [answer, words],
  );
  const pick = useCallback(
    (name: string): void => {
      const row = answer.rows.find(({ groups }) => groupsName(groups) === name);
      const address = row === undefined ? null : addressOf(row);
      if (address !== null) go(address);
    },
    [addressOf],
  );
  if (found.puzzles === 0) {
    return <Notice kind="plain" title="No puzzle is left. Take something out of the filter." />;
  }
  const bounds = boundsNote(answer);
  const isListed = answer.rows.some((row) => addressOf(row) !== null);
  return (
    <>
      {typeof figure === 'string' && <Notice kind="plain" title={figure} />}
      {typeof figure !== 'string' && (
        <FigureChart
          figure={figure}
          withoutTable
          {...(isListed && { onPick: pick, hint: 'Click to see the puzzles.' })}
        />
      )}
      <section class="card" aria-label="The figures">
        <AnswerRows answer={answer} addressOf={addressOf} />
        {bounds !== null && <p class="small soft">{bounds}</p>}
        <TakeAway {...props} isDrawn={typeof figure !== 'string'} />
      </section>
    </>
  );
}

function answerFrom(found: StatisticsAnswer, by: string, of: string): Answer {
  const question = { by: by === '' ? [] : readGroupings(by), of: readMeasures(of) };
  const rows = found.rows.map((row) => ({
    ...row,
    groups: row.groups.map((group) => ({
      ...group,
      order: (group.order as number | string | null) ?? Infinity,
    })),
  }));
  const total = { groups: [], puzzles: found.puzzles, figures: [] };
  return { question, rows, total, isBeside: false };
}

function drawnOrWhy(answer: Answer): ChartFigure | string {
  if (answer.question.by.length === 0)
    return 'Choose what the puzzles are grouped by to see a chart.';
  try {
    return answerChart(answer);
  } catch (error) {
    if (error instanceof QuestionError) return `No chart: ${error.message}.`;
    throw error;
  }
}

function AnswerRows(props: {
  readonly answer: Answer;
  readonly addressOf: (row: AnswerRow) => string | null;
}): JSX.Element {
  const { question, rows } = props.answer;
  const isCounted = question.of.some(({ kind }) => kind === 'puzzles');
  const numbers = [...(isCounted ? [] : ['puzzles']), ...question.of.map(measureLabel)];
  return (
    <TableView
      title="The figures of each group"
      columns={[
        ...groupTitles(question).map((title): ColumnHead => [title]),
        ...numbers.map((title): ColumnHead => [title, 'number']),
      ]}
      rows={rows.map((row) => [
        ...row.groups.map(({ label }) => label),
        ...(isCounted ? [] : [<Puzzles key="puzzles" row={row} address={props.addressOf(row)} />]),
        ...row.figures.map((figure, i) => (
          <span key={i} class={isFew(figure) ? 'soft' : ''}>
            {figureText(question.of[i], figure)}
          </span>
        )),
      ])}
    />
  );
}

/** How many puzzles a group has, and where they are listed. */
function Puzzles(props: { readonly row: AnswerRow; readonly address: string | null }): JSX.Element {
  const { row, address } = props;
  const puzzles = countText(row.puzzles);
  if (address === null) return <>{puzzles}</>;
  return (
    <a href={address} aria-label={`${numberOf(row.puzzles, 'puzzle')}: ${groupsName(row.groups)}`}>
      {puzzles}
    </a>
  );
}

/** A chart's picture has so many pixels for each unit, as the command line's pictures have. */
const PIXELS = 2.5;

/** Saves a chart as a picture, which this browser makes of the SVG of the server. */
async function saveChartPng(address: string, name: string): Promise<void> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error('the server did not draw the chart');
  saveFile(name, (await paintedSvg(await answer.text(), PIXELS)).file);
}
