import { LICENCE_ID, SPLIT_NAME } from '../gathering/checked-recipe.js';
import { DATASET_FILES, type Band, type DatasetFile, type Split } from '../gathering/recipe.js';
import { UsageError } from '../../pipeline/cli/terminal/outcome.js';
import {
  choiceFlag,
  integerFlag,
  listOf,
  switchFlag,
  textFlag,
  valueFlag,
} from '../../pipeline/cli/frame/flag.js';
import { difficultyRange, size, stars } from '../../pipeline/cli/flags/generate-flags.js';

// Which puzzles a data set has, and how it is written.

export const datasetSize = valueFlag({
  ...size,
  value: 'WxH,...',
  joinedBy: ',',
  defaultText: 'none; required without a corpus',
});

export const datasetCount = integerFlag({
  name: 'count',
  reach: 'none',
  min: 1,
  defaultText: 'none; required without a corpus',
  help: 'How many puzzles to make, of all sizes together.',
  alsoTried: ['number', 'n'],
});

export const datasetFor = choiceFlag({
  name: 'for',
  reach: 'none',
  value: 'kind',
  choices: ['unique', 'line', 'probe', 'search'] as const,
  fallback: 'unique' as const,
  help: 'Keep puzzles with one solution (unique), or only those of them that are solved by lines (line), by probing (probe), or by search (search).',
  alsoTried: ['only', 'kind'],
});

export const starShares = valueFlag<readonly Band[]>({
  name: 'stars',
  reach: 'none',
  value: 'n[:share],...',
  joinedBy: ',',
  defaultText: 'as they come',
  help: 'How many stars the puzzles have, in which shares, such as 1:50,2:30,4:20.',
  alsoTried: stars.alsoTried,
  read: (word) =>
    sharesIn(word, (key) => {
      const wanted = /^[1-5]$/.test(key) ? Number(key) : null;
      if (wanted === null)
        throw new UsageError('NM_OPTION_VALUE', `expected 1 to 5 stars, got "${key}"`);
      return { stars: wanted, difficulty: null };
    }),
});

export const difficultyShares = valueFlag<readonly Band[]>({
  name: 'difficulty',
  reach: 'none',
  value: 'from..to[:share],...',
  joinedBy: ',',
  defaultText: 'as they come',
  help: 'Bounds of the difficulty score, in which shares, such as 4..6:50,6..8:50.',
  alsoTried: difficultyRange.alsoTried,
  read: (word) =>
    sharesIn(word, (key) => {
      const { from, to } = difficultyRange.read(key)!;
      return { stars: null, difficulty: { from, to: to === Infinity ? null : to } };
    }),
});

export const split = valueFlag<readonly Split[]>({
  name: 'split',
  reach: 'none',
  value: 'name:share,...',
  joinedBy: ',',
  fallback: [{ name: 'train', share: 100 }],
  defaultText: 'train:100',
  help: 'The parts of the data set and their shares, such as train:80,valid:10,test:10. Puzzles that are equal up to turns, mirror images and colours are one, so never in two parts.',
  alsoTried: ['splits', 'parts'],
  read: (word) => sharesIn(word, splitName),
});

export const datasetAs = valueFlag<readonly DatasetFile[]>({
  name: 'as',
  reach: 'none',
  value: 'kind,...',
  joinedBy: ',',
  defaultText: DATASET_FILES.join(','),
  choices: DATASET_FILES,
  help: 'What to write of each part: jsonl (a question in words, clues, answer and grade), parquet (all columns), npz (NumPy arrays; black and white alone).',
  alsoTried: ['to', 'formats'],
  read: readFiles,
});

export const licence = valueFlag<string>({
  name: 'licence',
  reach: 'none',
  value: 'id',
  defaultText: 'cc0-1.0 for puzzles that are made, else unknown',
  help: 'The licence that the card names, as data set hubs call it.',
  alsoTried: ['license'],
  read(word) {
    if (LICENCE_ID.test(word)) return word.toLowerCase();
    throw new UsageError(
      'NM_OPTION_VALUE',
      `expected the id of a licence such as cc-by-4.0, got "${word}"`,
    );
  },
});

export const recipe = textFlag({
  name: 'recipe',
  reach: 'read',
  value: 'recipe.json',
  help: 'Make a data set again, from the recipe that is kept with it; of corpora, name them as well.',
  alsoTried: ['from-recipe'],
});

export const datasetOut = textFlag({
  name: 'out',
  reach: 'write',
  value: 'folder',
  defaultText: 'none; required',
  help: 'The folder to write to.',
  alsoTried: ['output', 'o', 'dir'],
});

export const datasetResume = switchFlag({
  name: 'resume',
  reach: 'none',
  help: 'Go on with the unfinished data set in the folder: it gets the same bytes as if nothing had stopped it.',
  alsoTried: ['continue'],
});

export const anyway = switchFlag({
  name: 'anyway',
  reach: 'none',
  help: 'Go on although the first candidates say that it will take more than an hour.',
  alsoTried: ['long', 'patient'],
});

/** `key:share,...`, or keys alone for equal shares. @throws UsageError */
function sharesIn<T>(word: string, read: (key: string) => T): (T & { readonly share: number })[] {
  const parts = word.split(',').map((part) => {
    const [, key, share] = /^(.*?)(?::(\d+(?:\.\d+)?))?$/.exec(part.trim())!;
    return { key, share: share === undefined ? null : Number(share) };
  });
  const named = parts.filter(({ share }) => share !== null).length;
  if (named !== 0 && named !== parts.length) {
    throw new UsageError('NM_OPTION_VALUE', `expected a share for each or for none, got "${word}"`);
  }
  const twice = parts.find(({ key }, i) => parts.findIndex((other) => other.key === key) < i);
  if (twice !== undefined) throw new UsageError('NM_OPTION_VALUE', `"${twice.key}" is named twice`);
  const empty = parts.find(({ share }) => share === 0);
  if (empty !== undefined)
    throw new UsageError('NM_OPTION_VALUE', `the share of "${empty.key}" is 0: leave it out`);
  return parts.map(({ key, share }) => ({ ...read(key), share: share ?? 1 }));
}

function splitName(name: string): { name: string } {
  if (SPLIT_NAME.test(name)) return { name };
  throw new UsageError(
    'NM_OPTION_VALUE',
    `expected parts such as train:80,test:20, got the name "${name}"`,
  );
}

function readFiles(word: string): DatasetFile[] {
  const named = word.split(',').map((part) => part.trim().toLowerCase());
  const odd = named.find((name) => !(DATASET_FILES as readonly string[]).includes(name));
  if (odd !== undefined) {
    throw new UsageError(
      'NM_OPTION_VALUE',
      `expected ${listOf(DATASET_FILES, 'and')}, got "${odd}"`,
    );
  }
  return DATASET_FILES.filter((file) => named.includes(file));
}
