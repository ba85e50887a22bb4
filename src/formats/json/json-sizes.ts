import { fieldsOfObject, type Fields } from './json-fields.js';
import { wholeNumber } from './json-clues.js';
import { Unreadable, shown } from '../contract/unreadable.js';

/** The sizes that an entry states, or null if it does not. */
export interface Size {
  readonly width: number | null;
  readonly height: number | null;
}

/**
 * The sizes that the entry states, in whichever field.
 * @throws Unreadable if they are not numbers or contradict each other.
 */
export function sizesOf(fields: Fields): Size {
  let width = numberOf(fields.width, 'width');
  let height = numberOf(fields.height, 'height');
  const agree = (kind: string, one: number | null, other: number | null): number | null => {
    if (one !== null && other !== null && one !== other) {
      throw new Unreadable(`the ${kind} is both ${one} and ${other}`);
    }
    return one ?? other;
  };
  if (typeof fields.rows === 'number') height = agree('height', height, fields.rows);
  if (typeof fields.columns === 'number') width = agree('width', width, fields.columns);
  const { size } = fields;
  if (size === undefined) return { width, height };
  if (Array.isArray(size) && size.length === 2) {
    height = agree('height', height, numberOf(size[0], 'size'));
    width = agree('width', width, numberOf(size[1], 'size'));
  } else if (typeof size === 'object' && size !== null && !Array.isArray(size)) {
    const inner = fieldsOfObject(size);
    // A size within a size is not looked at: such objects could nest without end.
    inner.size = undefined;
    const both = sizesOf(inner);
    height = agree('height', height, both.height);
    width = agree('width', width, both.width);
  } else {
    const pair = typeof size === 'string' ? /^\s*(\d+)\s*x\s*(\d+)\s*$/i.exec(size) : null;
    height = agree('height', height, pair ? Number(pair[2]) : numberOf(size, 'size'));
    width = agree('width', width, pair ? Number(pair[1]) : numberOf(size, 'size'));
  }
  return { width, height };
}

function numberOf(value: unknown, what: string): number | null {
  if (value === undefined || value === null || value === '') return null;
  const number = typeof value === 'string' ? wholeNumber(value) : value;
  if (typeof number === 'number' && Number.isInteger(number)) return number;
  throw new Unreadable(`the ${what} is ${shown(value)}, expected a whole number`);
}
