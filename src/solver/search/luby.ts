/**
 * The Luby sequence 1 1 2 1 1 2 4 1 1 2 ..., from index 0: how long to search until the next
 * restart, in some unit (Luby, Sinclair and Zuckerman 1993).
 */
export function luby(index: number): number {
  let size = 1;
  let power = 0;
  while (size < index + 1) {
    power++;
    size = 2 * size + 1;
  }
  let i = index;
  while (size - 1 !== i) {
    size = (size - 1) >> 1;
    power--;
    i %= size;
  }
  return 2 ** power;
}
