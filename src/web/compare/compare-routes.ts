import type { Context, Hono } from 'hono';
import { readId } from '../requests/read-query.js';
import { runOf } from '../run-routes.js';
import type { ServedDatabase } from '../served-database.js';
import { StandingsAnswers } from './standings-answers.js';

/** Requests about several runs: `/api/compare`, `/api/comparable` and `/api/standings`. */
export function addCompareRoutes(
  app: Hono,
  database: ServedDatabase,
  others: readonly ServedDatabase[],
): void {
  const standings = new StandingsAnswers(database, others);
  const answer = (path: string, answerOf: (context: Context) => object | Promise<object>): void => {
    app.get(path, async (context) =>
      context.json(await answerOf(context), 200, { 'cache-control': 'no-store' }),
    );
  };
  answer('/api/compare', ({ req }) => {
    const served = database.now();
    const [left, right] = [req.query('left'), req.query('right')];
    return served.comparisons.of(runOf(served, left), runOf(served, right));
  });
  answer('/api/comparable', () => standings.comparable());
  answer('/api/standings', ({ req }) => {
    const place = (name: string, fallback: string): number =>
      readId(req.query(name) ?? fallback, name);
    return standings.of(req.queries('run') ?? [], place('x', '0'), place('y', '1'));
  });
}
