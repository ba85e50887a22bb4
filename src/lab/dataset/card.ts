import { scoreBinText } from '../../solver/core/figures/bins.js';
import { markdownTable, markdownText } from '../../solver/core/text/escape.js';
import { countText, numberOf, shareText } from '../../solver/core/text/numbers.js';
import type { Gathering } from '../gathering/gathering.js';
import { bandText, type Band, type DatasetFile, type Recipe } from '../gathering/recipe.js';
import type { DatasetTally } from './tally.js';

/** What each kind of file holds. */
const FILES: Readonly<Record<DatasetFile, string>> = {
  jsonl:
    'a line of JSON for each puzzle: a question in words, the clues (`rows`, `columns`), the `answer`, and its `grade`',
  parquet:
    'a row for each puzzle with all columns of the results, the clues as JSON, and the `solution`',
  npz:
    'NumPy arrays: `clues` (puzzles, rows then columns, blocks; zeros in front), `pictures` (flat, 1 is filled), ' +
    '`widths`, `heights`, `stars`, `difficulties`, `shapes`',
};

/**
 * The card of a data set, README.md: what data set hubs want to know first, then what people do.
 */
export function cardText(
  { recipe, title }: { readonly recipe: Recipe; readonly title: string },
  tally: DatasetTally,
  { tried, leftOut }: Pick<Gathering, 'tried' | 'leftOut'>,
): string {
  const { count, splits, sizes, stars, scores, techniques } = tally;
  const rated = stars.map((found, i): Row => [
    i === 0 ? 'not rated' : bandText(starBand(i)),
    found,
  ]);
  const bins = Array.from(scores, (found, bin): Row => [scoreBinText(bin), found]);
  return [
    frontMatter(recipe, title, tally),
    `# ${markdownText(title)}`,
    `${numberOf(count, 'nonogram')}, each with exactly one solution and no two equal up to turns, mirror images and colours; ` +
      `each is rated, and its solution was checked.`,
    '## Files',
    recipe.as.map((file) => `- \`<split>.${file}\`: ${FILES[file]}`).join('\n') +
      '\n- `recipe.json`: what the data set was made by; `nonomill dataset --recipe recipe.json` makes the same bytes' +
      '\n- `checksums.txt`: for `sha256sum -c`',
    '## Splits',
    table('split', splits.map(({ name, count: found }): Row => [name, found]), count),
    'The shape of a puzzle (the same for turns, mirror images and renamed colours) and the seed decide its split and its place there, and ' +
      'nothing else: no puzzle is, turned or mirrored, on both sides.',
    '## Balance',
    table('size', [...sizes], count),
    table('stars', rated.filter(isSome), count),
    table('takes', [...techniques], count),
    '## Scores',
    table('difficulty', fromFirstToLast(bins), count, true),
    '## How it was made',
    madeText(recipe, count, tried, leftOut),
    `Made with nonomill ${recipe.nonomill}.`,
    '## Licence',
    licenceText(recipe),
  ].join('\n\n') + '\n'; // prettier-ignore
}

type Row = readonly [what: string, count: number];

function isSome([, count]: Row): boolean {
  return count > 0;
}

function starBand(stars: number): Band {
  return { stars, difficulty: null, share: 1 };
}

function fromFirstToLast(rows: readonly Row[]): readonly Row[] {
  return rows.slice(rows.findIndex(isSome), rows.findLastIndex(isSome) + 1);
}

/** The longest bar, in characters. */
const BAR = 30;

function table(what: string, rows: readonly Row[], whole: number, withBars = false): string {
  const most = Math.max(...rows.map(([, count]) => count));
  const bar = (count: number): string => '█'.repeat(Math.ceil((count / most) * BAR));
  return markdownTable(
    [what, { number: 'puzzles' }, { number: 'share' }, ...(withBars ? [''] : [])],
    rows.map(([word, count]) => [
      ...[word, countText(count), shareText(count, whole)],
      ...(withBars ? [bar(count)] : []),
    ]),
  ).trimEnd();
}

/** Sizes of data sets, as hubs sort them. */
const CATEGORIES: readonly (readonly [below: number, name: string])[] = [
  [1e3, 'n<1K'],
  [1e4, '1K<n<10K'],
  [1e5, '10K<n<100K'],
  [1e6, '100K<n<1M'],
  [1e7, '1M<n<10M'],
  [Infinity, '10M<n<100M'],
];

function frontMatter(
  { licence, as }: Recipe,
  title: string,
  { splits, count }: DatasetTally,
): string {
  const read = as.find((file) => file !== 'npz');
  const configs =
    read === undefined
      ? []
      : [
          'configs:',
          '- config_name: default',
          '  data_files:',
          ...splits
            .filter((split) => split.count > 0)
            .flatMap(({ name }) => [`  - split: ${name}`, `    path: ${name}.${read}`]),
        ];
  return [
    '---',
    `license: ${licence}`,
    `pretty_name: ${JSON.stringify(title)}`,
    'tags:',
    ...['nonogram', 'puzzles', 'constraint-satisfaction', 'reasoning'].map((tag) => `- ${tag}`),
    'size_categories:',
    `- ${CATEGORIES.find(([below]) => count < below)![1]}`,
    ...configs,
    '---',
  ].join('\n');
}

function madeText(
  { from, keep, seed }: Recipe,
  count: number,
  tried: number,
  leftOut: Gathering['leftOut'],
): string {
  const kind = `of the kind "${keep.for}"${keep.needs === null ? '' : ` that need "${keep.needs}"`}`;
  if (from.kind === 'random') {
    const { sizes, density, bands } = from;
    const wished = bands.map((band) => [bandText(band), band.share] as const);
    const shares = wished.map(([text, share]) => `${text} (${share})`).join(', ');
    return (
      `Random pictures of ${sizes.map(({ width, height }) => `${width}x${height}`).join(', ')}, each cell filled with the same probability ` +
      `(${density.from === density.to ? density.from : `${density.from} to ${density.to}, drawn for each`}), seed ${seed}. ` +
      `Of ${numberOf(tried, 'candidate')}, those ${kind} were kept${wished[0][0] === '' ? '' : `, in these shares: ${shares}`}, ` +
      `until there were ${countText(count)}; ${countText(leftOut.duplicates)} were equal to others.`
    );
  }
  const what =
    from.kind === 'run'
      ? `the run ${from.run} of nonomill`
      : `${from.files.slice(0, 20).map(({ name }) => markdownText(name)).join(', ')}${from.files.length > 20 ? ` and ${from.files.length - 20} other files` : ''}`; // prettier-ignore
  return (
    `From ${what}: of ${numberOf(tried, 'puzzle')}, those ${kind} were kept, ${countText(count)}. Left out were ` +
    `${leftOutText(leftOut)}. Seed of the splits: ${seed}.`
  );
}

/** Why puzzles of a corpus are not in a data set, and how many. */
export function leftOutText({
  several,
  none,
  undecided,
  other,
  duplicates,
}: Gathering['leftOut']): string {
  return (
    `${countText(several)} with several solutions, ${countText(none)} without any, ${countText(undecided)} not decided within the limits, ` +
    `${countText(other)} of another kind, and ${countText(duplicates)} equal to others`
  );
}

function licenceText({ licence, from }: Recipe): string {
  if (licence !== UNKNOWN_LICENCE) return `${licence}.`;
  return from.kind === 'random'
    ? 'Not named.'
    : 'Not named: the puzzles belong to those who made them.';
}

/** As hubs call it. */
export const UNKNOWN_LICENCE = 'unknown';
