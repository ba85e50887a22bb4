import type { JSX } from 'preact';
import { useCallback, useMemo } from 'preact/hooks';
import type { RunAnswer } from '../../api.js';
import { barsOption, barsTable, depthBars, partsTable, verdictBars } from '../charts/bars.js';
import { Chart } from '../charts/chart.js';
import type { ChartColours } from '../charts/colours.js';
import { ProofLegend } from '../charts/proof-legend.js';
import { scoreColumns, starBars, timeColumns } from '../charts/difficulty.js';
import { histogramOption, histogramTable } from '../charts/histogram.js';
import { quantileOption, quantileTable, type Curve } from '../charts/quantiles.js';
import { quantileCurve } from '../charts/time-bins.js';
import { timeSizeOption, timeSizeTable } from '../charts/time-size.js';
import { CHART_TITLES } from '../../../text/chart-titles.js';
import { durationText } from '../../../text/durations.js';
import { readdress } from '../location.js';

/** The charts of a run; a click on a bar shows its puzzles in the table. */
export function RunCharts(props: {
  readonly answer: RunAnswer;
  readonly run: string;
}): JSX.Element {
  const { answer, run } = props;
  const verdicts = useMemo(() => verdictBars(answer), [answer]);
  const depths = useMemo(() => depthBars(answer), [answer]);
  const curves = useMemo((): Curve[] => {
    const points = quantileCurve(answer.timeBins, answer.run.results);
    return [{ name: 'this run', points, colour: 'accent' }];
  }, [answer]);
  const verdictOption = useCallback((c: ChartColours) => barsOption(verdicts, c), [verdicts]);
  const depthOption = useCallback((c: ChartColours) => barsOption(depths, c), [depths]);
  const times = useMemo(() => timeColumns(answer), [answer]);
  const scores = useMemo(() => scoreColumns(answer), [answer]);
  const stars = useMemo(() => starBars(answer), [answer]);
  // A map of one size would be a stripe.
  const isOneSize = new Set(answer.timeBySize.bins.map(({ side }) => side)).size === 1;
  const timeOption = useCallback(
    (c: ChartColours) =>
      isOneSize ? histogramOption(times, 'time, from', c) : timeSizeOption(answer, c),
    [answer],
  );
  const scoreOption = useCallback(
    (c: ChartColours) => histogramOption(scores, 'score, from', c),
    [scores],
  );
  const starOption = useCallback((c: ChartColours) => barsOption(stars, c), [stars]);
  const pickStars = useCallback(
    (name: string): void => showPuzzles(run, { stars: String(name.lastIndexOf('★') + 1) }),
    [run],
  );
  const curveOption = useCallback((c: ChartColours) => quantileOption(curves, c), [curves]);
  const pickVerdict = useCallback(
    (name: string): void => {
      const [status, proof] = name.split(', ');
      showPuzzles(run, status === 'unique' ? { status, technique: proof } : { status });
    },
    [run],
  );
  const pickDepth = useCallback(
    (name: string): void => {
      const [depth] = name.split(', ');
      if (depth === 'ambiguous') showPuzzles(run, { status: 'multiple' });
      else showPuzzles(run, { depth: /^(\d+|2\+)$/.test(depth) ? depth : 'none' });
    },
    [run],
  );
  const { step } = answer.timeBySize;
  return (
    <div class="columns">
      <Chart
        title={CHART_TITLES.verdicts}
        label={`Bars: ${verdicts.map((bar) => `${bar.name} ${bar.count}`).join('; ')}`}
        legend={<ProofLegend bars={verdicts} />}
        note="Click a bar to see its puzzles in the table below."
        option={verdictOption}
        table={partsTable('status', verdicts)}
        onPick={pickVerdict}
      />
      <Chart
        title={CHART_TITLES.depths}
        label={`Bars: ${depths.map((bar) => `depth ${bar.name}: ${bar.count}`).join('; ')}`}
        note="How many assumptions must stand inside each other: 0 is lines alone, 2+ is not solved at depth 1."
        option={depthOption}
        table={barsTable('guess depth', depths)}
        onPick={pickDepth}
      />
      <Chart
        title={isOneSize ? CHART_TITLES.times : CHART_TITLES.timeBySize}
        label="A map of solving time against the longer side; the table below says the same."
        note={
          step > 1
            ? `Counted on every ${step}th puzzle. The stronger the colour, the more puzzles.`
            : 'The stronger the colour, the more puzzles.'
        }
        option={timeOption}
        table={isOneSize ? histogramTable('time', times) : timeSizeTable(answer)}
      />
      <Chart
        title={CHART_TITLES.within}
        label={`A rising curve: half of the puzzles take at most ${durationText(answer.solveMs.median ?? 0)}.`}
        note="Within which time which share of the puzzles has its verdict, on a log scale; the curve ends at the share that has one."
        option={curveOption}
        table={quantileTable(curves)}
      />
      {scores.length > 0 && (
        <Chart
          title={CHART_TITLES.scores}
          label="A histogram of the scores; the table below says the same."
          note="How hard the puzzles with one solution are for people: one more is twice the effort."
          option={scoreOption}
          table={histogramTable('score', scores)}
        />
      )}
      {scores.length > 0 && (
        <Chart
          title={CHART_TITLES.stars}
          label={`Bars: ${stars.map((bar, i) => `${i + 1} stars: ${bar.count}`).join('; ')}`}
          note="One to three: lines alone. Four and five: assumptions. Click a bar to see its puzzles."
          option={starOption}
          table={barsTable('stars', stars)}
          onPick={pickStars}
        />
      )}
    </div>
  );
}

function showPuzzles(run: string, words: Record<string, string>): void {
  readdress(`/runs/${run}?${new URLSearchParams(words).toString()}`);
  document.getElementById('puzzles')?.scrollIntoView({ block: 'start' });
}
