// Who looks at the runs need not wait for the code of the other pages.
import { lazily } from '../parts.js';
import { RunsPage } from './runs.js';
import type { Page } from '../window.js';

const RunPage = lazily(async () => (await import('./run-page.js')).RunPage);
const RejectsPage = lazily(async () => (await import('./run-page.js')).RejectsPage);
const DuplicatesPage = lazily(async () => (await import('./run-page.js')).DuplicatesPage);
const StatisticsPage = lazily(async () => (await import('./statistics.js')).StatisticsPage);
const PuzzlePage = lazily(async () => (await import('./puzzle.js')).PuzzlePage);
const ReplayPage = lazily(async () => (await import('./replay.js')).ReplayPage);
const ScorePage = lazily(async () => (await import('./score.js')).ScorePage);
const HistoryPage = lazily(async () => (await import('./history.js')).HistoryPage);
const ComparePage = lazily(async () => (await import('./compare.js')).ComparePage);
export const PIPELINE_PAGES: readonly Page[] = [
  { at: '/', label: 'Runs', page: RunsPage },
  { at: '/history', label: 'History', page: HistoryPage },
  { at: '/compare', label: 'Compare', page: ComparePage },
  { at: '/score', isShared: true, page: ScorePage },
  { at: '/runs/:run', page: RunPage },
  { at: '/runs/:run/rejects', page: RejectsPage },
  { at: '/runs/:run/stats', page: StatisticsPage },
  { at: '/runs/:run/duplicates', page: DuplicatesPage },
  { at: '/runs/:run/puzzles/:puzzle', page: PuzzlePage },
  { at: '/runs/:run/puzzles/:puzzle/replay', page: ReplayPage },
];
