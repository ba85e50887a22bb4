/** As few numbers as possible, with at least one from each set. */
interface HittingSet {
  readonly chosen: readonly number[];
  /** Whether fewer are proven impossible. */
  readonly least: boolean;
}

/** The number of branches after which a good enough choice is taken. */
const MOST_BRANCHES = 200_000;

/**
 * A smallest hitting set, by branch and bound: the smallest set that is not hit yet is hit with
 * each of its members in turn; sets without a common member are a bound on what is still needed.
 * Independent sets are solved separately.
 */
export function hittingSet(sets: readonly (readonly number[])[]): HittingSet {
  let least = true;
  const chosen: number[] = [];
  for (const group of linkedSets(sets)) {
    const branch = new Branching(group);
    chosen.push(...branch.best);
    least &&= branch.complete;
  }
  return { chosen, least };
}

class Branching {
  best: readonly number[];
  complete = true;
  private branches = 0;
  private readonly refused = new Set<number>();

  constructor(sets: readonly (readonly number[])[]) {
    this.best = greedy(sets);
    this.visit(sets, []);
  }

  private visit(sets: readonly (readonly number[])[], chosen: readonly number[]): void {
    if (sets.length === 0) {
      if (chosen.length < this.best.length) this.best = chosen;
      return;
    }
    if (this.branches++ > MOST_BRANCHES) {
      this.complete = false;
      return;
    }
    const open = sets
      .map((set) => set.filter((member) => !this.refused.has(member)))
      .sort((one, other) => one.length - other.length);
    if (open[0].length === 0) return;
    if (chosen.length + disjoint(open) >= this.best.length) return;
    const tried: number[] = [];
    for (const member of byUse(open[0], open)) {
      this.visit(
        sets.filter((set) => !set.includes(member)),
        [...chosen, member],
      );
      // All sets with this member were looked at.
      this.refused.add(member);
      tried.push(member);
    }
    for (const member of tried) this.refused.delete(member);
  }
}

/** How many of the sets, smallest first, share no member with one taken before. */
function disjoint(sets: readonly (readonly number[])[]): number {
  const used = new Set<number>();
  let count = 0;
  for (const set of sets) {
    if (set.some((member) => used.has(member))) continue;
    for (const member of set) used.add(member);
    count++;
  }
  return count;
}

/** The members of a set, those of the most sets first. */
function byUse(members: readonly number[], sets: readonly (readonly number[])[]): number[] {
  const uses = new Map(
    members.map((member) => [member, sets.filter((set) => set.includes(member)).length]),
  );
  return members.toSorted((a, b) => uses.get(b)! - uses.get(a)! || a - b);
}

function greedy(sets: readonly (readonly number[])[]): number[] {
  const chosen: number[] = [];
  let left = sets;
  while (left.length > 0) {
    const uses = new Map<number, number>();
    for (const member of left.flat()) uses.set(member, (uses.get(member) ?? 0) + 1);
    const [most] = [...uses].reduce((one, other) => (other[1] > one[1] ? other : one));
    chosen.push(most);
    left = left.filter((set) => !set.includes(most));
  }
  return chosen;
}

/** Sets in groups that share no member with sets of other groups. */
function linkedSets(sets: readonly (readonly number[])[]): (readonly number[])[][] {
  const groupOf = new Map<number, (readonly number[])[]>();
  for (const set of sets) {
    const met = new Set<(readonly number[])[]>();
    for (const member of set) {
      const group = groupOf.get(member);
      if (group !== undefined) met.add(group);
    }
    const merged = [set, ...[...met].flat()];
    for (const member of new Set(merged.flat())) groupOf.set(member, merged);
  }
  return [...new Set(groupOf.values())];
}
