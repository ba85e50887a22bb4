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
import { readdress } from '../navigation/location.js';

interface ChartsOfRun {
  readonly answer: RunAnswer;
  readonly run: string;
}

/** The charts of a run; a click on a bar shows its puzzles in the table. */
export function RunCharts({ answer, run }: ChartsOfRun): JSX.Element {
  return (
    <div class="columns">
      <VerdictChart answer={answer} run={run} />
      <DepthChart answer={answer} run={run} />
      <TimeChart answer={answer} />
      <WithinChart answer={answer} />
      <ScoreCharts answer={answer} run={run} />
    </div>
  );
}

function VerdictChart({ answer, run }: ChartsOfRun): JSX.Element {
  const bars = useMemo(() => verdictBars(answer), [answer]);
  const option = useCallback((c: ChartColours) => barsOption(bars, c), [bars]);
  const pick = useCallback(
    (name: string): void => {
      const [status, proof] = name.split(', ');
      showPuzzles(run, status === 'unique' ? { status, technique: proof } : { status });
    },
    [run],
  );
  return (
    <Chart
      title={CHART_TITLES.verdicts}
      label={`Bars: ${bars.map((bar) => `${bar.name} ${bar.count}`).join('; ')}`}
      legend={<ProofLegend bars={bars} />}
      note="Click a bar to see its puzzles in the table below."
      option={option}
      table={partsTable('status', bars)}
      onPick={pick}
    />
  );
}

function DepthChart({ answer, run }: ChartsOfRun): JSX.Element {
  const bars = useMemo(() => depthBars(answer), [answer]);
  const option = useCallback((c: ChartColours) => barsOption(bars, c), [bars]);
  const pick = useCallback(
    (name: string): void => {
      const [depth] = name.split(', ');
      if (depth === 'ambiguous') showPuzzles(run, { status: 'multiple' });
      else showPuzzles(run, { depth: /^(\d+|2\+)$/.test(depth) ? depth : 'none' });
    },
    [run],
  );
  return (
    <Chart
      title={CHART_TITLES.depths}
      label={`Bars: ${bars.map((bar) => `depth ${bar.name}: ${bar.count}`).join('; ')}`}
      note="How many assumptions must stand inside each other: 0 is lines alone, 2+ is not solved at depth 1."
      option={option}
      table={barsTable('guess depth', bars)}
      onPick={pick}
    />
  );
}

/** Time against size; time alone if all puzzles have one size, as the map would be a stripe. */
function TimeChart({ answer }: Pick<ChartsOfRun, 'answer'>): JSX.Element {
  const { bins, step } = answer.timeBySize;
  const isOneSize = new Set(bins.map(({ side }) => side)).size === 1;
  const times = useMemo(() => timeColumns(answer), [answer]);
  const option = useCallback(
    (c: ChartColours) =>
      isOneSize ? histogramOption(times, 'time, from', c) : timeSizeOption(answer, c),
    [answer, isOneSize, times],
  );
  if (isOneSize) {
    return (
      <Chart
        title={CHART_TITLES.times}
        label="A histogram of the solving times; the table below says the same."
        note="All puzzles of this run have the same size."
        option={option}
        table={histogramTable('time', times)}
      />
    );
  }
  const counted = step > 1 ? `Counted on every ${step}th puzzle. ` : '';
  return (
    <Chart
      title={CHART_TITLES.timeBySize}
      label="A map of solving time against the longer side; the table below says the same."
      note={`${counted}The stronger the colour, the more puzzles.`}
      option={option}
      table={timeSizeTable(answer)}
    />
  );
}

function WithinChart({ answer }: Pick<ChartsOfRun, 'answer'>): JSX.Element {
  const curves = useMemo((): Curve[] => {
    const points = quantileCurve(answer.timeBins, answer.run.results);
    return [{ name: 'this run', points, colour: 'accent' }];
  }, [answer]);
  const option = useCallback((c: ChartColours) => quantileOption(curves, c), [curves]);
  return (
    <Chart
      title={CHART_TITLES.within}
      label={`A rising curve: half of the puzzles take at most ${durationText(answer.solveMs.median ?? 0)}.`}
      note="Within which time which share of the puzzles has its verdict, on a log scale; the curve ends at the share that has one."
      option={option}
      table={quantileTable(curves)}
    />
  );
}

/** How hard the puzzles are for people; nothing if none has a score. */
function ScoreCharts({ answer, run }: ChartsOfRun): JSX.Element | null {
  const scores = useMemo(() => scoreColumns(answer), [answer]);
  const stars = useMemo(() => starBars(answer), [answer]);
  const scoreOption = useCallback(
    (c: ChartColours) => histogramOption(scores, 'score, from', c),
    [scores],
  );
  const starOption = useCallback((c: ChartColours) => barsOption(stars, c), [stars]);
  const pick = useCallback(
    (name: string): void => showPuzzles(run, { stars: String(name.lastIndexOf('★') + 1) }),
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
        onPick={pick}
      />
    </>
  );
}

function showPuzzles(run: string, words: Record<string, string>): void {
  readdress(`/runs/${run}?${new URLSearchParams(words).toString()}`);
  document.getElementById('puzzles')?.scrollIntoView({ block: 'start' });
}
