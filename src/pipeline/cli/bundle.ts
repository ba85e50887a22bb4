import { statSync, closeSync, openSync, readSync } from 'node:fs';
import { bytesText, numberOf } from '../../solver/core/text/numbers.js';
import { plainText } from '../../solver/core/text/plain-text.js';
import { gatherNumbers, withLines, type Numbers, summaryJson } from '../report/summary/numbers.js';
import { formerRun, pathsNow, requireSameFiles, whyNotAgain, type FormerRun } from './run-again.js';
import { zipPieces, MOST_ZIPPED } from '../corpus/table-writers.js';
import type { Store } from '../store/open/open.js';
import { runSources, type Run, type RunSource } from '../store/stored-runs.js';
import type { CommandContext } from './command.js';
import { Failure, type CommandOutcome } from './terminal.js';
import { joinedLines, openSink, writePieces } from './input-output.js';
import { untilStopped } from './progress.js';
import { csvLine } from '../../solver/core/text/escape.js';
import { columnOf } from '../record/tables.js';
import { summaryMarkdown } from '../report/summary/summary-text.js';
import { reportPage } from '../report/html/page.js';
import type { Watch } from '../record/progress.js';
import { exportColumns, exportRows } from '../store/listing/result-page.js';
import { csvLines, exportedParquet, tableOf } from './exporting.js';
import { basename } from 'node:path';

interface BundleOptions {
  readonly bundle: string;
  readonly withCorpora: boolean;
  readonly force: boolean;
  readonly quiet: boolean;
}

/** @throws Failure or RunError if the run is not complete, or its files have changed */
export async function writeBundle(
  store: Store,
  run: Run,
  { bundle, withCorpora, force, quiet }: BundleOptions,
  context: CommandContext,
): Promise<CommandOutcome> {
  const { terminal } = context;
  const { runId, state } = run;
  if (state !== 'complete') {
    throw new Failure('NM_RUN_UNFINISHED', `Run ${runId} is not complete: finish it first.`);
  }
  const sources = runSources(store, runId);
  const former = formerRun(store, run);
  const isDone = await untilStopped(context, quiet, async (stop, watch) => {
    const isStopped = (): boolean => stop.reason !== null;
    const corpora = withCorpora ? pathsNow(former) : null;
    if (corpora !== null) await requireSameFiles(former, corpora, stop);
    const numbers = await withLines(store, gatherNumbers(store, runId, { watch }));
    const html = await reportPage(numbers);
    const members = bundleMembers({ store, numbers, html, former, sources, corpora, watch });
    const sink = await openSink({ out: bundle, force, isStopped }, terminal);
    const zipped = zipPieces(members, (name) => name !== PARQUET);
    await writePieces(zipped, sink, isStopped);
    return !isStopped();
  });
  if (!isDone) return 'interrupted';
  if (!quiet) terminal.say(`${plainText(bundle)}: ${bytesText(statSync(bundle).size)}`);
  return 'done';
}

interface BundleParts {
  readonly store: Store;
  readonly numbers: Numbers;
  readonly html: string;
  /** The run as one that may be done again. */
  readonly former: FormerRun;
  readonly sources: readonly RunSource[];
  /** Where the files of the corpora are, if they are wanted; else null. */
  readonly corpora: readonly string[] | null;
  readonly watch: Watch;
}

type Pieces = Iterable<Uint8Array>;

/** The members of a bundle, each made while it is written. @throws Failure if they are too much */
function* bundleMembers(parts: BundleParts): Generator<[name: string, pieces: Pieces]> {
  let bytes = 0;
  for (const [name, pieces] of membersOf(parts)) {
    yield [
      name,
      (function* () {
        for (const piece of pieces) {
          bytes += piece.length;
          if (bytes > MOST_ZIPPED) {
            throw new Failure(
              'NM_REPORT_NOT_WRITTEN',
              'The bundle would be larger than a zip file may be (4 GiB)',
              'Leave --with-corpora out, or use "nonomill report" and "nonomill export".',
            );
          }
          yield piece;
        }
      })(),
    ];
  }
}

function* membersOf(parts: BundleParts): Generator<[string, Pieces]> {
  const { store, numbers, html, former, sources, corpora, watch } = parts;
  const withCorpora = corpora !== null;
  const crate = roCrate(numbers, sources, withCorpora);
  const columns = exportColumns({ withClues: true });
  const rows = (): ReturnType<typeof exportRows> =>
    exportRows(store, { ...ALL, runId: numbers.run.runId, withClues: true }, watch);
  yield [METADATA, [encoded(`${JSON.stringify(crate, null, 2)}\n`)]];
  // Each is made when its turn comes.
  const made: Readonly<Record<keyof typeof BUNDLE_FILES, () => Pieces>> = {
    'README.md': () => [encoded(readmeText(numbers, former, withCorpora))],
    'index.html': () => [encoded(html)],
    'summary.md': () => [encoded(summaryMarkdown(numbers))],
    'summary.json': () => [encoded(summaryJson(numbers))],
    'corpora.csv': () => encodedLines(corporaLines(sources)),
    'columns.csv': () => encodedLines(dictionaryLines()),
    'results.csv': () => encodedLines(csvLines(columns, rows())),
    [PARQUET]: () => exportedParquet(columns, rows()),
  };
  for (const [name, pieces] of Object.entries(made)) yield [name, pieces()];
  for (const [i, path] of corpora?.entries() ?? []) {
    yield [corpusInBundle(i, sources[i].path), fileIn(path)];
  }
}

const ALL = { filter: {}, sort: 'order', descending: false } as const;

function corporaLines(sources: readonly RunSource[]): string[] {
  const rows = sources.map((one) => [one.path, one.format, one.sha256, one.bytes, one.entries]);
  return [['path', 'format', 'sha256', 'bytes', 'entries'], ...rows].map(csvLine);
}

function dictionaryLines(): string[] {
  const rows = exportColumns({ withClues: true }).map((name) => {
    const { meaning, values, isNull = null } = columnOf(tableOf(name), name);
    return [name, meaning, values, isNull];
  });
  return [['column', 'meaning', 'values', 'empty_if'], ...rows].map(csvLine);
}

function readmeText({ run, puzzles }: Numbers, former: FormerRun, withCorpora: boolean): string {
  const files = Object.entries(BUNDLE_FILES).map(([name, [, about]]) => `- \`${name}\`: ${about}`);
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

function* encodedLines(lines: Iterable<string>): Generator<Uint8Array> {
  for (const piece of joinedLines(lines)) yield encoded(piece);
}

const PIECE = 1 << 16;

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

/** What every bundle holds besides its metadata, in the order of the zip file, with media types. */
const BUNDLE_FILES = {
  'README.md': ['text/markdown', 'What is in this bundle'],
  'index.html': ['text/html', 'The report, to be opened in a browser'],
  'summary.md': ['text/markdown', 'The report as text'],
  'summary.json': [
    'application/json',
    'The report for programs: options, files with their hashes, versions, figures',
  ],
  'corpora.csv': ['text/csv', 'All files that were read: path, format, SHA-256, bytes, entries'],
  'columns.csv': ['text/csv', 'What each column of the results means'],
  'results.csv': ['text/csv', 'What was found of each puzzle'],
  'results.parquet': ['application/vnd.apache.parquet', 'The same results as Parquet'],
} as const;

const PARQUET = 'results.parquet' satisfies keyof typeof BUNDLE_FILES;

/** The name of the metadata, which RO-Crate prescribes. */
const METADATA = 'ro-crate-metadata.json';

/** Where a bundle has the corpus at this place, from 0, among those of its run. */
export function corpusInBundle(place: number, path: string): string {
  return `corpora/${String(place + 1).padStart(4, '0')}/${basename(path)}`;
}

type Entity = Readonly<Record<string, unknown>> & { readonly '@id': string };

const PROCESS_RUN = 'https://w3id.org/ro/wfrun/process/0.5';

/**
 * The metadata of a bundle: RO-Crate 1.2 (www.researchobject.org/ro-crate), with the run as Process
 * Run Crate 0.5 of Workflow Run RO-Crate describes it: which software made which files of which.
 */
function roCrate({ run, puzzles }: Numbers, sources: readonly RunSource[], withCorpora: boolean) {
  const { runId, name, startedAt, finishedAt, toolVersion, nodeVersion, options } = run;
  const called = name === null ? `run ${runId}` : `run ${runId} (${name})`;
  const files = Object.entries(BUNDLE_FILES).map(([file, [type, about]]): Entity => ({
    '@id': file,
    '@type': 'File',
    name: file,
    description: about,
    encodingFormat: type,
  }));
  const corpora = sources.map((source, i) => corpusEntity(source, i, withCorpora));
  const settings = Object.entries(options).flatMap(([option, value]) => settingOf(option, value));
  const parts = withCorpora ? [...files, ...corpora] : files;
  return {
    '@context': 'https://w3id.org/ro/crate/1.2/context',
    '@graph': [
      {
        '@id': METADATA,
        '@type': 'CreativeWork',
        about: { '@id': './' },
        conformsTo: { '@id': 'https://w3id.org/ro/crate/1.2' },
      },
      {
        '@id': './',
        '@type': 'Dataset',
        name: `Nonograms solved by nonomill, ${called}`,
        description: `What nonomill ${toolVersion} found of ${numberOf(puzzles, 'nonogram')}: results, report, options and the files that were read.`,
        datePublished: (finishedAt ?? startedAt).slice(0, 10),
        license: 'Not stated: whoever publishes this bundle says under which licence.',
        conformsTo: { '@id': PROCESS_RUN },
        hasPart: parts.map(idOf),
        mentions: { '@id': '#run' },
      },
      { '@id': PROCESS_RUN, '@type': 'CreativeWork', name: 'Process Run Crate', version: '0.5' },
      {
        '@id': '#run',
        '@type': 'CreateAction',
        name: `nonomill run, ${called}`,
        startTime: startedAt,
        ...(finishedAt !== null && { endTime: finishedAt }),
        actionStatus: { '@id': 'http://schema.org/CompletedActionStatus' },
        instrument: { '@id': '#nonomill' },
        object: [...corpora, ...settings].map(idOf),
        result: files.map(idOf),
      },
      {
        '@id': '#nonomill',
        '@type': 'SoftwareApplication',
        name: 'nonomill',
        softwareVersion: toolVersion,
        softwareRequirements: { '@id': '#node' },
      },
      {
        '@id': '#node',
        '@type': 'SoftwareApplication',
        name: 'Node.js',
        softwareVersion: nodeVersion,
      },
      ...files,
      ...corpora,
      ...settings,
    ],
  };
}

function idOf({ '@id': id }: Entity): { readonly '@id': string } {
  return { '@id': id };
}

function corpusEntity(
  { path, format, sha256, bytes, entries }: RunSource,
  place: number,
  isInBundle: boolean,
): Entity {
  return {
    '@id': isInBundle
      ? corpusInBundle(place, path).split('/').map(encodeURIComponent).join('/')
      : `#corpus-${place + 1}`,
    '@type': isInBundle ? 'File' : 'CreativeWork',
    name: path,
    description: `A corpus in the format ${format}${entries === null ? '' : ` with ${entries} entries`}`,
    ...(sha256 !== null && { sha256 }),
    ...(bytes !== null && { contentSize: String(bytes) }),
  };
}

/** An option that decides what was found; others are in summary.json. */
function settingOf(name: string, value: unknown): Entity[] {
  const isPlain = typeof value === 'string' || typeof value === 'number' || value === true;
  if (!isPlain) return [];
  return [{ '@id': `#option-${name}`, '@type': 'PropertyValue', name, value: String(value) }];
}
