import { DEFAULT_LIMITS } from '../../core/puzzle/validate.js';
import { mostOf, type Kind } from '../../core/result/column.js';
import type { ParquetType } from '../../runs/tables/parquet-writer.js';

/**
 * The type of a column of results in a Parquet file; a decimal of any length takes more than one
 * column.
 */
export function parquetTypeOf(kind: Kind): ParquetType | 'DECIMAL' {
  switch (kind.is) {
    case 'count':
      return mostOf(kind, DEFAULT_LIMITS.maxSide ** 2) < 2 ** 31 ? 'INT32' : 'INT64';
    case 'real':
      return 'DOUBLE';
    case 'flag':
      return 'BOOLEAN';
    case 'time':
      return 'TIMESTAMP';
    case 'decimal':
      return 'DECIMAL';
    case 'choice':
    case 'text':
    case 'cells':
      return 'STRING';
  }
}
