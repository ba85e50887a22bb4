import { useEffect, useState } from 'preact/hooks';
import type { ErrorAnswer, RunsAnswer } from '../../api.js';
import { reasonOf, type Fetched } from './fetched.js';

/** The runs as the server sends them while they change; null until they have come once. */
export function useLiveRuns(): Fetched<RunsAnswer> | null {
  const [runs, setRuns] = useState<Fetched<RunsAnswer> | null>(null);
  useEffect(() => {
    const events = new EventSource('/api/live');
    events.addEventListener('runs', ({ data }: MessageEvent<string>) => {
      setRuns({ state: 'here', data: JSON.parse(data) as RunsAnswer });
    });
    events.addEventListener('problem', ({ data }: MessageEvent<string>) => {
      setRuns({ state: 'failed', data: null, reason: reasonOf(JSON.parse(data) as ErrorAnswer) });
    });
    return () => events.close();
  }, []);
  return runs;
}
