import {
  alone,
  entryOf,
  type Format,
  plainDraft,
  quoted,
  type TextEntry,
  unreadable,
} from '../contract/format.js';
import { fieldRole } from '../json/fields.js';
import { entryParser } from '../contract/lines.js';

/**
 * MiniZinc data (.dzn), for the public models of nonograms:
 *
 *   file    (name = value ;)*            in any order, with comments: % .. and / * .. * /
 *   value   a number; [1, 2]; [| 1, 1 | 0, 1 |]; array2d(1..rows, 1..row_rule_len, [1,1, 0,1]);
 *           [1,1, 0,1] beside the number of lines: rows = 2
 *
 * The names of tables are those that fields of JSON may have: `row_rules` and `col_rules` hold a
 * clue a line, padded with zeros. Two models say it otherwise:
 *
 *   X, Y, maxlen, rows, cols             1 for a filled cell and 0 for a gap of any length, padded
 *                                        with -1: 1, 1, 0, 1, -1 is the clue 2 1
 *   row_states, row_start_where, ..      automata: from each state the next one after a blank, and
 *                                        after a filled cell
 */
export const dzn: Format = {
  name: 'dzn',
  extensions: ['.dzn'],
  isSharedExtension: true,
  holds: new Set(),
  detect(head) {
    const isTable = /=\s*(?:array2d\s*\(|\[\|)/.test(head);
    if (!isTable && !isCut(head)) return 0;
    const sides = new Set(valuesOf(head).map(([name]) => sideOf(name)));
    return sides.has('row') && (sides.has('col') || head.length > 32768) ? 0.9 : 0;
  },
  createParser: entryParser({ title: 'MiniZinc', read }),
  ...alone('MiniZinc data', ({ puzzle: { rows, columns } }) =>
    [sideText('row', rows), sideText('col', columns)].join('\n'),
  ),
};

type Side = 'row' | 'col';
type Numbers = readonly number[];
type Given = ReadonlyMap<string, string>;

const STATES = /_states$/;

function sideText(side: Side, clues: readonly Numbers[]): string {
  const most = Math.max(1, ...clues.map(({ length }) => length));
  const lines = clues.map((clue) => {
    const zeros = Array<number>(most - clue.length).fill(0);
    return `  ${[...zeros, ...clue].join(', ')}`;
  });
  return `${side}s = ${clues.length};
${side}_rule_len = ${most};
${side}_rules = array2d(1..${side}s, 1..${side}_rule_len, [
${lines.join(',\n')}
]);
`;
}

/** Whether a flat list has more numbers than there are lines on its side, which cut it. */
function isCut(head: string): boolean {
  if (!/=\s*\[[\s\d,]+\]\s*;/.test(head)) return false;
  const values = valuesOf(head);
  const lines = new Map<Side | null, number>();
  for (const [name, value] of values) {
    if (/^\d+$/.test(value)) lines.set(sideOf(name), Number(value));
  }
  lines.delete(null);
  return values.some(([name, value]) => {
    const count = value.startsWith('[') ? lines.get(sideOf(name)) : undefined;
    return count !== undefined && value.split(',').length > count;
  });
}

/** Of which side a name is a table of clues, a table of states, or a number of lines. */
function sideOf(name: string): Side | null {
  const role = STATES.test(name) ? name.replace(STATES, '') : fieldRole(name);
  return (/^(row|col)(?:umn)?(?:s|Clues|Side)?$/.exec(role ?? '')?.[1] as Side | undefined) ?? null;
}

/** What each name is given, without comments; of texts in quotes only the quotes are left. */
function valuesOf(text: string): (readonly [name: string, value: string])[] {
  const plain = text.replace(/"(?:[^"\\\n]|\\.)*"|%[^\n]*|\/\*(?:[^]*?\*\/|[^]*)/g, (found) =>
    found.startsWith('"') ? '""' : ' ',
  );
  return plain.split(';').flatMap((statement) => {
    const [name, ...value] = statement.split('=');
    return value.length === 0 ? [] : [[name.trim(), value.join('=').trim()] as const];
  });
}

function read(lines: readonly string[]): TextEntry {
  const values = valuesOf(lines.join('\n'));
  const given = new Map(values);
  if (!values.some(([name]) => sideOf(name) !== null)) {
    unreadable(`expected row_rules and col_rules, found ${quoted(lines.join(' ').trim())}`, 'text');
  }
  if (given.size < values.length) unreadable('a name has two values');
  const rows = sideIn(given, 'row');
  const columns = sideIn(given, 'col');
  const isModel = ['X', 'Y', 'maxlen'].every((name) => given.has(name));
  const all = [...rows.clues, ...columns.clues];
  const isPattern =
    all.every((line) => line.every((value) => value >= -1 && value <= 1)) &&
    (isModel || all.some((line) => /1,0,(?:0,)*1/.test(line.join())));
  const [height, width] = isModel
    ? [numberIn('Y', given), numberIn('X', given)]
    : [rows.count, columns.count];
  const clues = (side: readonly Numbers[]) => (isPattern ? side.map(blocksOf) : side);
  return entryOf(plainDraft(width, height, clues(rows.clues), clues(columns.clues)));
}

/** The number of lines of a side, if it is said, and its clues. @throws Unreadable */
function sideIn(given: Given, side: Side) {
  let count: number | null = null;
  const tables: string[] = [];
  for (const [name, value] of given) {
    if (sideOf(name) !== side) continue;
    if (/^\d+$/.test(value)) count = Number(value);
    else tables.push(name);
  }
  const [name] = tables;
  if (tables.length !== 1) {
    unreadable(`expected one table of ${side} clues, found ${tables.length}`);
  }
  const clues = tableIn(name, given, count);
  if (!STATES.test(name)) return { count, clues };
  const starts = numbersOf(`${side}_start_where`, given.get(`${side}_start_where`) ?? '');
  return {
    count,
    clues: starts.map((start, i) =>
      clueOfStates(clues.slice(start - 1, (starts[i + 1] ?? clues.length + 1) - 1)),
    ),
  };
}

/** The lines of a table: of a list, `count` lines of one length. @throws Unreadable */
function tableIn(name: string, given: Given, count: number | null): readonly Numbers[] {
  const value = given.get(name)!;
  const [, lines] = /^\[\|([^[\]]*)\|\]$/.exec(value) ?? [];
  if (lines !== undefined) {
    const rows = lines
      .replace(/\|\s*$/, '')
      .split('|')
      .map((line) => numbersOf(name, line));
    if (rows.some(({ length }) => length !== rows[0].length)) {
      unreadable(`${name}: its lines differ in length`);
    }
    return rows;
  }
  if (count !== null && /^\[[^[\]|]*\]$/.test(value)) {
    return inLines(name, numbersOf(name, value), count, null);
  }
  const range = String.raw`\s*1\s*\.\.\s*(\w+)\s*,`;
  const [, high, wide, list] =
    new RegExp(String.raw`^array2d\s*\(${range}${range}\s*\[([^[\]]*)\]\s*\)$`).exec(value) ?? [];
  if (list === undefined) {
    unreadable(`${name}: expected array2d(..) or [| .. |], found ${quoted(value)}`);
  }
  const [height, width] = [numberIn(high, given), numberIn(wide, given)];
  return inLines(name, numbersOf(name, list), height, width);
}

/** Numbers in `height` lines of one length. @throws Unreadable */
function inLines(name: string, numbers: Numbers, height: number, width: number | null) {
  const { length } = numbers;
  const wide = width ?? length / height;
  if (length !== height * wide || !Number.isInteger(wide)) {
    const wanted =
      width === null ? `${height} lines of one length` : `${height} x ${width} numbers`;
    unreadable(`${name}: expected ${wanted}, found ${length}${width === null ? ' numbers' : ''}`);
  }
  return Array.from({ length: height }, (_, i) => numbers.slice(i * wide, (i + 1) * wide));
}

/** The number that a word is, or is the name of. @throws Unreadable */
function numberIn(word: string, given: Given): number {
  const value = /^\d/.test(word) ? word : (given.get(word) ?? '');
  if (/^\d+$/.test(value)) return Number(value);
  unreadable(`${word}: expected a whole number, found ${quoted(value)}`);
}

/** The numbers of a list, with or without its brackets. @throws Unreadable */
function numbersOf(name: string, text: string): Numbers {
  const parts = text.replace(/^\[|\]$/g, '').split(',');
  if (parts.at(-1)!.trim() === '') parts.pop();
  return parts.map((part) => {
    if (!/^\s*-?\d+\s*$/.test(part)) {
      unreadable(`${name}: expected whole numbers, found ${quoted(part.trim())}`);
    }
    return Number(part);
  });
}

/** The blocks of a pattern: runs of 1, with 0 between them and -1 after them. @throws Unreadable */
function blocksOf(pattern: Numbers): Numbers {
  const [cells, ...padding] = pattern.join('').split('-1');
  if (padding.some((rest) => rest !== '')) unreadable('a cell after the padding with -1');
  return cells.split('0').flatMap(({ length }) => (length > 0 ? [length] : []));
}

/** The clue of states, each with those after a blank and a filled cell. @throws Unreadable */
function clueOfStates(states: readonly Numbers[]): Numbers {
  const blocks: number[] = [];
  let length = 0;
  for (const [i, [blank, filled]] of states.entries()) {
    const isNext = (state: number): boolean => state === i + 2;
    if (isNext(filled) && blank === (length === 0 ? i + 1 : 0)) {
      length++;
      continue;
    }
    const isLast = i === states.length - 1;
    if (filled !== 0 || !(isLast ? blank === i + 1 : isNext(blank))) {
      unreadable(`state ${i + 1} of an automaton is not one of a clue`);
    }
    if (length > 0) blocks.push(length);
    length = 0;
  }
  if (length > 0) unreadable('an automaton ends within a block');
  return blocks;
}
