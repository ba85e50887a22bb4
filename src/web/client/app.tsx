import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { followLinks, useAddress } from './location.js';
import { keepScroll } from './scroll.js';
import { Frame } from './parts/frame.js';
import { Notice } from './parts/notice.js';
import { Title } from './parts/title.js';
import { ComparePage } from './compare/compare.js';
import { DuplicatesPage } from './pages/duplicates.js';
import { PuzzlePage } from './pages/puzzle.js';
import { RejectsPage } from './pages/rejects.js';
import { ReplayPage } from './pages/replay.js';
import { RunPage } from './pages/run.js';
import { ScorePage } from './pages/score.js';
import { RunsPage } from './pages/runs.js';
import { TryOrPlay } from './try-or-play.js';

const PLACES = [
  { href: '/', label: 'Runs' },
  { href: '/compare', label: 'Compare' },
  { href: '/try', label: 'Try it' },
];

/** All pages: the address decides which is shown. */
export function App(): JSX.Element {
  const { path, query } = useAddress();
  useEffect(() => {
    keepScroll();
    document.addEventListener('click', followLinks);
    return () => document.removeEventListener('click', followLinks);
  }, []);
  return (
    <Frame places={PLACES} path={path}>
      {pageAt(path, query)}
    </Frame>
  );
}

function pageAt(path: string, query: URLSearchParams): JSX.Element {
  if (path === '/') return <RunsPage />;
  if (path === '/try') return <TryOrPlay definition="/score" />;
  if (path === '/score') return <ScorePage />;
  if (path === '/compare') return <ComparePage query={query} />;
  const [, runs, run, what, puzzle, replay, ...more] = path.split('/');
  if (runs === 'runs' && /^\d+$/.test(run ?? '') && more.length === 0) {
    if (what === undefined) return <RunPage key={run} run={run} query={query} />;
    if (what === 'rejects' && puzzle === undefined) return <RejectsPage run={run} query={query} />;
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
