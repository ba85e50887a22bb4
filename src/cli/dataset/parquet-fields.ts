import { parquetTypeOf } from '../exporting/column-type.js';
import type { ParquetField, ParquetType } from '../../runs/tables/parquet-writer.js';
import { FOUND_COLUMNS, type PuzzleLine } from '../gathering/puzzle-line.js';

type Field = ParquetField<PuzzleLine>;

/** What is known of the puzzle itself. */
const OWN: readonly Field[] = [
  own('id', 'STRING', true),
  own('title', 'STRING', true),
  own('width', 'INT32'),
  own('height', 'INT32'),
  own('colours', 'INT32'),
  own('palette', 'STRING', true),
  own('fingerprint', 'STRING'),
  own('shape', 'STRING'),
  own('density', 'DOUBLE'),
];

/** The columns of a data set, called as those of an export are. */
export const PARQUET_FIELDS: readonly Field[] = [
  ...OWN,
  ...FOUND_COLUMNS.map(({ name, field, kind, isNull }): Field => {
    const type = parquetTypeOf(kind);
    const valueOf = ({ found }: PuzzleLine): unknown => {
      const value = found[field];
      // The number of solutions is 1.
      return value !== null && (type === 'DECIMAL' || type === 'INT64')
        ? BigInt(value ?? 0)
        : value;
    };
    const stored = type === 'DECIMAL' ? 'INT64' : type;
    return { name, type: stored, nullable: isNull !== undefined, valueOf };
  }),
  { name: 'clues', type: 'JSON', nullable: false, valueOf: ({ clues }) => JSON.stringify(clues) },
  own('start', 'STRING', true),
];

function own(name: keyof PuzzleLine, type: ParquetType, nullable = false): Field {
  return { name, type, nullable, valueOf: (row) => row[name] };
}
