import type { JSX } from 'preact';
import { useCallback, useMemo } from 'preact/hooks';
import type { RunAnswer } from '../../../api.js';
import { barsHeight } from '../../../../charts/bars.js';
import { barsChart, barsTable, depthBars, partsTable, verdictBars } from '../../charts/bars.js';
import { Chart } from '../../charts/chart.js';
import type { ChartColours } from '../../charts/colours.js';
import { TechniqueLegend } from '../../charts/technique-legend.js';
import { quantileOption, quantileTable, type Curve } from '../../charts/quantiles.js';
import { quantileCurve } from '../../charts/time-bins.js';
import { CHART_TITLES } from '../../../../text/chart-titles.js';
import { durationText } from '../../../../text/durations.js';
import { ScoreCharts } from './score-charts.js';
import { showPuzzles } from '../../navigation/show-puzzles.js';
import { SizeCharts, TimeChart } from './size-charts.js';

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
      <TimeChart sizes={answer.sizes} />
      <WithinChart answer={answer} />
      <ScoreCharts answer={answer} run={run} />
      <SizeCharts sizes={answer.sizes} />
    </div>
  );
}

function VerdictChart({ answer, run }: ChartsOfRun): JSX.Element {
  const bars = useMemo(() => verdictBars(answer), [answer]);
  const option = useCallback((c: ChartColours) => barsChart(bars, c), [bars]);
  const pick = useCallback(
    (name: string): void => {
      const [status, proof] = name.split(', ');
      const technique = proof === 'unproven' ? 'none' : proof;
      showPuzzles(run, status === 'unique' ? { status, technique } : { status });
    },
    [run],
  );
  return (
    <Chart
      title={CHART_TITLES.verdicts}
      label={`Bars: ${bars.map((bar) => `${bar.name} ${bar.count}`).join('; ')}`}
      legend={<TechniqueLegend bars={bars} />}
      note="Click a bar to see its puzzles in the table below."
      option={option}
      table={partsTable('status', bars)}
      height={barsHeight(bars)}
      onPick={pick}
    />
  );
}

function DepthChart({ answer, run }: ChartsOfRun): JSX.Element {
  const bars = useMemo(() => depthBars(answer), [answer]);
  const option = useCallback((c: ChartColours) => barsChart(bars, c), [bars]);
  const pick = useCallback(
    (name: string): void => {
      const [depth] = name.split(', ');
      if (depth === 'ambiguous') showPuzzles(run, { status: 'multiple' });
      else if (depth === 'open') showPuzzles(run, { technique: 'none' });
      else showPuzzles(run, { depth: /^(\d+|2\+)$/.test(depth) ? depth : 'none' });
    },
    [run],
  );
  return (
    <Chart
      title={CHART_TITLES.depths}
      label={`Bars: ${bars.map((bar) => `depth ${bar.name}: ${bar.count}`).join('; ')}`}
      note="How many assumptions must stand inside each other: 0 is lines alone, 2+ is not solved at depth 1; open has no verdict."
      option={option}
      table={barsTable('guess depth', bars)}
      height={barsHeight(bars)}
      onPick={pick}
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
