import { TableError } from './table-error.js';

/** The kinds of numbers that are written: unsigned of one, two and eight bytes, and floats. */
export type WrittenType = '|u1' | '<u2' | '<u8' | '<f8';

/** An array of numbers as it is read. */
export interface NumberArray {
  readonly shape: readonly number[];
  /** Row by row, whatever the order in the file. */
  readonly values: ArrayLike<number>;
}

const MAGIC = '\x93NUMPY';

/** Data begins at a multiple of this many bytes. */
const ALIGNED = 64;

/** How a .npy file of this shape begins (format 1.0 of NumPy); the values follow, row by row. */
export function npyHead(type: WrittenType, shape: readonly number[]): Uint8Array {
  const sides = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const said = `{'descr': '${type}', 'fortran_order': False, 'shape': (${sides}), }`;
  const before = MAGIC.length + 4;
  const length = Math.ceil((before + said.length + 1) / ALIGNED) * ALIGNED;
  const head = Buffer.alloc(length, ' ', 'latin1');
  head.write(MAGIC, 'latin1');
  head.writeUInt16LE(1, MAGIC.length);
  head.writeUInt16LE(length - before, MAGIC.length + 2);
  head.write(said, before, 'latin1');
  head.write('\n', length - 1, 'latin1');
  return head;
}

/**
 * The array of a .npy file.
 * @throws TableError if it is damaged, or holds anything but numbers and truth values.
 */
export function readNpy(name: string, bytes: Uint8Array): NumberArray {
  const wrong = (why: string): TableError => new TableError(`the array ${name} ${why}`);
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (file.length < 12 || file.toString('latin1', 0, 6) !== MAGIC) {
    throw wrong('is not a NumPy array (.npy)');
  }
  const isLong = file[6] > 1;
  const from = isLong ? 12 : 10;
  const end = from + (isLong ? file.readUInt32LE(8) : file.readUInt16LE(8));
  const said = file.toString('latin1', from, Math.min(end, file.length));
  const type = /'descr':\s*'([^']*)'/.exec(said)?.[1];
  const sides = /'shape':\s*\(([^)]*)\)/.exec(said)?.[1];
  if (type === undefined || sides === undefined || end > file.length) {
    throw wrong('has a header that cannot be read, or rows with named fields');
  }
  const kind = TYPES[type.slice(1)] as ValueType | undefined;
  if (kind === undefined) {
    throw wrong(`holds values of the type ${type}: expected whole numbers, floats or truth values`);
  }
  const shape = (sides.match(/\d+/g) ?? []).map(Number);
  const count = shape.reduce((product, side) => product * side, 1);
  if (file.length - end < count * kind.bytes) {
    throw wrong(`is cut off: its shape is (${shape.join(', ')}), and there are too few values`);
  }
  const data = file.subarray(end, end + count * kind.bytes);
  const values = kind.read(inThisOrder(data, kind.bytes, type.startsWith('>')));
  const isColumnwise = /'fortran_order':\s*True/.test(said) && shape.length > 1;
  return { shape, values: isColumnwise ? rowByRow(values, shape) : values };
}

/** One type of values, and how its bytes (of this machine's order, aligned) become numbers. */
interface ValueType {
  readonly bytes: number;
  readonly read: (bytes: Uint8Array<ArrayBuffer>) => ArrayLike<number>;
}

const TYPES: Readonly<Record<string, ValueType>> = {
  b1: { bytes: 1, read: (bytes) => bytes },
  u1: { bytes: 1, read: (bytes) => bytes },
  i1: { bytes: 1, read: ({ buffer }) => new Int8Array(buffer) },
  u2: { bytes: 2, read: ({ buffer }) => new Uint16Array(buffer) },
  i2: { bytes: 2, read: ({ buffer }) => new Int16Array(buffer) },
  u4: { bytes: 4, read: ({ buffer }) => new Uint32Array(buffer) },
  i4: { bytes: 4, read: ({ buffer }) => new Int32Array(buffer) },
  u8: { bytes: 8, read: ({ buffer }) => Float64Array.from(new BigUint64Array(buffer), Number) },
  i8: { bytes: 8, read: ({ buffer }) => Float64Array.from(new BigInt64Array(buffer), Number) },
  f4: { bytes: 4, read: ({ buffer }) => new Float32Array(buffer) },
  f8: { bytes: 8, read: ({ buffer }) => new Float64Array(buffer) },
};

/** A copy of the bytes, aligned, each value with its lowest byte first. */
function inThisOrder(
  data: Uint8Array,
  each: number,
  isBigEndian: boolean,
): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(data);
  if (isBigEndian && each > 1) {
    for (let at = 0; at < copy.length; at += each) copy.subarray(at, at + each).reverse();
  }
  return copy;
}

/** Values that come with the first index running fastest, with the last one running fastest. */
function rowByRow(values: ArrayLike<number>, shape: readonly number[]): Float64Array {
  const turned = new Float64Array(values.length);
  const index = shape.map(() => 0);
  for (let i = 0; i < turned.length; i++) {
    let from = 0;
    for (let axis = shape.length - 1; axis >= 0; axis--) from = from * shape[axis] + index[axis];
    turned[i] = values[from];
    for (let axis = shape.length - 1; axis >= 0 && ++index[axis] === shape[axis]; axis--) {
      index[axis] = 0;
    }
  }
  return turned;
}
