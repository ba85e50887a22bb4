/** The page on which these runs stand side by side; without any, where they are chosen. */
export function standingsAddress(runs: readonly string[], x = 0, y = 1): string {
  const words = new URLSearchParams();
  for (const run of runs) words.append('run', run);
  if (runs.length === 0) words.append('run', '');
  if (x !== 0 || y !== 1) {
    words.set('x', String(x));
    words.set('y', String(y));
  }
  return `/compare?${words.toString()}`;
}

/** The runs of such an address. */
export function chosenRuns(query: URLSearchParams): string[] {
  return query.getAll('run').filter((run) => run !== '');
}

/** The places of the two runs whose times are paired. */
export function chosenPair(query: URLSearchParams, runs: number): [x: number, y: number] {
  const place = (name: string, fallback: number): number => {
    const at = Number(query.get(name) ?? fallback);
    return Number.isInteger(at) && at >= 0 && at < runs ? at : fallback;
  };
  return [place('x', 0), place('y', 1)];
}
