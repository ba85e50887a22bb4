import {
  answerOf,
  knownBins,
  runWords,
  topPuzzles,
  correlationsOf,
  pastedSql,
} from '../../report/answers.js';
import {
  answerChart,
  correlationChart,
  correlationSquare,
  measureText,
  topForms,
} from '../../report/statistics/answer.js';
import { answerForms, writeChart } from '../answer-table.js';
import {
  type Fact,
  grouped,
  questionSql,
  topSql,
  QuestionError,
  USUAL_MEASURES,
  measureName,
  readGroupings,
  readMeasures,
  readNumbers,
  type Question,
} from '../../report/statistics/question.js';
import type { ChartFigure as Chart } from '../../report/figures/chart.js';
import type { Store } from '../../store/open/open.js';
import { runById } from '../../store/stored-runs.js';
import { markdownTable, markdownText, csvLine } from '../../../solver/core/text/escape.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { formOf, shared } from '../flags.js';
import * as whereFlag from '../where-flag.js';
import { withSince } from '../../store/changes/since.js';
import { command } from '../command.js';
import { type FlagValues, integerFlag, switchFlag, valueFlag } from '../flag.js';
import {
  type CommandOutcome,
  UsageError,
  type Terminal,
  refuseBeside,
  refuseIf,
  refuseRejects,
  tableText,
} from '../terminal.js';
import { refuseUnwritable } from '../input-output.js';
import { wantedRun, withStore } from '../with-store.js';

const sections = {
  Question: {
    by: valueFlag('--by <facts> (group-by, group)', 'none', {
      joinedBy: ',',
      fallback: [],
      defaultText: 'all puzzles together',
      help:
        'What puzzles are grouped by, up to three: size, density, technique, file, stars, any other column. Numbers with the ' +
        'width of bins (density:0.05), their edges (score:5/8/11/14) or how many, of equal counts (solve_ms:q10).',
      read: readGroupings,
    }),
    of: valueFlag('--of <measures> (measure, select)', 'none', {
      joinedBy: ',',
      fallback: readMeasures(USUAL_MEASURES),
      defaultText: USUAL_MEASURES.replaceAll(',', ', '),
      help:
        'What is asked of each group: shares (unique, line, probe, search, multiple, open, any status), and of numbers their ' +
        'median, mean, gmean (of positive numbers), min, max, sum or a percentile (score, solve_ms:p95).',
      read: readMeasures,
    }),
    correlate: valueFlag('--correlate <facts> (correlation, spearman)', 'none', {
      joinedBy: ',',
      help: 'Show how two to ten numbers go together instead, by the rank correlation of Spearman.',
      read: readNumbers,
    }),
    top: integerFlag('--top (most, hardest, first)', 'none', {
      min: 1,
      max: 1000,
      help: 'List this many puzzles of each group instead of figures: those with the highest values of the first number of --of, or of the score.',
    }),
    played: switchFlag('--played (games, people)', 'none', {
      help:
        'Show how long people take instead, from the games that the page "Played" exports, a file for each person. Scores are those of ' +
        'the database, else of the puzzles in the files.',
    }),
    where: whereFlag.where,
  },
  Output: {
    ...shared('csv', 'json', 'md'),
    sql: switchFlag('--sql', 'none', {
      help: 'Print a query that gives the same figures in the same order, to paste into sqlite3 on the database; for DuckDB, see its comment.',
    }),
    ...shared('chart', 'force', 'db'),
  },
};

type StatsFlags = FlagValues<typeof sections>;

type AskedResults = Parameters<typeof answerOf>[1];
type Correlations = ReturnType<typeof correlationsOf>;

type Form = 'text' | 'csv' | 'json' | 'md' | 'sql';

export const stats = command({
  name: 'stats',
  summary: 'Answer any question about a run, each figure with its error.',
  operands: '[run|log.ndjson...]',
  description:
    'Groups the puzzles of a run (by its number or name; the latest by default) by what is known of them, and says of each group ' +
    "what is asked. Every figure has its 95 % interval: Wilson's for shares, order statistics for medians and percentiles, " +
    "Student's for means. What rests on fewer than 20 puzzles is grey. Several runs stand side by side, with what each has more " +
    'than the first one: of the same puzzles, where both have them.',
  sections,
  examples: {
    'nonomill stats --by size --of unique,line':
      'The shares of unique and of line-solvable puzzles by size.',
    'nonomill stats 3 --by density:0.05 --of line,score,solve_ms:p95 --csv':
      'By density in steps of 0.05, as CSV.',
    'nonomill stats --by size --top 3': 'The three hardest of each size.',
    'nonomill stats --correlate score,solve_ms,sweeps,density': 'How these go together.',
    "nonomill stats --by stars --of puzzles,tries --where 'size=20-'": 'Of large puzzles alone.',
    'nonomill stats 3 5 --by size --of unique,solve_ms':
      'Two runs side by side, with the differences.',
    'nonomill stats --played anna.ndjson ben.ndjson': 'How long people take, by stars and score.',
  },
  check: (runs, values, given) =>
    values.played ? checkPlayed(runs, values, given) : checkRuns(runs, values, given),
  async execute(options, { terminal }) {
    if (!('files' in options)) return answerRuns(options, terminal);
    const { readPlayedLogs, playedAnswer } = await import('../played.js');
    const logs = await readPlayedLogs(options.files, options.db, (text) => terminal.say(text));
    await terminal.print(playedAnswer(logs, options.form, terminal.output.depth > 1));
    refuseRejects(logs.rejects, 'line', 'lines');
    return 'done';
  },
});

function checkRuns(
  runs: readonly string[],
  values: StatsFlags,
  given: ReadonlySet<keyof StatsFlags>,
) {
  const { by, of, top, correlate, where, chart } = values;
  refuseIf({
    '--sql cannot give the differences between runs: group by run as well, such as --by run':
      values.sql && runs.length > 1 && !by.some(({ fact }) => fact.name === 'run'),
  });
  const form = formOf(values, ['csv', 'json', 'md', 'sql']);
  if (correlate !== null) {
    refuseBeside(given, ['by', 'of', 'sql', 'top'], '--correlate is a question of its own');
  }
  refuseIf({
    '--top lists puzzles of a single run, so name just one run': top !== null && runs.length > 1,
    '--top lists puzzles, and has no chart: leave out --chart': top !== null && chart !== null,
  });
  const question = { by, of: top !== null && !given.has('of') ? readMeasures('score') : of };
  return { ...values, runs, question, where: where ?? whereFlag.readWhere(''), form };
}

function checkPlayed(
  files: readonly string[],
  { db, ...values }: StatsFlags,
  given: ReadonlySet<keyof StatsFlags>,
) {
  const others = ['by', 'of', 'top', 'correlate', 'where', 'md', 'sql', 'chart', 'force'] as const;
  refuseBeside(given, others, '--played is a question of its own');
  const form = formOf(values, ['csv', 'json']);
  if (files.length === 0) {
    throw new UsageError(
      'NM_ARGUMENTS',
      '--played needs files: name those that the page "Played" exported, one for each person',
    );
  }
  const twice = files.find((file, i) => files.indexOf(file) < i);
  if (twice !== undefined)
    throw new UsageError('NM_ARGUMENTS', `${plainText(twice)} was named twice`);
  return { files, form, db: { path: db, given: given.has('db') } };
}

async function answerRuns(
  { runs, question, top, correlate, where, form, chart, force, db }: ReturnType<typeof checkRuns>,
  terminal: Terminal,
): Promise<CommandOutcome> {
  if (chart !== null) await refuseUnwritable(chart, force);
  await withStore(db, async (store) => {
    const runIds = runsOf(store, runs, terminal);
    const results = { runIds, filter: withSince(store, runIds, where.filter) };
    const asked = askedOf(store, results, where);
    const draw = async (figure: () => Chart): Promise<void> => {
      if (chart === null) return;
      const drawn = figure();
      const note = `${asked.words}. ${drawn.note}`;
      await writeChart({ ...drawn, note }, { out: chart, force }, terminal);
    };
    // Rows for other programs have no room for it.
    if (form === 'csv') terminal.say(`nonomill: ${asked.words}`);
    if (top !== null)
      return terminal.print(topText(store, results, { ...question, top }, form, asked));
    if (form === 'sql') return terminal.print(sqlText(store, results, question));
    if (correlate !== null) {
      const correlations = correlationsOf(store, results, correlate);
      if (answerOf(store, results, { by: [], of: [] }).total.puzzles === 0)
        throw nothingLeft(results);
      await draw(() => correlationChart(correlate, correlations));
      return terminal.print(inForm(form, asked, correlationForms(correlate, correlations)));
    }
    const answer = answerOf(store, results, question);
    if (answer.total.puzzles === 0) throw nothingLeft(results);
    await draw(() => answerChart(answer));
    await terminal.print(inForm(form, asked, answerForms(answer, terminal.output.depth > 1)));
  });
  return 'done';
}

/** The numbers of the runs that are asked, each once; of the latest if none is named. */
function runsOf(store: Store, words: readonly string[], terminal: Terminal): number[] {
  const wanted = words.length === 0 ? [undefined] : words;
  const ids = wanted.map((word) => wantedRun(store, word, terminal).runId);
  const twice = ids.find((id, i) => ids.indexOf(id) < i);
  if (twice !== undefined) throw new UsageError('NM_ARGUMENTS', `run ${twice} was named twice`);
  return ids;
}

type Asked = ReturnType<typeof askedOf>;

/** Which results an answer is about, for people and for programs. */
function askedOf(store: Store, { runIds }: AskedResults, { text }: whereFlag.Where) {
  const runs = runIds.map((runId) => runById(store, runId)!);
  const words = runWords(store, runIds).join('; ') + (text === '' ? '' : `; where ${text}`);
  const [{ name, startedAt }] = runs;
  return {
    words,
    json: {
      ...(runs.length === 1
        ? { run: runIds[0], name, startedAt }
        : { runs: runIds, names: runs.map((run) => run.name) }),
      ...(text !== '' && { where: text }),
    },
  };
}

/** An answer in each form; tables are shown below what they are about. */
type Forms = Readonly<Record<'csv' | 'md' | 'text', () => string>> & {
  readonly json: () => object;
};

function inForm(form: Exclude<Form, 'sql'>, { words, json }: Asked, forms: Forms): string {
  if (form === 'csv') return forms.csv();
  if (form === 'json') return JSON.stringify({ ...json, ...forms.json() }, null, 2) + '\n';
  return `${form === 'md' ? markdownText(words) : words}\n\n${forms[form]()}`;
}

function correlationForms(facts: readonly Fact[], correlations: Correlations): Forms {
  const { head, rows } = correlationSquare(facts, correlations);
  const missing = missingCorrelations(correlations);
  const [first, ...numbers] = head;
  return {
    csv: () => correlationsCsv(correlations),
    json: () => ({
      correlations: correlations.map(({ facts: pair, figure, n, why }) => ({
        facts: pair.map(({ name }) => name),
        spearman: figure,
        ...(why !== null && { n, why }),
      })),
    }),
    md: () =>
      markdownTable([first, ...numbers.map((number) => ({ number }))], rows) +
      missing.map((text) => `\n${markdownText(text)}\n`).join(''),
    text: () => tableText(head, rows, Infinity) + missing.map((text) => text + '\n').join(''),
  };
}

function nothingLeft({ runIds }: AskedResults): UsageError {
  return new UsageError(
    'NM_NO_RESULTS',
    `no result of run ${runIds.join(', ')} can answer this: there is none, or --where leaves all of them out`,
  );
}

/** The puzzles with the most of a number, in each group; or the query that finds them. */
function topText(
  store: Store,
  results: AskedResults,
  { by, of, top }: Question & { readonly top: number },
  form: Form,
  asked: Asked,
): string {
  const facts = of.map((measure) => {
    if (measure.kind === 'number') return measure.fact;
    throw new QuestionError(
      `--top needs numbers of single puzzles, such as score or solve_ms; ${measureName(measure)} is a figure of a group`,
    );
  });
  if (form === 'sql') {
    const groups = groupsOf(store, results, by);
    return pastedSql(store, results, topSql(groups, facts, { count: top, runIds: results.runIds }));
  }
  const found = { by, facts, puzzles: topPuzzles(store, results, by, facts, top) };
  if (found.puzzles.length === 0) throw nothingLeft(results);
  const columns = [
    ...by.map(({ fact }) => fact.label),
    ...[{ number: 'place' }, 'puzzle'],
    ...facts.map(({ label }) => ({ number: label })),
  ];
  const rows = found.puzzles.map(({ groups, place, name, values }) => [
    ...groups.map(({ label }) => plainText(label)),
    ...[String(place), plainText(name)],
    ...values.map((value, i) => wordsOf(facts[i], value)),
  ]);
  return inForm(form, asked, {
    ...topForms(found),
    md: () => markdownTable(columns, rows),
    text: () => tableText(columns, rows, Infinity),
  });
}

function sqlText(store: Store, results: AskedResults, question: Question): string {
  const by = groupsOf(store, results, question.by);
  return pastedSql(store, results, questionSql(question, by, results.runIds));
}

function groupsOf(store: Store, results: AskedResults, by: Question['by']) {
  return by.map((grouping) => grouped(grouping, knownBins(store, results, grouping)));
}

function wordsOf(fact: Fact, value: number | null): string {
  if (value === null) return '-';
  return measureText({ kind: 'number', fact, summary: 'max' }, value);
}

function correlationsCsv(correlations: Correlations): string {
  const lines = correlations.map(({ facts: [a, b], figure, n, why }) => [
    ...[a.name, b.name, figure?.value ?? null, figure?.low ?? null, figure?.high ?? null],
    ...[n, why],
  ]);
  const head = ['fact', 'other', 'spearman', 'spearman_low', 'spearman_high', 'n', 'why'];
  return [head, ...lines].map(csvLine).join('');
}

/** Why pairs have no correlation, a sentence for each. */
function missingCorrelations(correlations: Correlations): string[] {
  return correlations.flatMap(({ facts: [a, b], why }) =>
    why === null ? [] : [`- for ${a.label} and ${b.label}: ${why}.`],
  );
}
