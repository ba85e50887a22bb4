import { useEffect, useState } from 'preact/hooks';
import { useFetched, type Fetched } from './fetched.js';
import type { useLiveRuns } from './live-runs.js';

/** Fetches the JSON at an address again whenever a run begins, goes on or ends. */
export function useFresh<T>(address: string, live: ReturnType<typeof useLiveRuns>): Fetched<T> {
  const [seen, setSeen] = useState<{ readonly runs: typeof live; readonly times: number }>({
    runs: null,
    times: 0,
  });
  const fetched = useFetched<T>(address, seen.times);
  // The first news are of what has just been fetched, and nothing is asked for twice at a time.
  const isNews = live !== null && live !== seen.runs && fetched.state !== 'waiting';
  useEffect(() => {
    if (isNews)
      setSeen(({ runs, times }) => ({ runs: live, times: runs === null ? times : times + 1 }));
  }, [isNews, live]);
  return fetched;
}
