/** Matches are looked for by a hash of four bytes, of this many bits. */
const HASH_BITS = 14;

/** No match is farther back: its distance takes two bytes. */
const MOST_BACK = 2 ** 16 - 1;

/** A match begins this far before the end, or earlier: what is left is not worth a look. */
const MARGIN = 15;

/** The longest match of one copy. */
const LONGEST_COPY = 64;

/** Where four bytes of each hash were last. */
const places = new Int32Array(2 ** HASH_BITS);

/**
 * Compresses bytes as Snappy's format description has them: the length, then literals and copies of what came before.
 * The search for matches is Snappy's own: greedy, and in larger steps the longer it finds none. The compressor of
 * `hyparquet-writer` calls a method for each byte that it writes, which takes four times as long.
 */
export function compressSnappy(input: Uint8Array): Uint8Array {
  const { length } = input;
  const output = new Uint8Array(16 + length + Math.ceil(length / 6));
  let to = writeVarint(output, 0, length);
  places.fill(0);
  let written = 0;
  let at = 1;
  while (at < length - MARGIN) {
    let steps = 32;
    let from: number;
    let four: number;
    do {
      four = fourAt(input, at);
      const hash = Math.imul(four, 0x1e35a7bd) >>> (32 - HASH_BITS);
      from = places[hash];
      places[hash] = at;
      if (at - from <= MOST_BACK && fourAt(input, from) === four) break;
      from = -1;
      at += steps++ >> 5;
    } while (at < length - MARGIN);
    if (from === -1) break;
    to = writeLiteral(output, to, input, written, at);
    written = at + 4;
    for (let match = from + 4; written < length && input[written] === input[match]; match++) {
      written++;
    }
    to = writeCopy(output, to, at - from, written - at);
    at = written;
  }
  return output.subarray(0, writeLiteral(output, to, input, written, length));
}

function fourAt(bytes: Uint8Array, at: number): number {
  return bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
}

function writeVarint(output: Uint8Array, to: number, value: number): number {
  for (; value > 127; value >>>= 7) output[to++] = (value & 127) | 128;
  output[to++] = value;
  return to;
}

/** Writes `input` from `from` to before `until` as it is. */
function writeLiteral(
  output: Uint8Array,
  to: number,
  input: Uint8Array,
  from: number,
  until: number,
): number {
  const more = until - from - 1;
  if (more < 0) return to;
  if (more < 60) {
    output[to++] = more << 2;
    for (let i = from; i < until; i++) output[to++] = input[i];
    return to;
  }
  const bytes = more < 2 ** 8 ? 1 : more < 2 ** 16 ? 2 : more < 2 ** 24 ? 3 : 4;
  output[to++] = (59 + bytes) << 2;
  for (let i = 0; i < bytes; i++) output[to++] = more >>> (8 * i);
  output.set(input.subarray(from, until), to);
  return to + until - from;
}

/** Writes that `count` bytes, at least 4, are those `back` bytes before. */
function writeCopy(output: Uint8Array, to: number, back: number, count: number): number {
  // No copy of three bytes is left over: a short one takes at least four.
  while (count >= LONGEST_COPY + 4) {
    to = writeLongCopy(output, to, back, LONGEST_COPY);
    count -= LONGEST_COPY;
  }
  if (count > LONGEST_COPY) {
    to = writeLongCopy(output, to, back, LONGEST_COPY - 4);
    count -= LONGEST_COPY - 4;
  }
  if (count >= 12 || back >= 2 ** 11) return writeLongCopy(output, to, back, count);
  output[to++] = 1 | ((count - 4) << 2) | ((back >> 8) << 5);
  output[to++] = back;
  return to;
}

function writeLongCopy(output: Uint8Array, to: number, back: number, count: number): number {
  output[to++] = 2 | ((count - 1) << 2);
  output[to++] = back;
  output[to++] = back >> 8;
  return to;
}
