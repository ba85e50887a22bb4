import type { Context, Hono } from 'hono';
import { answerOf, knownBins, pastedSql, type AskedResults } from '../report/answers.js';
import { type Answer, answerCsv, rowsWithTotal } from '../report/statistics/answer-text.js';
import {
  grouped,
  QuestionError,
  readGroupings,
  readMeasures,
  type Question,
  questionSql,
} from '../report/statistics/question.js';
import type { StatisticsAnswer } from './api.js';
import { BadRequest, readFilter } from './read-query.js';
import { runOf } from './run-routes.js';
import type { Served, ServedDatabase } from './served-database.js';

/**
 * GET /api/runs/:run/stats?by=&of= with the words of a filter: the answer, as text of other forms
 * too. The same with stats.csv and stats.svg is a file.
 */
export function addStatistics(app: Hono, database: ServedDatabase): void {
  app.get('/api/runs/:run/stats', (context) => {
    const served = database.now();
    const { results: results, question, answer } = asked(served, context);
    const by = question.by.map((grouping) =>
      grouped(grouping, knownBins(served.store, results, grouping)),
    );
    const end = questionSql(question, by, results.runIds);
    const found: StatisticsAnswer = {
      rows: rowsWithTotal(answer),
      puzzles: answer.total.puzzles,
      csv: answerCsv(answer),
      sql: pastedSql(served.store, results, end),
    };
    return context.json(found, 200, { 'cache-control': 'no-store' });
  });
  const file = (
    name: 'csv' | 'svg',
    type: string,
    write: (answer: Answer) => string | Promise<string>,
  ): void => {
    app.get(`/api/runs/:run/stats.${name}`, async (context) => {
      const { results: results, answer } = asked(database.now(), context);
      const content = await understood(() => write(answer));
      return context.body(content, 200, {
        'content-type': type,
        'content-disposition': `attachment; filename="nonomill-run-${results.runIds[0]}-stats.${name}"`,
        'cache-control': 'no-store',
      });
    });
  };
  file('csv', 'text/csv; charset=utf-8', answerCsv);
  file('svg', 'image/svg+xml', async (answer) => {
    // What draws takes time to load: nobody waits for it who keeps no chart.
    const { answerChart } = await import('../report/statistics/answer-chart.js');
    const { chartFile } = await import('../report/html/chart-svg.js');
    return chartFile(answerChart(answer));
  });
}

interface Asked {
  readonly results: AskedResults;
  readonly question: Question;
  readonly answer: Answer;
}

/** The question in an address, and its answer. @throws BadRequest if it makes no sense */
function asked(served: Served, { req }: Context): Asked {
  const { runId } = runOf(served, req.param('run'));
  const filter = readFilter(served.store, runId, (name) => req.query(name));
  const results = { runIds: [runId], filter };
  return sensible(() => {
    const by = req.query('by') ?? '';
    const question = {
      by: by === '' ? [] : readGroupings(by),
      of: readMeasures(req.query('of') ?? 'puzzles'),
    };
    return { results, question, answer: answerOf(served.store, results, question) };
  });
}

function sensible<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw refused(error);
  }
}

async function understood<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw refused(error);
  }
}

function refused(error: unknown): unknown {
  return error instanceof QuestionError
    ? new BadRequest('NM_QUESTION_INVALID', error.message)
    : error;
}
