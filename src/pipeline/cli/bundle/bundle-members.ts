import { closeSync, openSync, readSync } from 'node:fs';
import { csvLine } from '../../../solver/core/text/escape.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { numberOf } from '../../../solver/core/text/numbers.js';
import { columnOf } from '../../../solver/core/result/tables.js';
import type { Numbers } from '../../report/numbers/report-numbers.js';
import { summaryJson } from '../../report/summary/summary-json.js';
import { summaryMarkdown } from '../../report/summary/summary-markdown.js';
import { reportPage } from '../../report/html/page.js';
import type { Watch } from '../../record/counted-work.js';
import { whyNotAgain, type FormerRun } from '../../runs/plan/run-again.js';
import { VERSION } from '../../runs/request/version.js';
import { MOST_ZIPPED } from '../../corpus/tables/zip-writer.js';
import { exportColumns, exportRows } from '../../store/listing/export-rows.js';
import type { Store } from '../../store/open/open.js';
import type { RunSource } from '../../store/stored-runs/read-runs.js';
import { csvLines } from '../converting/exported-lines.js';
import { exportedParquet } from '../converting/exported-parquet.js';
import { tableOf } from '../converting/result-glossary.js';
import { Failure } from '../terminal/outcome.js';
import { BUNDLE_FILES, METADATA, corpusInBundle } from './bundle-files.js';
import { roCrate } from './ro-crate.js';

/** What a bundle is made of. */
export interface BundleParts {
  readonly store: Store;
  readonly numbers: Numbers;
  /** The run as one that may be done again. */
  readonly former: FormerRun;
  readonly sources: readonly RunSource[];
  /** Where the files of the corpora are, if they are wanted; else null. */
  readonly corpora: readonly string[] | null;
  readonly watch: Watch;
}

type Pieces = Iterable<Uint8Array>;

/**
 * The members of a bundle, for `zipPieces`: each is made while it is written.
 * @throws Failure if together they are larger than a zip file may be
 */
export function* bundleMembers(parts: BundleParts): Generator<[name: string, pieces: Pieces]> {
  let bytes = 0;
  for (const [name, pieces] of membersOf(parts)) {
    yield [
      name,
      (function* () {
        for (const piece of pieces) {
          bytes += piece.length;
          if (bytes > MOST_ZIPPED) throw tooLarge();
          yield piece;
        }
      })(),
    ];
  }
}

function tooLarge(): Failure {
  return new Failure(
    'NM_REPORT_NOT_WRITTEN',
    'The bundle would be larger than a zip file may be (4 GiB)',
    'Leave --with-corpora out, or use "nonomill report" and "nonomill export".',
  );
}

function* membersOf({
  store,
  numbers,
  former,
  sources,
  corpora,
  watch,
}: BundleParts): Generator<[string, Pieces]> {
  const { run, puzzles } = numbers;
  const withCorpora = corpora !== null;
  const crate = roCrate({ run, puzzles, sources, withCorpora });
  const columns = exportColumns({ withClues: true });
  const rows = (): ReturnType<typeof exportRows> =>
    exportRows(store, { ...ALL, runId: run.runId, withClues: true }, watch);
  const { readme, page, markdown, json, corpora: list, columns: dictionary } = BUNDLE_FILES;
  yield [METADATA, [encoded(`${JSON.stringify(crate, null, 2)}\n`)]];
  yield [readme.name, [encoded(readmeText(numbers, former, withCorpora))]];
  yield [page.name, [encoded(reportPage(numbers))]];
  yield [markdown.name, [encoded(summaryMarkdown(numbers))]];
  yield [json.name, [encoded(summaryJson(numbers))]];
  yield [list.name, inPieces(corporaLines(sources))];
  yield [dictionary.name, inPieces(dictionaryLines())];
  yield [BUNDLE_FILES.csv.name, inPieces(csvLines(columns, rows()))];
  yield [BUNDLE_FILES.parquet.name, exportedParquet(columns, rows(), `nonomill ${VERSION}`)];
  if (corpora === null) return;
  for (const [i, path] of corpora.entries()) {
    yield [corpusInBundle(i, sources[i].path), fileIn(path)];
  }
}

/** All results, in the order of the corpora. */
const ALL = { filter: {}, sort: 'order', descending: false } as const;

function* corporaLines(sources: readonly RunSource[]): Generator<string> {
  yield csvLine(['path', 'format', 'sha256', 'bytes', 'entries']);
  for (const { path, format, sha256, bytes, entries } of sources) {
    yield csvLine([path, format, sha256, bytes, entries]);
  }
}

function* dictionaryLines(): Generator<string> {
  yield csvLine(['column', 'meaning', 'values', 'empty_if']);
  for (const name of exportColumns({ withClues: true })) {
    const { meaning, values, isNull = null } = columnOf(tableOf(name), name);
    yield csvLine([name, meaning, values, isNull]);
  }
}

function readmeText({ run, puzzles }: Numbers, former: FormerRun, withCorpora: boolean): string {
  const files = Object.values(BUNDLE_FILES).map(({ name, about }) => `- \`${name}\`: ${about}`);
  const corpora = withCorpora
    ? '- `corpora/`: The files that were read, in their order'
    : 'The files that were read are not in it; `corpora.csv` has their hashes.';
  return `# Results of ${numberOf(puzzles, 'nonogram')}

By nonomill ${run.toolVersion} on ${run.finishedAt ?? run.startedAt}.

${files.join('\n')}
- \`${METADATA}\`: What all of this is, for programs (RO-Crate 1.2)
${withCorpora ? '' : '\n'}${corpora}

${againText(former)}
`;
}

function againText(former: FormerRun): string {
  const why = whyNotAgain(former);
  return why === null
    ? '`nonomill rerun summary.json --db again.sqlite` solves all of it again, and compares the figures.'
    : `\`nonomill rerun\` cannot do this run again: ${plainText(why)}.`;
}

const encoder = new TextEncoder();

function encoded(text: string): Uint8Array {
  return encoder.encode(text);
}

const PIECE = 1 << 16;

function* inPieces(lines: Iterable<string>): Generator<Uint8Array> {
  let text = '';
  for (const line of lines) {
    text += line;
    if (text.length < PIECE) continue;
    yield encoded(text);
    text = '';
  }
  yield encoded(text);
}

function* fileIn(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const piece = new Uint8Array(PIECE);
      const length = readSync(file, piece);
      if (length === 0) return;
      yield piece.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}
