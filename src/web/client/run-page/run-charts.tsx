import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { runCharts, type ChartedCounts } from '../../../report/figures/run-charts.js';
import { decidedBins } from '../../../report/figures/within.js';
import { NEEDS, type Needs } from '../../../core/result/difficulty.js';
import { STATUSES } from '../../../core/result/outcome.js';
import { timeLimits } from '../../../core/run-record/par2.js';
import { depthKeyOf, depthOrder, techniqueKeyOf } from '../../../core/result/technique-keys.js';
import { shareCurves } from '../../../report/statistics/share-curves.js';
import type { RunAnswer } from '../../api.js';
import { FigureChart } from '../charts/figure-chart.js';
import { showPuzzles } from '../window/location.js';

/** What a page can do that a report cannot. */
const CLICK = 'Click a bar to see its puzzles below.';

/** The charts of a run; a click on a bar shows its puzzles in the table. */
export function RunCharts(props: {
  readonly answer: RunAnswer;
  readonly run: string;
}): JSX.Element {
  const { answer, run } = props;
  const figures = useMemo(() => {
    const { verdicts, difficulty } = runCharts(countsOf(answer));
    const { classes, step } = answer.sizes;
    return [...verdicts, ...difficulty, ...shareCurves(classes, step)];
  }, [answer]);
  const picks = useMemo(() => picksOf(run), [run]);
  return (
    <div class="columns">
      {figures.map((figure) => {
        const onPick = picks.get(figure.id);
        return (
          <FigureChart
            key={figure.id}
            figure={figure}
            {...(onPick !== undefined && { onPick, hint: CLICK })}
          />
        );
      })}
    </div>
  );
}

/** What a click on a bar shows, by the figure; bars are called `<bar>, <technique>`. */
function picksOf(run: string): ReadonlyMap<string, (name: string) => void> {
  const show = (words: Parameters<typeof showPuzzles>[1]): void => showPuzzles(run, words);
  return new Map([
    [
      'verdicts',
      (name) => {
        const [status, proof] = name.split(', ');
        const technique = proof === 'unproven' ? 'none' : proof;
        show(status === 'unique' ? { status, technique } : { status });
      },
    ],
    [
      'depths',
      (name) => {
        const [depth] = name.split(', ');
        if (depth === 'ambiguous') show({ status: 'multiple' });
        else if (depth === 'open') show({ technique: 'none' });
        else show({ depth: /^(\d+|2\+)$/.test(depth) ? depth : 'none' });
      },
    ],
    ['stars', (name) => show({ stars: String(name.lastIndexOf('★') + 1) })],
    ['needs', (name) => show({ needs: name.split(', ')[0] })],
  ]);
}

function countsOf(answer: RunAnswer): ChartedCounts {
  const { verdicts, conditions, retries, scores, sizes, timeBins, run } = answer;
  const tried = Number(conditions.options.guessDepth ?? 1);
  const scoreBins: number[] = [];
  for (const { bin, count } of scores) scoreBins[bin] = (scoreBins[bin] ?? 0) + count;
  return {
    byStatus: new Map(
      STATUSES.map((status) => {
        const found = verdicts.filter((one) => one.status === status);
        return [status, summed(found, ({ technique }) => techniqueKeyOf(status, technique))];
      }),
    ),
    byDepth: new Map(
      [
        ...summed(verdicts, ({ status, technique, guessDepth }) =>
          depthKeyOf(status, technique, guessDepth, tried + 1),
        ),
      ].sort(([a], [b]) => depthOrder(a, b)),
    ),
    sizes: sizes.classes,
    step: sizes.step,
    decided: decidedBins(timeBins, run.results),
    limitMs: timeLimits(conditions.options, retries).timeoutMs,
    scoreBins: Array.from(scoreBins, (count) => count ?? 0),
    bounds: 0,
    byStars: allOf(
      [1, 2, 3, 4, 5],
      summed(scores, ({ stars }) => stars),
    ),
    byNeeds: allOf<Needs>(
      NEEDS,
      summed(scores, ({ needs }) => needs),
    ),
  };
}

/** How many there are of each key. */
function summed<One extends { readonly count: number }, Key>(
  counted: readonly One[],
  keyOf: (one: One) => Key,
): Map<Key, number> {
  const sums = new Map<Key, number>();
  for (const one of counted) sums.set(keyOf(one), (sums.get(keyOf(one)) ?? 0) + one.count);
  return sums;
}

/** The counts of all keys, in their order. */
function allOf<Key>(keys: readonly Key[], counts: ReadonlyMap<Key, number>): Map<Key, number> {
  return new Map(keys.map((key) => [key, counts.get(key) ?? 0]));
}
