import { numberOf } from '../../../solver/core/text/numbers.js';
import type { Run, RunSource } from '../../store/stored-runs/read-runs.js';
import { BUNDLE_FILES, METADATA, corpusInBundle } from './bundle-files.js';

/** What a crate is about. */
export interface CratedRun {
  readonly run: Run;
  readonly puzzles: number;
  readonly sources: readonly RunSource[];
  /** Whether the files of the corpora are in it. */
  readonly withCorpora: boolean;
}

/** An entity of the graph. */
type Entity = Readonly<Record<string, unknown>> & { readonly '@id': string };

const PROCESS_RUN = 'https://w3id.org/ro/wfrun/process/0.5';

/**
 * The metadata of a bundle: RO-Crate 1.2 (www.researchobject.org/ro-crate), with the run as the
 * profile Process Run Crate 0.5 of Workflow Run RO-Crate describes it: which software made which
 * files of which.
 */
export function roCrate({ run, puzzles, sources, withCorpora }: CratedRun): object {
  const { runId, name, startedAt, finishedAt, toolVersion, nodeVersion, options } = run;
  const called = name === null ? `run ${runId}` : `run ${runId} (${name})`;
  const files = Object.values(BUNDLE_FILES).map(({ name: file, type, about }): Entity => ({
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
  return [
    {
      '@id': `#option-${name}`,
      '@type': 'PropertyValue',
      name,
      value: String(value),
    },
  ];
}
