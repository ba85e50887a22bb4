import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { VERSION } from '../../pipeline/runs/request/version.js';
import { describeSource, findSources, type Source } from '../../pipeline/corpus/sources.js';
import { UNKNOWN_LICENCE } from './card.js';
import { checkedRecipe } from '../gathering/checked-recipe.js';
import type { Making, Recipe } from '../gathering/recipe.js';
import { fileErrorCode, systemReason } from '../../solver/core/text/system-errors.js';
import { sayLeftOutFiles } from '../../pipeline/cli/converting.js';
import { Failure } from '../../pipeline/cli/terminal/outcome.js';
import { mayBeRun } from '../../pipeline/cli/operands.js';
import type { Terminal } from '../../pipeline/cli/terminal/terminal.js';
import { wishedFiles, type DatasetOptions, type RecipeWords } from './dataset-options.js';

/** A recipe, and the files that it is about. */
export interface ResolvedRecipe {
  readonly recipe: Recipe;
  /** Of a corpus. */
  readonly sources: readonly Source[];
  /**
   * Whether kinds of files that do not hold the puzzles are left out: nobody has asked for them by
   * name.
   */
  readonly mayLeaveOut: boolean;
}

type WantedRecipe = Pick<DatasetOptions, 'recipe' | 'words' | 'ignore'>;

/**
 * What a data set is made by, as the command line says, or the recipe that it names.
 * @throws Failure if a corpus is not the one of the recipe, or has no hash.
 */
export async function resolveRecipe(
  wanted: WantedRecipe,
  terminal: Terminal,
): Promise<ResolvedRecipe> {
  const { recipe: named } = wanted;
  if (typeof named === 'string') return recipeOfFile(named, wanted, terminal);
  const { keep, seed, split, reading } = named;
  const { from, sources } = await fromOf(named, wanted, reading, terminal);
  const recipe: Recipe = {
    nonomill: VERSION,
    from,
    keep,
    seed,
    split,
    as: wishedFiles(named),
    licence: named.licence ?? (from.kind === 'random' ? 'cc0-1.0' : UNKNOWN_LICENCE),
  };
  return { recipe, sources, mayLeaveOut: named.as === null };
}

interface From {
  readonly from: Making['from'];
  readonly sources: readonly Source[];
}

async function fromOf(
  { from }: Pick<RecipeWords, 'from'>,
  { words, ignore }: WantedRecipe,
  reading: RecipeWords['reading'],
  terminal: Terminal,
): Promise<From> {
  if (from !== null) return { from, sources: [] };
  if (words.length === 1 && mayBeRun(words[0])) {
    return { from: { kind: 'run', run: words[0] }, sources: [] };
  }
  const { format, columnsFirst, limit, ignoreStart } = reading;
  const { sources, leftOut } = await findSources(words, { format, columnsFirst, ignore });
  sayLeftOutFiles(leftOut, terminal);
  if (sources.some(({ once }) => once === true)) {
    throw new Failure(
      'NM_STANDARD_INPUT',
      'a data set names its files with their hashes, and standard input and pipes have none',
      'Write the puzzles to a file first.',
    );
  }
  const files: { name: string; sha256: string }[] = [];
  for (const source of sources) {
    const { path, sha256 } = await describeSource(source);
    files.push({ name: basename(path), sha256 });
  }
  const order = columnsFirst ? { columnsFirst: true as const } : {};
  return { from: { kind: 'corpus', files, format, limit, ignoreStart, ...order }, sources };
}

async function recipeOfFile(
  file: string,
  wanted: WantedRecipe,
  terminal: Terminal,
): Promise<ResolvedRecipe> {
  const recipe = readRecipe(file);
  if (recipe.nonomill !== VERSION) {
    terminal.say(
      `nonomill: ${file} was made by version ${recipe.nonomill}, and this is ${VERSION}: the bytes may differ`,
    );
  }
  const { from } = recipe;
  if (from.kind === 'random') {
    if (wanted.words.length > 0) {
      throw new Failure(
        'NM_RECIPE_INVALID',
        `${file} is a recipe of random puzzles: it takes no corpus`,
        'Leave it out.',
      );
    }
    return { recipe, sources: [], mayLeaveOut: false };
  }
  if (wanted.words.length === 0) {
    const was =
      from.kind === 'run' ? `run ${from.run}` : from.files.map(({ name }) => name).join(', ');
    throw new Failure('NM_RECIPE_INVALID', `${file} was made from ${was}`, 'Name that as well.');
  }
  const asIs = { format: null, columnsFirst: false, limit: null, ignoreStart: false };
  const reading = from.kind === 'run' ? asIs : { ...asIs, ...from };
  const found = await fromOf({ from: null }, wanted, reading, terminal);
  const hashes = (of: Making['from']): string =>
    of.kind === 'corpus' ? of.files.map(({ sha256 }) => sha256).join() : of.kind;
  if (hashes(found.from) !== hashes(from)) {
    throw new Failure(
      'NM_RECIPE_INVALID',
      `${file} was made of other files than ${wanted.words.join(', ')}`,
      'Name the same files, with the same content, in the same order.',
    );
  }
  return { recipe, sources: found.sources, mayLeaveOut: false };
}

function readRecipe(file: string): Recipe {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Failure(fileErrorCode(error), `${file}: ${systemReason(error, 'read')}`);
  }
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // The same is said of both.
  }
  const recipe = checkedRecipe(value);
  if (recipe !== null) return recipe;
  throw new Failure(
    'NM_RECIPE_INVALID',
    `${file} is not the recipe of a data set`,
    'Every data set has its own as recipe.json.',
  );
}
