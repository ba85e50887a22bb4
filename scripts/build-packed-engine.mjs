// Packs the engine for a file that is to be small. Its base64 compresses to 70 kB, as gzip finds no
// repetition in it; its bytes would to 49. Here what repeats is said by where it was before, and
// each choice is written in as many bits as it surprises after those before it, as LZMA does: 40
// kB, which take some hundredths of a second to unpack when a page first solves.
import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';

/** A plugin for the bundles of pages: the engine's module unpacks itself. */
export function packedEngine() {
  return {
    name: 'packed-engine',
    load: {
      filter: { id: /[\\/]engine[\\/]wasm[\\/]module\.ts$/ },
      handler(id) {
        const [, base64] = /^const MODULE = `([^`]*)`/m.exec(readFileSync(id, 'utf8'));
        const bytes = Buffer.from(base64, 'base64');
        const text = Buffer.from(packed(bytes)).toString('base64');
        if (!bytes.equals(unpacked(text, bytes.length, spelled))) {
          throw new Error('the engine is not what it was packed from');
        }
        const call = `unpacked('${text}', ${bytes.length}, spelled)`;
        return `${unpacked}\n${spelled}\nexport const moduleBytes = () => ${call};`;
      },
    },
  };
}

/**
 * In the page: the bytes that `packed` had. How likely a zero is at each place is learned from what
 * was there before, as when it was packed; nothing but sums, products and quotients of numbers
 * decides it, which are the same everywhere.
 */
function unpacked(text, length, spell) {
  const code = globalThis.atob(text);
  const zeros = new Float64Array(280_000).fill(0.5);
  const seen = new Uint8Array(280_000);
  let at = 0;
  let range = 2 ** 32 - 1;
  let value = 0;
  while (at < 4) value = value * 256 + code.charCodeAt(at++);
  return spell(length, (place) => {
    const zero = 1 + Math.floor((range - 2) * zeros[place]);
    const bit = value < zero ? 0 : 1;
    if (bit === 1) value -= zero;
    range = bit === 0 ? zero : range - zero;
    zeros[place] += (1 - bit - zeros[place]) / (seen[place] + 2);
    if (seen[place] < 60) seen[place]++;
    for (; range < 2 ** 24; range *= 256) value = value * 256 + code.charCodeAt(at++);
    return bit;
  });
}

function packed(bytes) {
  const code = [];
  const zeros = new Float64Array(280_000).fill(0.5);
  const seen = new Uint8Array(280_000);
  let low = 0;
  let range = 2 ** 32 - 1;
  const put = () => {
    code.push(Math.floor(low / 2 ** 24));
    low = (low % 2 ** 24) * 256;
  };
  const write = (place, bit) => {
    const zero = 1 + Math.floor((range - 2) * zeros[place]);
    if (bit === 1) low += zero;
    range = bit === 0 ? zero : range - zero;
    zeros[place] += (1 - bit - zeros[place]) / (seen[place] + 2);
    if (seen[place] < 60) seen[place]++;
    if (low >= 2 ** 32) {
      low -= 2 ** 32;
      let last = code.length - 1;
      for (; code[last] === 255; last--) code[last] = 0;
      code[last]++;
    }
    for (; range < 2 ** 24; range *= 256) put();
    return bit;
  };
  spelled(bytes.length, write, bytes, shortSteps(bytes));
  for (let i = 0; i < 4; i++) put();
  return code;
}

/**
 * Reads or writes `length` bytes as steps: a byte, or a run of what was `back` bytes before. `code`
 * takes the place of a choice, and for writing which one it is, and returns it. For reading,
 * `bytes` and `steps` are left out.
 */
function spelled(length, code, bytes = new Uint8Array(length), steps = null) {
  const number = (place, bits, given) => {
    let node = 1;
    for (let i = bits - 1; i >= 0; i--) node = 2 * node + code(place + node, (given >> i) & 1);
    return node - 2 ** bits;
  };
  let recent = 0;
  let last = 0;
  for (let at = 0; at < length;) {
    const [run, back] = steps?.[at] ?? [];
    const before = bytes[at - 1] ?? 0;
    if (code(8 * before + recent, back > 0 ? 1 : 0) === 0) {
      // What the byte before is: a local variable, how an access is aligned, a constant.
      const op = bytes[at - 2];
      const after = (op & 0xfc) === 0x20 ? 1 : op >= 0x28 && op <= 0x3e ? 2 : op === 0x41 ? 3 : 0;
      bytes[at] = number(8192 + 256 * (before + 256 * after), 8, bytes[at]);
      at++;
      recent = (2 * recent) & 7;
      continue;
    }
    const isLast = code(2048 + recent, back === last ? 1 : 0);
    const count = 1 + number(2304 + 256 * isLast, 8, run - 1);
    if (isLast === 0) {
      // How many bits the distance has, then these: the lowest four together.
      const bits = number(3072 + 32 * Math.min(count, 5), 5, 31 - Math.clz32(back));
      const few = Math.min(bits, 4);
      let far = 1;
      for (let i = bits - 1; i >= few; i--)
        far = 2 * far + code(3584 + 32 * bits + i, (back >> i) & 1);
      last = far * 2 ** few + number(4352 + 32 * bits, few, back & (2 ** few - 1));
    }
    for (let i = 0; i < count; i++, at++) bytes[at] = bytes[at - last];
    recent = (2 * recent + 1) & 7;
  }
  return bytes;
}

/**
 * The steps that spell `bytes` in about the fewest bits, by the place where each begins: a byte
 * costs what it is worth after the one before it, a run what its length and distance take.
 */
function shortSteps(bytes) {
  const { length } = bytes;
  const pairs = new Float64Array(65536).fill(0.02);
  const firsts = new Float64Array(256).fill(256 * 0.02);
  for (let i = 0, before = 0; i < length; before = bytes[i++]) {
    pairs[256 * before + bytes[i]]++;
    firsts[before]++;
  }
  const costs = new Float64Array(length + 1).fill(Infinity);
  const ways = new Array(length + 1);
  const last = new Int32Array(length + 1);
  const reach = (from, run, back, cost) => {
    if (costs[from] + cost >= costs[from + run]) return;
    costs[from + run] = costs[from] + cost;
    ways[from + run] = [run, back];
    last[from + run] = back === 0 ? last[from] : back;
  };
  const runAt = (at, back) => {
    let run = 0;
    while (run < 256 && at + run < length && bytes[at + run] === bytes[at + run - back]) run++;
    return run;
  };
  const earlier = new Int32Array(length).fill(-1);
  const latest = new Map();
  costs[0] = 0;
  for (let at = 0; at < length; at++) {
    const before = bytes[at - 1] ?? 0;
    reach(at, 1, 0, 0.6 + Math.log2(firsts[before] / pairs[256 * before + bytes[at]]));
    if (last[at] > 0) {
      for (let run = runAt(at, last[at]); run > 0; run--)
        reach(at, run, last[at], 3 + 1.2 * Math.log2(run + 1));
    }
    const key = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16);
    let known = 2;
    let place = latest.get(key) ?? -1;
    for (let tries = 0; place >= 0 && tries < 400; tries++, place = earlier[place]) {
      const run = runAt(at, at - place);
      const cost = 9 + 0.95 * Math.log2(at - place);
      for (; known < run; known++)
        reach(at, known + 1, at - place, cost + 1.1 * Math.log2(known + 1));
    }
    earlier[at] = latest.get(key) ?? -1;
    latest.set(key, at);
  }
  const steps = new Array(length);
  for (let end = length; end > 0; end -= ways[end][0]) steps[end - ways[end][0]] = ways[end];
  return steps;
}
