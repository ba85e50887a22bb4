import { createHash } from 'node:crypto';
import type { ChangedRows, ReuseWish } from '../../record/reuse.js';
import { numberOf } from '../../../solver/core/text/numbers.js';
import { trace } from '../../files/trace.js';
import type { Store } from '../../store/open/open.js';
import { readBytes, isGzip } from '../../corpus/bytes.js';
import { CsvText } from '../../corpus/reader/csv-text.js';
import { DEFAULT_PARSER_LIMITS } from '../../../solver/formats/contract/format.js';
import { runsAskedTheSame, rowStates, soundSources } from './pass-over.js';
import {
  heldFiles,
  type FilesInParts,
  type RunFile,
  type PassedSource,
  type StartedFile,
} from '../../store/stored-runs/file-beginnings.js';

/** What files begin with. */
export interface GrownFiles {
  readonly grown: readonly StartedFile[];
  /** What is not taken over, as somebody has changed the rows. */
  readonly changed: readonly ChangedRows[];
}

/** A file that a run is to read. */
export interface FileToRead {
  readonly sourceId: number;
  readonly path: string;
  readonly format: string;
  readonly reading?: string;
  /** Null for what can be read only once. */
  readonly bytes: number | null;
}

/** Formats of which each entry is a line, so that what is added at the end changes no other. */
const BY_LINES: readonly string[] = ['csv', 'ndjson'];

const NEWLINE = 0x0a;

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** How many bytes show whether each character takes several. */
const CHECKED = 1024;

/** A source that a file once was, as far as it decides whether the file has grown since. */
interface FormerSource extends PassedSource {
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * Which of some files have only grown at their ends since an earlier run that asked the same read
 * them: they begin with the same bytes, up to the end of a line. The bytes are hashed once more.
 * Files in parts are noted in `inParts`. Who is stopped meanwhile has what was looked at.
 */
export async function grownFiles(
  store: Store,
  wish: ReuseWish,
  files: readonly FileToRead[],
  inParts: FilesInParts,
  isStopped: () => boolean = () => false,
): Promise<GrownFiles> {
  const mayGrow = files.filter(({ format, bytes }) => bytes !== null && BY_LINES.includes(format));
  const former = mayGrow.length === 0 ? null : formerSources(store, runsAskedTheSame(store, wish));
  const stateOf = rowStates(store);
  const grown: StartedFile[] = [];
  const changed: ChangedRows[] = [];
  for (const file of mayGrow) {
    if (isStopped()) break;
    const { sourceId } = file;
    const smaller = former!(file);
    const same = smaller.length === 0 ? 0 : await sourcesInStart(file, smaller);
    const sound = await soundSources(smaller.slice(0, same), stateOf, changed);
    const found = { sourceId, beginnings: smaller.slice(0, sound) };
    if (sound > 0 && inParts.take(found)) grown.push(found);
  }
  trace('run', () => `${numberOf(grown.length, 'file')} only grew since an earlier run`);
  return { grown, changed };
}

/**
 * Finds what a file was when the latest of some runs read it, in the order of the file: sources
 * that are smaller, were read in the same way, and had no other name, as puzzles without names are
 * called after it.
 */
function formerSources(
  store: Store,
  runs: readonly number[],
): (file: FileToRead) => readonly FormerSource[] {
  const { db } = store;
  const latest = db
    .prepare<[string, string], number>(
      `SELECT max(run_id) FROM run_sources
       WHERE run_id IN (SELECT value FROM json_each(?)) AND path = ? AND position >= 0`,
    )
    .pluck();
  const found = db.prepare<
    [number, string, string, string],
    Pick<FormerSource, 'sha256' | 'bytes'>
  >(
    `SELECT sha256, bytes FROM sources s
     WHERE source_id = ? AND sha256 IS NOT NULL AND bytes IS NOT NULL
       AND format = ? AND reading = ?
       AND NOT EXISTS (SELECT 1 FROM run_sources o WHERE o.source_id = s.source_id AND o.path <> ?)`,
  );
  const filesOf = new Map<number, ReadonlyMap<string, RunFile>>();
  const fileIn = (runId: number, path: string): RunFile | undefined => {
    const known = filesOf.get(runId);
    if (known !== undefined) return known.get(path);
    const files = new Map(heldFiles(store, runId).map((one) => [one.path, one]));
    filesOf.set(runId, files);
    return files.get(path);
  };
  return ({ path, format, reading, bytes }) => {
    const file = fileIn(latest.get(JSON.stringify(runs), path) ?? 0, path);
    if (file?.entries == null) return [];
    const smaller: FormerSource[] = [];
    for (const source of [...file.beginnings, { ...file, entries: file.entries }]) {
      const of = found.get(source.sourceId, format, reading ?? '', path);
      if (of === undefined || of.bytes >= bytes! || source.entries === 0) break;
      smaller.push({ ...source, ...of });
    }
    return smaller;
  };
}

/** How many of some sources, each of which begins with the one before, a file begins with. */
async function sourcesInStart(
  { path, format }: FileToRead,
  sources: readonly FormerSource[],
): Promise<number> {
  const hash = createHash('sha256');
  const records = /^csv\b/.test(format) ? recordsPassedOver() : null;
  let [read, same] = [0, 0];
  for await (const piece of readBytes(path)) {
    // What is packed has no lines, nor has what takes several bytes for each character.
    if (read === 0 && (isGzip(piece) || piece.subarray(0, CHECKED).includes(0))) return 0;
    let from = 0;
    const mark = read === 0 && BYTE_ORDER_MARK.equals(piece.subarray(0, 3)) ? 3 : 0;
    for (;;) {
      const next = sources.at(same);
      if (next === undefined) return same;
      const to = next.bytes - read;
      if (to > piece.length) break;
      hash.update(piece.subarray(from, to));
      records?.write(piece.subarray(Math.max(from, mark), to));
      from = to;
      const isSame = hash.copy().digest('hex') === next.sha256;
      if (!isSame || piece[to - 1] !== NEWLINE || records?.isWithin === true) return same;
      same++;
    }
    hash.update(piece.subarray(from));
    records?.write(piece.subarray(Math.max(from, mark)));
    read += piece.length;
  }
  return same;
}

/** Finds the ends of records, as a run does, and nothing else. */
function recordsPassedOver(): CsvText {
  const reader = { record: () => undefined, broken: () => undefined };
  return new CsvText(
    () => reader,
    DEFAULT_PARSER_LIMITS,
    (most) => most,
  );
}
