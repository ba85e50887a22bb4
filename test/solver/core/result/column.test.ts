import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  LAST_MS,
  choice,
  count,
  kindReason,
  real,
  type Kind,
} from '../../../../src/solver/core/result/column.js';
import { columnOf } from '../../../../src/solver/core/result/tables.js';

/** Of each kind: what it takes, what it does not, and what it says that it expected. */
const KINDS: readonly (readonly [
  kind: Kind,
  right: readonly unknown[],
  wrong: readonly unknown[],
  what: string,
])[] = [
  [count({ perCell: 2 }), [0, 8], [-1, 9, 1.5, '1', null], 'a whole number from 0 to 8'],
  [real({ least: 1, most: 5 }), [1, 2.5], [0.9, 5.1, NaN, '2'], 'a number from 1 to 5'],
  [{ is: 'flag' }, [true, false], [0, 1, 'true'], 'true or false'],
  [{ is: 'time' }, [0, LAST_MS], [-1, LAST_MS * 2, '0'], 'milliseconds since 1970'],
  [choice(['a', 'b']), ['a'], ['c', 0], 'one of a, b'],
  [
    { is: 'decimal', digits: 2 },
    ['0', '42'],
    ['042', '420', 42, '-1'],
    'a whole number of at most',
  ],
  [{ is: 'text', bytes: 3 }, ['', 'aé'], ['éé', 1], 'text of at most 3 bytes'],
  [{ is: 'cells' }, ['#.'], [0, null], 'a picture as text'],
];

for (const [kind, right, wrong, what] of KINDS) {
  test(`a column of the kind ${kind.is} takes its values alone, and says what it expected`, () => {
    for (const value of right) assert.equal(kindReason(kind, value, 4), null, String(value));
    for (const value of wrong) {
      assert.ok(kindReason(kind, value, 4)?.startsWith(what), String(value));
    }
  });
}

test('a column that is not there is an error that names it', () => {
  for (const [table, name] of [
    ['results', 'nothing'],
    ['nothing', 'status'],
    ['export', 'nothing'],
  ]) {
    assert.throws(
      () => columnOf(table, name),
      new RangeError(`there is no column ${table}.${name}`),
    );
  }
});
