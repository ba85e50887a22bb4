import type { Store } from '../open/open.js';
import { UNWATCHED, type Watch } from '../../record/progress.js';
import { countListed, listPages } from './result-page.js';
import { densityOf, type Cursor, type ResultList } from './result-filter.js';
import {
  RESULT_COLUMNS,
  RESULT_COLUMN_LIST,
  type ResultColumnName,
} from '../../../solver/core/result/result-columns.js';
import { DRAWN_DENSITY } from '../../../solver/core/result/drawn-density.js';
import { unpackPicture } from '../packed/packed-picture.js';
import { columnNamed, packedSql } from '../result-layout.js';
import { nameAt, pieceFinder, placeIn } from '../pieces.js';

/** A value as SQLite has it. */
export type ExportValue = string | number | null;

/**
 * The columns of an export, named as in the database; `path` is of `run_sources`, both
 * densities are worked out.
 */
const EXPORT_COLUMNS = [
  'run_id',
  'puzzle_id',
  'path',
  'ordinal',
  'name',
  'title',
  'label',
  'width',
  'height',
  'colours',
  'palette',
  'fingerprint',
  'shape',
  'density',
  'drawn_density',
  ...RESULT_COLUMN_LIST.map(({ name }) => name),
] as const;

/** The columns that `withClues` adds. */
const CLUE_COLUMNS = ['clues', 'start'] as const;

export type ExportColumn = (typeof EXPORT_COLUMNS)[number] | (typeof CLUE_COLUMNS)[number];

/** Which rows are exported, in which order, and with which columns. */
interface ExportRequest extends ResultList {
  readonly withClues: boolean;
  /** The most rows, from the first one on; left out: all. */
  readonly take?: number;
}

/** The columns of an export, in their order. */
export function exportColumns({ withClues }: { readonly withClues: boolean }): ExportColumn[] {
  return [...EXPORT_COLUMNS, ...(withClues ? CLUE_COLUMNS : [])];
}

/** The columns that hold pictures. */
const PICTURES: ReadonlySet<string> = new Set(
  RESULT_COLUMN_LIST.filter(({ kind }) => kind.is === 'cells').map(({ name }) => name),
);

const PAGE = 2000;

/**
 * The results of a run as rows of `exportColumns`. They are read in pages: between two of them no
 * query is open, so a slow reader does not hold back a run that writes.
 */
export function* exportRows(
  store: Store,
  request: ExportRequest,
  watch: Watch = UNWATCHED,
): Generator<readonly ExportValue[], void, undefined> {
  const names = exportColumns(request);
  // SQL takes six times as long to unpack a picture.
  const columns = names.map((name) => {
    // What is known by the piece is put in afterwards.
    if (name === 'path' || name === 'ordinal') return 'NULL';
    if (name === 'density') return densityOf('puzzles');
    if (name === 'drawn_density') return DRAWN_DENSITY;
    return name in RESULT_COLUMNS ? packedSql(columnNamed(name as ResultColumnName)) : name;
  });
  const select = store.db
    .prepare<[string, number], ExportValue[]>(
      `SELECT ${columns.join(', ')} FROM json_each(?) AS wanted
         CROSS JOIN held_rows AS results ON run_id = ? AND puzzle_id = wanted.value
         CROSS JOIN puzzles USING (puzzle_id)`,
    )
    .raw();
  const packed = [...names.keys()].filter((i) => PICTURES.has(names[i]));
  const [ids, paths, ordinals, called] = (['puzzle_id', 'path', 'ordinal', 'name'] as const).map((name) => names.indexOf(name)); // prettier-ignore
  const pieceOf = pieceFinder(store);
  const read = (cursors: readonly Cursor[]): readonly ExportValue[][] => {
    const wanted = cursors.map(({ puzzleId }) => puzzleId);
    const rows = select.all(JSON.stringify(wanted), request.runId);
    for (const row of rows) {
      const puzzleId = Number(row[ids]);
      const piece = pieceOf(request.runId, puzzleId);
      if (piece !== null) {
        const place = placeIn(piece, puzzleId);
        row[paths] = place.path;
        row[ordinals] = place.ordinal;
        row[called] ??= nameAt(place);
      }
      for (const i of packed) {
        const value: unknown = row[i];
        if (value instanceof Uint8Array) row[i] = unpackPicture(value);
      }
    }
    return rows;
  };
  const { take = Infinity } = request;
  const counted = countListed(store, request, PAGE);
  const total = counted && Math.min(take, counted);
  let done = 0;
  for (const rows of listPages(store, request, PAGE, read)) {
    const taken = rows.slice(0, take - done);
    yield* taken;
    watch.reached((done += taken.length), total);
    if (done >= take) return;
  }
}
