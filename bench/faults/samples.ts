import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CSV_HEADER, csvLine, puzzleOf, randomNumbers, tossedPuzzle } from '../support/puzzles.js';
import { contentsOf, type Contents } from './database.js';
import { succeeds } from './program.js';

/** A command that writes one file, or the folder of a report. */
export interface Writing {
  /** The place to write to comes after them. */
  readonly words: readonly string[];
  /** The name of what is written. */
  readonly name: string;
  /** Whether it writes the same bytes every time: a PDF, for one, says when it was made. */
  readonly isSame: boolean;
}

/** Formats whose puzzles can be written and read again. */
export const TEXT_FORMATS = [
  ...['csv', 'json', 'ndjson', 'non', 'webpbn', 'nin', 'mk', 'cwd', 'keen', 'g', 'gno'],
  'tournament',
  ...['tatham', 'puzzlink', 'haskell', 'mn', 'nonogram', 'spoj', 'grid', 'picture', 'pbm'],
];

/** A corpus whose entries were counted as they were written, and what a run makes of it. */
export interface Sample {
  /** A file or a folder. */
  readonly path: string;
  readonly entries: number;
  readonly rejects: number;
}

/** How a corpus looks. */
interface Shape {
  readonly count: number;
  readonly side: number;
  /** Every entry of this number, counted over and over, is broken; 0 for none. */
  readonly brokenEvery: number;
}

const SHAPES = {
  'tiny.csv': { count: 40, side: 4, brokenEvery: 9 },
  'small.csv': { count: 3000, side: 5, brokenEvery: 40 },
  'medium.csv.gz': { count: 600, side: 12, brokenEvery: 7 },
  'many.csv': { count: 25_000, side: 4, brokenEvery: 0 },
} as const satisfies Readonly<Record<string, Shape>>;

const FOLDER_FILES = 60;

/** The corpora of a campaign, made once; nobody changes them. */
export class Samples {
  readonly all: readonly Sample[];
  /** A few square puzzles with their pictures, which every format can hold. */
  readonly pictures: string;
  private readonly undisturbed = new Map<Sample, Promise<Contents>>();

  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true });
    this.pictures = join(folder, 'pictures.ndjson');
    const files = Object.entries(SHAPES).map(([name, shape], i) => this.file(name, shape, i + 1));
    this.all = [...files, this.folderOfFiles('folder')];
    // With their pictures, so that formats of pictures can be written from it.
    const pictures = { count: 8, side: 5, brokenEvery: 0 };
    writeFileSync(this.pictures, ndjsonText(pictures, 77));
  }

  /** The sample called `name`. */
  named(name: keyof typeof SHAPES | 'folder'): Sample {
    return this.all.find(({ path }) => path === join(this.folder, name))!;
  }

  /**
   * What a run that nobody disturbs makes of a sample.
   * @throws Error if its entries are not as many as were written.
   */
  expected(sample: Sample): Promise<Contents> {
    let found = this.undisturbed.get(sample);
    if (found === undefined) {
      found = this.runOver(sample);
      this.undisturbed.set(sample, found);
    }
    return found;
  }

  /** The commands that write a file, some of them about a run in `folder`. */
  async writings(folder: string): Promise<readonly Writing[]> {
    const db = join(folder, 'run.sqlite');
    const corpus = this.named('many.csv').path;
    await succeeds(['run', corpus, '--db', db, '--no-report', '--quiet']);
    const generate = ['generate', '--seed', '5', '--size', '12x12', '--count', '8000', '--force'];
    const exported = ['export', '--db', db, '--force', '--out'];
    const all: readonly (readonly [string, readonly string[]])[] = [
      ['x.csv', exported],
      ['x.ndjson.gz', exported],
      ['x.parquet', exported],
      ['x.ndjson', ['convert', corpus, '--force']],
      ['x.csv.gz', ['convert', corpus, '--force']],
      ['x.csv', [...generate, '--out']],
      ['x.pdf', ['sheets', this.pictures, '--force', '--out']],
      ['report', ['report', '--db', db, '--quiet', '--report']],
    ];
    const isSame = (name: string): boolean => name !== 'x.pdf' && name !== 'report';
    return all.map(([name, words]) => ({ name, words, isSame: isSame(name) }));
  }

  private async runOver(sample: Sample): Promise<Contents> {
    const db = join(this.folder, `undisturbed-${this.undisturbed.size}.sqlite`);
    await succeeds(['run', sample.path, '--db', db, '--no-report', '--quiet', '--threads', '2']);
    const contents = contentsOf(db)!;
    const { rejects, results } = contents;
    if (rejects.length !== sample.rejects || results.length !== sample.entries - sample.rejects) {
      throw new Error(
        `${sample.path}: ${results.length} results and ${rejects.length} rejects of ` +
          `${sample.entries} entries, ${sample.rejects} of them broken`,
      );
    }
    return contents;
  }

  private file(name: string, shape: Shape, seed: number): Sample {
    const path = join(this.folder, name);
    const text = csvText(shape, seed);
    writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
    return { path, entries: shape.count, rejects: brokenOf(shape) };
  }

  private folderOfFiles(name: string): Sample {
    const path = join(this.folder, name);
    mkdirSync(path);
    const shape: Shape = { count: 5, side: 6, brokenEvery: 5 };
    for (let i = 0; i < FOLDER_FILES; i++) {
      writeFileSync(join(path, `${i}.csv`), csvText(shape, 100 + i));
    }
    return { path, entries: FOLDER_FILES * shape.count, rejects: FOLDER_FILES * brokenOf(shape) };
  }
}

function brokenOf({ count, brokenEvery }: Shape): number {
  return brokenEvery === 0 ? 0 : Math.floor(count / brokenEvery);
}

/** Random pictures' clues as CSV; in broken entries a column's clue is missing. */
export function csvText({ count, side, brokenEvery }: Shape, seed: number): string {
  const random = randomNumbers(seed);
  const lines = Array.from({ length: count }, (_, i) => {
    const puzzle = tossedPuzzle(random, side, 0.55);
    const isBroken = brokenEvery > 0 && i % brokenEvery === brokenEvery - 1;
    const columns = isBroken ? puzzle.columns.slice(1) : puzzle.columns;
    return csvLine(`s${seed}-${i}`, { ...puzzle, columns });
  });
  return CSV_HEADER + lines.join('');
}

/** Random pictures with their clues as NDJSON. */
function ndjsonText({ count, side }: Shape, seed: number): string {
  const random = randomNumbers(seed);
  const lines: string[] = [];
  for (let i = 0; i < count; i++) {
    const cells = Uint8Array.from({ length: side * side }, () => (random() < 0.55 ? 1 : 0));
    const { rows, columns } = puzzleOf(cells, side, 1);
    const goal = Array.from({ length: side }, (_, y) =>
      Array.from(cells.subarray(y * side, (y + 1) * side), (cell) => (cell === 1 ? '#' : '.')).join(
        '',
      ),
    );
    lines.push(JSON.stringify({ id: `p${i}`, rows, columns, goal: goal.join('/') }));
  }
  return lines.join('\n') + '\n';
}
