/**
 * The unassigned variables by activity, the most active on top: a binary heap with the position of
 * each variable, as in MiniSat (Eén and Sörensson 2003). Ties go to the smaller variable, so that
 * the order depends only on the bumps.
 */
export class ActivityHeap {
  activity = new Float64Array(0);
  private heap = new Int32Array(0);
  private place = new Int32Array(0);
  private size = 0;
  private increment = MOST;

  /** Empties the heap, with room for variables 0 to `variables` - 1, all of activity 0. */
  reset(variables: number): void {
    if (this.heap.length < variables) {
      this.activity = new Float64Array(variables);
      this.heap = new Int32Array(variables);
      this.place = new Int32Array(variables);
    } else this.activity.fill(0, 0, variables);
    this.place.fill(-1, 0, variables);
    this.size = 0;
    // The first bump rescales, so that engines have seen that branch when they compile the loops that
    // bump: otherwise all of them are compiled again when it is first taken, in the midst of a puzzle.
    this.increment = MOST;
  }

  /** Adds `variable`, unless it is in the heap. */
  insert(variable: number): void {
    if (this.place[variable] >= 0) return;
    this.place[variable] = this.size;
    this.heap[this.size] = variable;
    this.up(this.size++);
  }

  /** Takes the most active variable out; -1 if the heap is empty. */
  pop(): number {
    if (this.size === 0) return -1;
    const { heap, place } = this;
    const top = heap[0];
    place[top] = -1;
    const last = heap[--this.size];
    if (this.size > 0) {
      heap[0] = last;
      place[last] = 0;
      this.down(0);
    }
    return top;
  }

  /** Raises a variable's activity by the current increment, or `times` that. */
  bump(variable: number, times = 1): void {
    const { activity } = this;
    if ((activity[variable] += times * this.increment) >= MOST) this.rescale();
    if (this.place[variable] >= 0) this.up(this.place[variable]);
  }

  /** Makes later bumps count more: the same as lowering all activities by `factor`. */
  decay(factor: number): void {
    this.increment /= factor;
  }

  private rescale(): void {
    const { activity } = this;
    for (let i = 0; i < activity.length; i++) activity[i] /= MOST;
    this.increment /= MOST;
  }

  private up(from: number): void {
    const { heap, place, activity } = this;
    let at = from;
    const variable = heap[at];
    const own = activity[variable];
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const other = heap[parent];
      if (activity[other] > own || (activity[other] === own && other < variable)) break;
      heap[at] = other;
      place[other] = at;
      at = parent;
    }
    heap[at] = variable;
    place[variable] = at;
  }

  private down(from: number): void {
    const { heap, place, activity, size } = this;
    let at = from;
    const variable = heap[at];
    const own = activity[variable];
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && this.before(heap[child + 1], heap[child])) child++;
      const other = heap[child];
      if (own > activity[other] || (own === activity[other] && variable < other)) break;
      heap[at] = other;
      place[other] = at;
      at = child;
    }
    heap[at] = variable;
    place[variable] = at;
  }

  private before(a: number, b: number): boolean {
    const { activity } = this;
    return activity[a] > activity[b] || (activity[a] === activity[b] && a < b);
  }
}

/** Activities from this on are scaled down, all alike: a power of two, which leaves their digits as they are. */
const MOST = 2 ** 330;
