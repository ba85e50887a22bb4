import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { followLinks, useAddress } from '../pipeline/pages/client/window/location.js';
import { keepScroll } from '../pipeline/pages/client/window/scroll.js';
import { Frame } from '../pipeline/pages/client/parts/frame.js';
import { Notice } from '../pipeline/pages/client/parts/notice.js';
import { Title } from '../pipeline/pages/client/parts/title.js';
import { lazily } from '../pipeline/pages/client/parts/lazily.js';
import { RunsPage } from '../pipeline/pages/client/pages/runs.js';
import { isPlayHash } from '../pipeline/pages/client/window/hash-words.js';

// Who looks at the runs need not wait for the code of the other pages.
const RunPage = lazily(
  async () => (await import('../pipeline/pages/client/run-page/run-page.js')).RunPage,
);
const RejectsPage = lazily(
  async () => (await import('../pipeline/pages/client/pages/rejects.js')).RejectsPage,
);
const DuplicatesPage = lazily(
  async () => (await import('../pipeline/pages/client/pages/duplicates.js')).DuplicatesPage,
);
const StatisticsPage = lazily(
  async () => (await import('../pipeline/pages/client/statistics/statistics.js')).StatisticsPage,
);
const PuzzlePage = lazily(
  async () => (await import('../pipeline/pages/client/pages/puzzle.js')).PuzzlePage,
);
const ReplayPage = lazily(
  async () => (await import('../pipeline/pages/client/pages/replay.js')).ReplayPage,
);
const ScorePage = lazily(
  async () => (await import('../pipeline/pages/client/pages/score.js')).ScorePage,
);
const HistoryPage = lazily(
  async () => (await import('../pipeline/pages/client/pages/history.js')).HistoryPage,
);
const ComparePage = lazily(
  async () => (await import('../pipeline/pages/client/comparison/compare.js')).ComparePage,
);
const TryOrPlay = lazily(async () => (await import('../studio/pages/try-or-play.js')).TryOrPlay);

const PLACES = [
  { href: '/', label: 'Runs' },
  { href: '/history', label: 'History' },
  { href: '/compare', label: 'Compare' },
  { href: '/try', label: 'Workbench' },
];

/** All pages: the address decides which is shown. */
export function App(): JSX.Element {
  const { path, query } = useAddress();
  const [visits] = useState(isVisitor);
  useEffect(() => {
    keepScroll();
    document.addEventListener('click', followLinks);
    return () => document.removeEventListener('click', followLinks);
  }, []);
  return (
    <Frame home={visits ? '/try' : '/'} places={visits ? [] : PLACES} path={path}>
      {pageAt(path, query)}
    </Frame>
  );
}

function pageAt(path: string, query: URLSearchParams): JSX.Element {
  if (path === '/') return <RunsPage />;
  if (path === '/try') return <TryOrPlay definition="/score" />;
  if (path === '/score') return <ScorePage />;
  if (path === '/history') return <HistoryPage query={query} />;
  if (path === '/compare') return <ComparePage query={query} />;
  const [, runs, run, what, puzzle, replay, ...more] = path.split('/');
  if (runs === 'runs' && /^\d+$/.test(run ?? '') && more.length === 0) {
    if (what === undefined) return <RunPage key={run} run={run} query={query} />;
    if (what === 'rejects' && puzzle === undefined) return <RejectsPage run={run} />;
    if (what === 'stats' && puzzle === undefined) return <StatisticsPage run={run} query={query} />;
    if (what === 'duplicates' && puzzle === undefined) {
      return <DuplicatesPage run={run} query={query} />;
    }
    if (what === 'puzzles' && /^\d+$/.test(puzzle ?? '')) {
      const id = `${run}/${puzzle}`;
      const at = { run, puzzle, query };
      if (replay === undefined) return <PuzzlePage key={id} {...at} />;
      if (replay === 'replay') return <ReplayPage key={id} {...at} />;
    }
  }
  return (
    <>
      <Title trail={[]} title="There is no such page" />
      <Notice kind="bad" title={`Nothing is at ${path}.`}>
        <a href="/">See all runs</a>
      </Notice>
    </>
  );
}

/** Where this tab keeps whether it began with a shared link. */
const KEY = 'nonomill.visitor';

/** What visitors are shown: the board to play, the workbench, and what its score means. */
const VISITED: readonly string[] = ['/try', '/score'];

/**
 * Whether who opened this tab came by a shared link and has seen nothing but what it leads to: then
 * the runs of the database are not offered. A reload changes nothing.
 */
function isVisitor(): boolean {
  const began = stored(() => sessionStorage.getItem(KEY));
  const isShared = began === null ? isPlayHash(location.hash) : began === 'yes';
  const visits = isShared && VISITED.includes(location.pathname);
  stored(() => sessionStorage.setItem(KEY, visits ? 'yes' : 'no'));
  return visits;
}

/** Null in a browser that keeps nothing. */
function stored<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}
