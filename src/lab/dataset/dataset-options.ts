import {
  ANY_BAND,
  DATASET_FILES,
  type DatasetFile,
  type Making,
  type RandomPuzzlesWanted,
  type Recipe,
} from '../gathering/recipe.js';
import * as datasetFlag from './dataset-flags.js';
import * as generateFlag from '../../pipeline/cli/flags/generate-flags.js';
import * as runFlag from '../../pipeline/cli/flags/run-flags.js';
import * as outputFlag from '../../pipeline/cli/flags/output-flags.js';
import * as puzzleFlag from '../../pipeline/cli/flags/puzzle-flags.js';
import { flagsIn, type FlagValues } from '../../pipeline/cli/frame/flag.js';
import { UsageError } from '../../pipeline/cli/terminal/outcome.js';

export const datasetSections = {
  'What to make': {
    size: datasetFlag.datasetSize,
    density: generateFlag.density,
    count: datasetFlag.datasetCount,
    stars: datasetFlag.starShares,
    difficulty: datasetFlag.difficultyShares,
    seed: generateFlag.seed,
    recipe: datasetFlag.recipe,
  },
  'Which to keep': { for: datasetFlag.datasetFor, needs: generateFlag.needs },
  'Of a corpus or a run': {
    format: puzzleFlag.format,
    csvColumns: puzzleFlag.csvColumns,
    columnsFirst: puzzleFlag.columnsFirst,
    limit: puzzleFlag.limit,
    ignore: puzzleFlag.ignore,
    ignoreStart: puzzleFlag.ignoreStart,
    db: outputFlag.db,
  },
  Output: {
    out: datasetFlag.datasetOut,
    split: datasetFlag.split,
    as: datasetFlag.datasetAs,
    licence: datasetFlag.licence,
    force: outputFlag.force,
  },
  Work: {
    resume: datasetFlag.datasetResume,
    anyway: datasetFlag.anyway,
    threads: runFlag.threads,
    quiet: outputFlag.quiet,
  },
};

export const datasetFlags = flagsIn(datasetSections);

export interface DatasetOptions {
  /**
   * What decides the bytes, except the files of a corpus: a file with it, or the words of the
   * command line.
   */
  readonly recipe: string | RecipeWords;
  /** Corpora, or a run; none for puzzles that are made. */
  readonly words: readonly string[];
  readonly ignore: readonly string[];
  readonly db: string;
  readonly out: string;
  readonly force: boolean;
  readonly resume: boolean;
  readonly anyway: boolean;
  readonly threads: number;
  readonly quiet: boolean;
}

/** A recipe as far as the command line says it. */
export interface RecipeWords extends Pick<Making, 'keep' | 'seed'> {
  /** Null for what the operands name. */
  readonly from: RandomPuzzlesWanted | null;
  readonly reading: {
    readonly format: string | null;
    readonly columnsFirst: boolean;
    readonly limit: number | null;
    readonly ignoreStart: boolean;
  };
  readonly split: Recipe['split'];
  /** Null for all that hold the puzzles. */
  readonly as: readonly DatasetFile[] | null;
  readonly licence: string | null;
}

type Values = FlagValues<typeof datasetFlags>;

/** Flags of puzzles that are made, and of such as are read. */
const MADE = ['size', 'density', 'count', 'stars', 'difficulty'] as const;
const READ = ['format', 'columnsFirst', 'limit', 'ignore', 'ignoreStart', 'db'] as const;

/** What a recipe says, so that the command line does not. */
const IN_RECIPE = [
  ...MADE,
  ...(['for', 'needs', 'seed', 'split', 'as', 'licence', 'format'] as const),
  ...(['columnsFirst', 'limit', 'ignoreStart'] as const),
];

/** @throws UsageError if the flags do not go together. */
export function checkDataset(
  words: readonly string[],
  values: Values,
  given: ReadonlySet<keyof Values>,
): DatasetOptions {
  const { out, recipe } = values;
  if (out === null) throw new UsageError('NM_ARGUMENTS', 'name the folder to write to: --out ten/');
  const refuse = (names: readonly (keyof Values)[], why: string): void => {
    const name = names.find((one) => given.has(one));
    if (name !== undefined)
      throw new UsageError('NM_OPTIONS_CONFLICT', `--${datasetFlags[name].name} ${why}`);
  };
  if (recipe !== null) refuse(IN_RECIPE, 'is set by the recipe');
  else if (words.length > 0) refuse(MADE, 'is for random puzzles, not for those of a corpus');
  else refuse(READ, 'is for puzzles of a corpus: name one');
  if (values.force && values.resume)
    throw new UsageError('NM_OPTIONS_CONFLICT', '--force and --resume: say one of them');
  const { ignore, db, force, resume, anyway, threads, quiet } = values;
  return {
    recipe: recipe ?? recipeWords(words.length > 0 ? null : randomWanted(values), values),
    words,
    ignore,
    db,
    out,
    force,
    resume,
    anyway,
    threads,
    quiet,
  };
}

function recipeWords(from: RandomPuzzlesWanted | null, values: Values): RecipeWords {
  const { needs, seed, format, columnsFirst, limit, ignoreStart, split, as, licence } = values;
  return {
    from,
    keep: { for: values.for, needs },
    seed: seed ?? 1,
    reading: { format, columnsFirst, limit, ignoreStart },
    split,
    as,
    licence,
  };
}

function randomWanted({ size, density, count, stars, difficulty }: Values): RandomPuzzlesWanted {
  if (size === null || count === null) {
    throw new UsageError(
      'NM_ARGUMENTS',
      'say what to make, such as --size 10x10 --count 1000, or name a corpus or a run',
    );
  }
  if (stars !== null && difficulty !== null) {
    throw new UsageError('NM_OPTIONS_CONFLICT', '--stars and --difficulty: say one of them');
  }
  return {
    kind: 'random',
    sizes: size,
    density: density ?? { from: 0.5, to: 0.5 },
    count,
    bands: stars ?? difficulty ?? [ANY_BAND],
  };
}

/** The files that are asked for. */
export function wishedFiles({ as }: Pick<RecipeWords, 'as'>): readonly DatasetFile[] {
  return as ?? DATASET_FILES;
}
