import { useState } from 'preact/hooks';

/** The puzzles that are selected in each run, by its address, for as long as the page. */
const selections = new Map<string, ReadonlySet<number>>();

export type Selection = ReturnType<typeof useSelection>;

/** The selected puzzles of a run, in the order in which they were, and the means to change them. */
export function useSelection(run: string) {
  const [ids, setIds] = useState(selections.get(run) ?? (new Set() as ReadonlySet<number>));
  const keep = (next: ReadonlySet<number>): void => {
    selections.set(run, next);
    setIds(next);
  };
  return {
    ids,
    /** Selects these, or takes them out. */
    set: (changed: readonly number[], on: boolean): void =>
      keep(withChanged(selections.get(run) ?? ids, changed, on)),
    clear: () => keep(new Set()),
  };
}

/** A set with some ids put in or taken out. */
export function withChanged(
  ids: ReadonlySet<number>,
  changed: readonly number[],
  on: boolean,
): ReadonlySet<number> {
  const next = new Set(ids);
  for (const id of changed) {
    if (on) next.add(id);
    else next.delete(id);
  }
  return next;
}
