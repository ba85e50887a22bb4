// Whole numbers on a stack: limbs of 32 bits, the lowest first, without zeros at the end.

import { Table, takeUnset, withRoom } from '../memory/memory';

class Big {
  static limbs: Table<u32> = changetype<Table<u32>>(0);
  /** By number: where it begins; and one more, where the next will begin. */
  static starts: Table<i32> = changetype<Table<i32>>(0);
  static count: i32 = 0;
}

export function startBig(): void {
  Big.limbs = takeUnset<u32>(1024);
  Big.starts = takeUnset<i32>(256);
  Big.starts[0] = 0;
  Big.count = 0;
}

/** Makes room for a number of so many limbs on top, and returns where it begins. */
function makeRoom(limbs: i32): i32 {
  const end = Big.starts[Big.count];
  Big.limbs = withRoom<u32>(Big.limbs, end + limbs);
  Big.starts = withRoom<i32>(Big.starts, Big.count + 2);
  return end;
}

/** Puts a number of one limb on top. */
export function pushWord(word: u32): void {
  const at = makeRoom(1);
  Big.limbs[at] = word;
  Big.starts[++Big.count] = at + i32(word != 0);
}

/** Puts a number on top whose limbs are in memory. */
export function pushLimbs(from: usize, limbs: i32): void {
  const at = makeRoom(limbs);
  memory.copy(changetype<usize>(Big.limbs) + ((<usize>at) << 2), from, (<usize>limbs) << 2);
  Big.starts[++Big.count] = at + limbs;
}

export function dropTop(): void {
  Big.count--;
}

export function topAt(): usize {
  return changetype<usize>(Big.limbs) + ((<usize>Big.starts[Big.count - 1]) << 2);
}

export function topLimbs(): i32 {
  return Big.starts[Big.count] - Big.starts[Big.count - 1];
}

/** Adds the number on top to the one below it, which is on top then. */
export function addTop(): void {
  makeRoom(1);
  const limbs = Big.limbs;
  const a = Big.starts[Big.count - 2];
  const b = Big.starts[Big.count - 1];
  const ownLimbs = b - a;
  const otherLimbs = Big.starts[Big.count] - b;
  const most = max(ownLimbs, otherLimbs);
  let carry: u64 = 0;
  // Each limb is read before it is overwritten.
  for (let i = 0; i < most; i++) {
    if (i < ownLimbs) carry += <u64>limbs[a + i];
    if (i < otherLimbs) carry += <u64>limbs[b + i];
    limbs[a + i] = <u32>carry;
    carry >>= 32;
  }
  limbs[a + most] = <u32>carry;
  Big.starts[--Big.count] = a + most + i32(carry != 0);
}

/** Multiplies the number below the top by the one on top: the product is on top then. */
export function multiplyTop(): void {
  const a = Big.starts[Big.count - 2];
  const b = Big.starts[Big.count - 1];
  const end = Big.starts[Big.count];
  Big.count--;
  if (a == b || b == end) {
    Big.starts[Big.count] = a;
    return;
  }
  const size = end - a;
  Big.limbs = withRoom<u32>(Big.limbs, end + size);
  const limbs = Big.limbs;
  limbs.clear(end, size);
  for (let i = a; i < b; i++) {
    let carry: u64 = 0;
    const factor = <u64>limbs[i];
    const to = end + i - a;
    for (let k = b; k < end; k++) {
      carry += factor * <u64>limbs[k] + <u64>limbs[to + k - b];
      limbs[to + k - b] = <u32>carry;
      carry >>= 32;
    }
    limbs[to + end - b] = <u32>carry;
  }
  limbs.move(a, end, size);
  Big.starts[Big.count] = a + size - i32(limbs[a + size - 1] == 0);
}

/** Leaves the greater of the two numbers on top, alone. */
export function keepGreater(): void {
  if (compare() > 0) dropTop();
  else dropSecond();
}

export function dropSecond(): void {
  const a = Big.starts[Big.count - 2];
  const b = Big.starts[Big.count - 1];
  const size = Big.starts[Big.count] - b;
  Big.limbs.move(a, b, size);
  Big.starts[--Big.count] = a + size;
}

/** Whether the number below the top is less (-1), equal (0) or greater (1) than the one on top. */
function compare(): i32 {
  const a = Big.starts[Big.count - 2];
  const b = Big.starts[Big.count - 1];
  const size = b - a;
  const limbs = Big.starts[Big.count] - b;
  if (size != limbs) return size < limbs ? -1 : 1;
  for (let i = size - 1; i >= 0; i--) {
    if (Big.limbs[a + i] != Big.limbs[b + i]) return Big.limbs[a + i] < Big.limbs[b + i] ? -1 : 1;
  }
  return 0;
}
