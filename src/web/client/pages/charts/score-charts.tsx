import type { JSX } from 'preact';
import { useCallback, useMemo } from 'preact/hooks';
import { CHART_TITLES } from '../../../../text/chart-titles.js';
import type { RunAnswer } from '../../../api.js';
import { barsHeight } from '../../../../charts/bars.js';
import { barsChart, barsTable } from '../../charts/bars.js';
import { Chart } from '../../charts/chart.js';
import type { ChartColours } from '../../charts/colours.js';
import { needsBars, scoreColumns, starBars } from '../../charts/difficulty.js';
import { histogramOption, histogramTable } from '../../charts/histogram.js';
import { showPuzzles } from '../../navigation/show-puzzles.js';

/** How hard the puzzles are for people; nothing if none has a score. */
export function ScoreCharts(props: {
  readonly answer: RunAnswer;
  readonly run: string;
}): JSX.Element | null {
  const { answer, run } = props;
  const scores = useMemo(() => scoreColumns(answer), [answer]);
  const stars = useMemo(() => starBars(answer), [answer]);
  const needs = useMemo(() => needsBars(answer), [answer]);
  const scoreOption = useCallback(
    (c: ChartColours) => histogramOption(scores, 'score, from', c),
    [scores],
  );
  const starOption = useCallback((c: ChartColours) => barsChart(stars, c), [stars]);
  const needsOption = useCallback((c: ChartColours) => barsChart(needs, c), [needs]);
  const pickStars = useCallback(
    (name: string): void => showPuzzles(run, { stars: String(name.lastIndexOf('★') + 1) }),
    [run],
  );
  const pickNeeds = useCallback(
    (name: string): void => showPuzzles(run, { needs: name.split(', ')[0] }),
    [run],
  );
  if (scores.length === 0) return null;
  return (
    <>
      <Chart
        title={CHART_TITLES.scores}
        label="A histogram of the scores; the table below says the same."
        note="How hard the puzzles with one solution are for people: one more is twice the effort."
        option={scoreOption}
        table={histogramTable('score', scores)}
      />
      <Chart
        title={CHART_TITLES.stars}
        label={`Bars: ${stars.map((bar, i) => `${i + 1} stars: ${bar.count}`).join('; ')}`}
        note="One to three: lines alone. Four and five: assumptions. Click a bar to see its puzzles."
        option={starOption}
        table={barsTable('stars', stars)}
        height={barsHeight(stars)}
        onPick={pickStars}
      />
      <Chart
        title={CHART_TITLES.needs}
        label={`Bars: ${needs.map((bar) => `${bar.name}: ${bar.count}`).join('; ')}`}
        note="Each with all those before it. Click a bar to see its puzzles."
        option={needsOption}
        table={barsTable('needs', needs)}
        height={barsHeight(needs)}
        onPick={pickNeeds}
      />
    </>
  );
}
