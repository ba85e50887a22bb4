import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Database } from 'better-sqlite3';
import {
  kindReason,
  type NamedColumn,
  RESULT_COLUMN_LIST,
  type ResultColumnName,
} from '../../../../src/solver/core/result/result-columns.js';
import { storedValues } from '../../../../src/pipeline/store/result-layout.js';
import { solvedOnce } from '../../../../src/solver/core/result/result.js';
import { entryOf, resultOf, temporaryStore } from '../../../support/store-samples.js';

const NAMES = RESULT_COLUMN_LIST.map(({ name }) => name);

/** Takes a row of results, all of its columns after the key in their order. */
type StoredValue = ReturnType<typeof storedValues>[number];

function inserter(db: Database): (row: readonly StoredValue[]) => void {
  const places = NAMES.map(() => '?').join(', ');
  const insert = db.prepare<StoredValue[]>(`REPLACE INTO result_rows VALUES (1, 1, ${places})`);
  return (row) => insert.run(...row);
}

/** A row that a run may have written. */
const SOUND = storedValues({ ...resultOf(), ...entryOf(), ...solvedOnce(10_000) });

const withValue = (name: ResultColumnName, value: StoredValue): StoredValue[] =>
  SOUND.map((one, i) => (NAMES[i] === name ? value : one));

/** Values at the bounds of a column, one within and one beyond, and of other types. */
function edgesOf({ kind, isNull }: NamedColumn): readonly [value: StoredValue, isRight: boolean][] {
  const others: [StoredValue, boolean][] = [
    [null, isNull !== undefined],
    ['magic', kind.is === 'text' || kind.is === 'cells'],
    [Buffer.from([0, 255]), kind.is === 'cells'],
  ];
  switch (kind.is) {
    case 'count':
    case 'real': {
      const most = kind.perCell === Infinity ? kind.most : kind.perCell;
      const beyond: [StoredValue, boolean][] =
        kind.perCell === Infinity && most < Number.MAX_SAFE_INTEGER
          ? [[most * 1.5 + 1, false]]
          : [];
      return [
        ...others,
        ...beyond,
        [-1, false],
        [kind.least, true],
        [0.5, kind.is === 'real' && kind.least < 0.5],
      ];
    }
    case 'flag':
      return [...others, [-1, false], [0, true], [1, true], [2, false]];
    case 'time':
      return [...others, [-1, false], [0, true], [9e17, false]];
    case 'choice':
      return [...others, ...kind.choices.map((word): [StoredValue, boolean] => [word, true])];
    case 'decimal':
      return [
        ...others,
        ...['0', '1', '123456789012345678901234567890', '9'.repeat(kind.digits)].map(
          (text): [StoredValue, boolean] => [text, true],
        ),
        ...['', '01', '1.5', '12x', '9'.repeat(kind.digits + 1)].map(
          (text): [StoredValue, boolean] => [text, false],
        ),
      ];
    case 'text':
      return [...others, ['', true], ['ü'.repeat(kind.bytes / 2 + 1), false]];
    case 'cells':
      return [...others, [-1, false]];
  }
}

test('a value that its column cannot have is refused by the table, whoever writes it; all others are taken', (t) => {
  const { db } = temporaryStore(t);
  const insert = inserter(db);
  insert(SOUND);
  for (const column of RESULT_COLUMN_LIST) {
    for (const [value, isRight] of edgesOf(column)) {
      const what = `${column.name} = ${String(value).slice(0, 40)}`;
      const row = withValue(column.name, value);
      try {
        insert(row);
        assert.ok(isRight, `${what} was taken`);
      } catch (error) {
        assert.match(String(error), /constraint failed|cannot store \w+ value in \w+ column/, what);
        assert.ok(!isRight, what);
      }
    }
  }
});

test('what kindReason says of a value of a column is what its table says', () => {
  // The tables do not know how many cells a puzzle has; all else is the same.
  for (const column of RESULT_COLUMN_LIST) {
    for (const [value, isRight] of edgesOf(column)) {
      if (value === null || typeof value === 'object' || typeof value === 'bigint') continue;
      const { is } = column.kind;
      const shown = is === 'flag' && (value === 0 || value === 1) ? value === 1 : value;
      const found = kindReason(column.kind, shown, 1e9) === null;
      assert.equal(found, isRight, `${column.name} ${value}`);
    }
  }
});

/** Changes that somebody might make by hand, in tables other than that of results. */
const BY_HAND = [
  'UPDATE runs SET options = \'{"count":\'',
  "UPDATE runs SET state = 'done'",
  'UPDATE runs SET wall_ms = -1',
  "UPDATE puzzle_rows SET clues = '['",
  'UPDATE puzzle_rows SET width = 0',
  "UPDATE puzzle_rows SET width = 3, start = '##/#.'",
  'UPDATE puzzle_rows SET filled = 99',
  'UPDATE puzzle_rows SET colours = 0.5',
  'UPDATE puzzle_rows SET colours = 2',
  "UPDATE puzzle_rows SET fingerprint = x'00'",
  "UPDATE piece_rejects SET line = 'xyz'",
  "UPDATE piece_rejects SET reason = x'41'",
  "UPDATE piece_rejects SET kind = 'typo'",
  'UPDATE piece_rejects SET place = 2048',
  'UPDATE run_sources SET entries = -1',
  'UPDATE pieces SET entries = 2049',
  'UPDATE pieces SET rejects = 3',
  "UPDATE pieces SET sha256 = x'00'",
  'UPDATE run_pieces SET held_by = 2',
  'UPDATE source_pieces SET first_entry = -1',
];

test('nor do the other tables take what cannot be true', (t) => {
  const { db } = filled(t);
  for (const change of BY_HAND) {
    assert.throws(() => db.exec(change), /constraint failed|cannot store/, change);
  }
});

/** A database with a row of each of these tables. */
function filled(t: TestContext): { readonly db: Database } {
  const { db } = temporaryStore(t);
  db.exec(`INSERT INTO runs (run_id, state, started_at, options, tool_version, node_version, host, cpu)
      VALUES (1, 'complete', '', '{}', '', '', '', '');
    INSERT INTO sources (source_id, format, reader) VALUES (1, 'csv', '');
    INSERT INTO pieces VALUES (1, zeroblob(32), 2, 1);
    INSERT INTO source_pieces VALUES (1, 0, 1, 0, 2);
    INSERT INTO run_pieces VALUES (1, 1, 1);
    INSERT INTO run_sources VALUES (1, 0, 1, 'a.csv', 2, NULL);
    INSERT INTO puzzle_rows (puzzle_id, name, width, height, colours, clues, start, fingerprint, shape, filled)
      VALUES (2048, 'a', 2, 2, 1, '{}', '##/#.', zeroblob(16), zeroblob(8), 3);
    INSERT INTO piece_rejects VALUES (1, 1, 3, NULL, 'a reason', 'an excerpt', 'text')`);
  return { db };
}
