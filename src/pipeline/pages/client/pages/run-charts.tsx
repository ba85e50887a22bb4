import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { runCharts } from '../../../report/figures/run-charts.js';
import { decidedBins } from '../../../report/figures/chart.js';
import { timeLimits, FILTER_WORDS } from '../../../record/outcome.js';
import { shareCharts } from '../../../report/statistics/answer.js';
import type { ShownRun } from './results.js';
import { FigureChart } from '../charts.js';
import { type Show, showAt } from '../window.js';

/** What a page can do that a report cannot. */
const CLICK = 'Click a bar to see its puzzles below.';

/** The charts of a run; a click on a bar shows its puzzles in the table. */
export function RunCharts({ answer, run }: Omit<ShownRun, 'query'>): JSX.Element {
  const figures = useMemo(() => {
    const { timeBins, puzzles, reused } = answer.figures;
    const { verdicts, difficulty } = runCharts({
      ...answer.figures,
      decided: decidedBins(timeBins, puzzles - reused),
      limitMs: timeLimits(answer.conditions.options, answer.retries).timeoutMs,
    });
    return [...verdicts, ...difficulty, ...shareCharts(answer.figures.sizes)];
  }, [answer]);
  const picks = useMemo(() => picksOf((words) => showPuzzles(run, words)), [run]);
  return (
    <div class="columns">
      {figures.map((figure) => (
        <FigureChart
          key={figure.id}
          figure={figure}
          {...(picks[figure.id] && { onPick: picks[figure.id], hint: CLICK })}
        />
      ))}
    </div>
  );
}

/** What a click on a bar shows, by the figure; bars are called `<bar>, <technique>`. */
function picksOf(show: Show): Readonly<Record<string, (name: string) => void>> {
  return {
    verdicts(name) {
      const [status, proof] = name.split(', ');
      const technique = proof === 'unproven' ? 'none' : proof;
      show(status === 'unique' ? { status, technique } : { status });
    },
    depths(name) {
      const [depth] = name.split(', ');
      if (depth === 'ambiguous') show({ status: 'multiple' });
      else if (depth === 'open') show({ technique: 'none' });
      else show({ depth: /^(\d+|2\+)$/.test(depth) ? depth : 'none' });
    },
    stars: (name) => show({ stars: String(name.lastIndexOf('★') + 1) }),
    needs: (name) => show({ needs: name.split(', ')[0] }),
  };
}

/** Shows the puzzles of a run that these words filter, in place of others, and scrolls there. */
function showPuzzles(run: string, words: Parameters<Show>[0]): void {
  const others = Object.fromEntries([...FILTER_WORDS, 'after'].map((word) => [word, null]));
  showAt(`/runs/${run}`, new URLSearchParams(location.search), { ...others, ...words });
  document.getElementById('puzzles')?.scrollIntoView({ block: 'start' });
}
