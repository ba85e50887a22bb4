import type { JSX } from 'preact';
import { useCallback, useMemo } from 'preact/hooks';
import type { RunAnswer } from '../../api.js';
import { barsHeight, type Bar } from '../../../charts/bars.js';
import { barsChart, barsTable, depthBars, partsTable, verdictBars } from '../charts/run-bars.js';
import { Chart } from '../charts/chart.js';
import type { ChartColours } from '../charts/colours.js';
import { quantileOption, quantileTable, type Curve } from '../charts/quantiles.js';
import { quantileCurve, histogramOption, histogramTable } from '../charts/histogram.js';
import { CHART_NOTES, CHART_TITLES } from '../../../text/chart-words.js';
import { durationText } from '../../../text/durations.js';
import { showPuzzles } from '../location.js';
import { needsBars, scoreColumns, starBars, timeColumns } from '../charts/difficulty-bars.js';
import { sizeFigures, curvesOption, type ShareCurves } from '../../../charts/density-figures.js';
import type { FieldMap } from '../../../charts/field-map.js';
import type { Figure } from '../../../charts/look.js';
import { timeTable, timeWords, timesBySize } from '../../../charts/size-figures.js';
import type { SizeClass } from '../../../result/size-tally.js';
import { chartLook, fieldMapOption } from '../charts/shared.js';
import { TECHNIQUE_KEYS } from '../../../result/technique-keys.js';
import { countedOn } from './counted-on.js';

interface ChartsOfRun {
  readonly answer: RunAnswer;
  readonly run: string;
}

/** What a page can do that a report cannot. */
const CLICK = 'Click a bar to see its puzzles below.';

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
      note={`${CHART_NOTES.verdicts} ${CLICK}`}
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
      note={`${CHART_NOTES.depths} ${CLICK}`}
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
      note={CHART_NOTES.within}
      option={option}
      table={quantileTable(curves)}
    />
  );
}

/** How hard the puzzles are for people; nothing if none has a score. */
function ScoreCharts(props: {
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
        note={CHART_NOTES.scores}
        option={scoreOption}
        table={histogramTable('score', scores)}
      />
      <Chart
        title={CHART_TITLES.stars}
        label={`Bars: ${stars.map((bar, i) => `${i + 1} stars: ${bar.count}`).join('; ')}`}
        note={`${CHART_NOTES.stars} ${CLICK}`}
        option={starOption}
        table={barsTable('stars', stars)}
        height={barsHeight(stars)}
        onPick={pickStars}
      />
      <Chart
        title={CHART_TITLES.needs}
        label={`Bars: ${needs.map((bar) => `${bar.name}: ${bar.count}`).join('; ')}`}
        note={`${CHART_NOTES.needs} ${CLICK}`}
        option={needsOption}
        table={barsTable('needs', needs)}
        height={barsHeight(needs)}
        onPick={pickNeeds}
      />
    </>
  );
}

interface Sizes {
  readonly sizes: RunAnswer['sizes'];
}

/** Time against size; time alone if all puzzles have one size, as the map would be a stripe. */
function TimeChart({ sizes: { classes, step } }: Sizes): JSX.Element | null {
  if (classes.length === 0) return null;
  if (classes.length === 1) return <TimeHistogram size={classes[0]} step={step} />;
  return <MapFigure figure={timesBySize(classes)} step={step} />;
}

/** How hard puzzles are, and how many are unique or line-solvable, against size and density. */
function SizeCharts({ sizes: { classes, step } }: Sizes): JSX.Element {
  const { maps, curves } = useMemo(() => sizeFigures(classes), [classes]);
  return (
    <>
      {maps.map((figure) => (
        <MapFigure key={figure.id} figure={figure} step={step} />
      ))}
      {curves !== null && <CurvesFigure figure={curves} step={step} />}
    </>
  );
}

interface Counted {
  /** One of how many puzzles was counted. */
  readonly step: number;
}

function TimeHistogram({ size, step }: { readonly size: SizeClass } & Counted): JSX.Element {
  const option = useCallback(
    (c: ChartColours) => histogramOption(timeColumns(size), 'time, from', c),
    [size],
  );
  return (
    <Chart
      title={CHART_TITLES.times}
      label={timeWords(size)}
      note={`${countedOn(step)}All puzzles are ${size.name}.`}
      option={option}
      table={timeTable([size])}
    />
  );
}

function MapFigure(props: { readonly figure: Figure<FieldMap> } & Counted): JSX.Element {
  const { figure, step } = props;
  const option = useCallback((c: ChartColours) => fieldMapOption(figure.drawing, c), [figure]);
  return (
    <Chart
      title={figure.title}
      label={figure.description}
      note={countedOn(step) + figure.note}
      option={option}
      table={figure.table}
    />
  );
}

function CurvesFigure(props: { readonly figure: Figure<ShareCurves> } & Counted): JSX.Element {
  const { figure, step } = props;
  const option = useCallback(
    (c: ChartColours) => curvesOption(figure.drawing, chartLook(c)),
    [figure],
  );
  const legend = (
    <ul class="legend">
      <li>
        <i class="share-unique" aria-hidden="true" />
        {figure.table.head[1]}
      </li>
      <li>
        <i class="share-line" aria-hidden="true" />
        {figure.table.head[2]}
      </li>
    </ul>
  );
  return (
    <Chart
      title={figure.title}
      label={figure.description}
      note={countedOn(step) + figure.note}
      legend={legend}
      option={option}
      table={figure.table}
    />
  );
}

/** What the colours of some bars mean. */
function TechniqueLegend({ bars }: { readonly bars: readonly Bar[] }): JSX.Element {
  const shown = TECHNIQUE_KEYS.filter((key) => bars.some(({ parts }) => (parts[key] ?? 0) > 0));
  return (
    <ul class="legend">
      {shown.map((key) => (
        <li key={key}>
          <i class={`proof-${key}`} aria-hidden="true" />
          {key}
        </li>
      ))}
    </ul>
  );
}
