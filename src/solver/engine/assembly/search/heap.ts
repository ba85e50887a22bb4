// The unassigned variables by activity, the most active on top: a binary heap with positions, as in
// MiniSat (Eén and Sörensson 2003). Ties go to the smaller variable: only the bumps decide.

import { Table, take, takeUnset } from '../memory/memory';

class Heap {
  /** By variable. */
  static activity: Table<f64> = changetype<Table<f64>>(0);
  static heap: Table<i32> = changetype<Table<i32>>(0);
  /** By variable: its place in `heap`, or -1. */
  static place: Table<i32> = changetype<Table<i32>>(0);
  static size: i32 = 0;
  static increment: f64 = 0;
}

/** Activities from 2^330 on are all scaled down: a power of two leaves their digits as they are. */
const MOST: f64 = 2.187250724783012e99;

/** Empties the heap, with room for variables 0 to `variables` - 1, all of activity 0. */
export function resetHeap(variables: i32): void {
  Heap.activity = take<f64>(variables);
  Heap.heap = takeUnset<i32>(variables);
  Heap.place = takeUnset<i32>(variables);
  for (let variable = 0; variable < variables; variable++) Heap.place[variable] = -1;
  Heap.size = 0;
  Heap.increment = MOST;
}

/** Adds `variable`, unless it is in the heap. */
export function heapInsert(variable: i32): void {
  if (Heap.place[variable] >= 0) return;
  Heap.heap[Heap.size] = variable;
  rise(Heap.size++);
}

/** Takes the most active variable out; -1 if the heap is empty. */
export function heapPop(): i32 {
  if (Heap.size == 0) return -1;
  const top = Heap.heap[0];
  Heap.place[top] = -1;
  Heap.size--;
  if (Heap.size > 0) {
    Heap.heap[0] = Heap.heap[Heap.size];
    sink();
  }
  return top;
}

/** Raises a variable's activity by `times` the current increment. */
export function heapBump(variable: i32, times: f64): void {
  const activity = Heap.activity;
  const raised = activity[variable] + times * Heap.increment;
  activity[variable] = raised;
  if (raised >= MOST) rescale();
  const at = Heap.place[variable];
  if (at >= 0) rise(at);
}

/** Makes later bumps count more: the same as lowering all activities by `factor`. */
export function heapDecay(factor: f64): void {
  Heap.increment /= factor;
}

function rescale(): void {
  const activity = Heap.activity;
  for (let i = 0; i < activity.length; i++) activity[i] = activity[i] / MOST;
  Heap.increment /= MOST;
}

/** Moves the variable at a place up to where it belongs. */
function rise(from: i32): void {
  const heap = Heap.heap;
  const place = Heap.place;
  const activity = Heap.activity;
  let at = from;
  const variable = heap[at];
  const own = activity[variable];
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const other = heap[parent];
    const others = activity[other];
    if (others > own || (others == own && other < variable)) break;
    heap[at] = other;
    place[other] = at;
    at = parent;
  }
  heap[at] = variable;
  place[variable] = at;
}

/** Moves the variable on top down to where it belongs. */
function sink(): void {
  const heap = Heap.heap;
  const place = Heap.place;
  const activity = Heap.activity;
  const size = Heap.size;
  let at = 0;
  const variable = heap[0];
  const own = activity[variable];
  for (;;) {
    let child = 2 * at + 1;
    if (child >= size) break;
    let other = heap[child];
    let most = activity[other];
    if (child + 1 < size) {
      const second = heap[child + 1];
      const seconds = activity[second];
      if (seconds > most || (seconds == most && second < other)) {
        child++;
        other = second;
        most = seconds;
      }
    }
    if (own > most || (own == most && variable < other)) break;
    heap[at] = other;
    place[other] = at;
    at = child;
  }
  heap[at] = variable;
  place[variable] = at;
}
