import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { withSlashes } from '../../../../src/pipeline/files/files.js';
import { NO_DUCKDB, duckdb } from '../../../support/duckdb.js';
import { ends, nonomill, outputOf, succeeds } from '../../../support/nonomill.js';
import { NO_NUMPY, numpy } from '../../../support/numpy.js';
import {
  linesIn,
  assertEach,
  ONLY_DEEP,
  depth,
  folderWith,
  eachOf,
} from '../../../support/tests.js';

const folder = folderWith({});
const at = (name: string): string => join(folder, name);
const db = ['--db', at('a.sqlite')];

before(async () => {
  await outputOf(
    ...['generate', '--size', '5x5,8x6', '--count', '60', '--density', '0.2..0.8'],
    ...['--out', at('a.csv')],
  );
  await outputOf('run', at('a.csv'), '--quiet', '--no-report', ...db);
});

const stats = (...words: string[]): Promise<string> => outputOf('stats', ...words, ...db);

/** The lines of a table, without what it is about above it. */
const linesOf = (text: string): string[] => {
  const [about, none, ...lines] = linesIn(text);
  assert.match(about, /^Run \d/);
  assert.equal(none, '');
  return lines;
};

/** The fields of CSV that has no quotes. */
const fieldsOf = (csv: string): string[][] => linesIn(csv).map((line) => line.split(','));

interface AnsweredRow {
  readonly groups: Record<string, unknown>;
  readonly puzzles: number;
  readonly figures: Record<string, { value: number; low: number; high: number; n: number } | null>;
}

interface Answered {
  readonly rows: readonly AnsweredRow[];
  readonly total: { readonly puzzles: number };
}

test('a table has the figures of each group, with intervals, and of all', async () => {
  const text = await stats('--by', 'size', '--of', 'puzzles,unique,score');
  const [head, ...lines] = linesOf(text);
  assert.match(head, /^size +puzzles +unique +median score$/);
  assertEach(lines, (line) => line.split(/ {2,}/, 2).join(' '), ['5x5 30', '8x6 30', 'all 60']);
  assert.match(lines[0], /^5x5 +30 +\d+\.\d % {2}\d+\.\d to \d+\.\d % +█/);
});

test('without --by there is one row; without --of, what is usually asked', async () => {
  const [head, ...lines] = linesOf(await stats());
  const expected = 'puzzles unique by lines median score median time 95 % of time';
  assert.equal(head.replace(/ +/g, ' '), expected);
  assert.equal(lines.length, 1);
});

test('shares and numbers are those of the rows', async () => {
  const { rows, total } = JSON.parse(
    await stats('--by', 'width', '--of', 'unique,line,open,blocks:sum,slack:mean', '--json'),
  ) as Answered;
  assert.equal(total.puzzles, 60);
  const results = linesIn(await outputOf('export', '--to', 'ndjson', '--with', 'clues', ...db)).map(
    (line) =>
      JSON.parse(line) as {
        width: number;
        height: number;
        status: string;
        technique: string;
        clues: string;
      },
  );
  for (const { groups, puzzles, figures } of rows) {
    const those = results.filter(({ width }) => width === groups.width);
    assert.equal(puzzles, those.length);
    const unique = those.filter(({ status }) => status === 'unique');
    assert.equal(figures.unique!.value, unique.length / those.length);
    const lines = unique.filter(({ technique }) => technique === 'line');
    assert.equal(figures.line!.value, lines.length / those.length);
    assert.equal(figures.open!.value, 0);
    const clues = those.map(
      (one) => JSON.parse(one.clues) as { rows: number[][]; columns: number[][] },
    );
    const blocks = clues.flatMap(({ rows: r, columns: c }) => [...r, ...c]).flat().length;
    assert.equal(figures['blocks:sum']!.value, blocks);
    const slack = clues.map(({ rows: r, columns: c }, i) => {
      const need = [...r, ...c]
        .map((clue) => clue.reduce((sum, n) => sum + n + 1, -1))
        .map((n) => Math.max(n, 0));
      return 1 - need.reduce((sum, n) => sum + n, 0) / (2 * those[i].width * those[i].height);
    });
    const mean = slack.reduce((sum, one) => sum + one, 0) / slack.length;
    assert.ok(Math.abs(figures['slack:mean']!.value - mean) < 1e-12);
  }
});

const QUESTION = [
  ...['--by', 'size,density:0.2', '--of'],
  'puzzles,unique,score,solve_ms:p95,line_solves:mean,blocks:max,filled:min,probes:sum',
];

/** The rows without the bounds of intervals, as numbers where they are. */
function figuresOf(csv: string): unknown[][] {
  const [head, ...lines] = fieldsOf(csv);
  const isBound = head.map((name) => /_(low|high|n|at_least|to)$/.test(name));
  return lines.map((line) => line.filter((_, i) => !isBound[i]).map(plain));
}

/** Fractions as far as two programs agree on them; nothing as null. */
function plain(value: unknown): unknown {
  if (value === '' || value === null) return null;
  const number = Number(value);
  return Number.isNaN(number) ? value : Number(number.toPrecision(9));
}

test('puzzles that are filled as a whole are in the last bin below 1', async () => {
  writeFileSync(at('full.csv'), 'width,height,rows,columns\n2,2,2;2,2;2\n2,2,2;,1;1\n');
  const full = ['--db', at('full.sqlite')];
  await outputOf('run', at('full.csv'), '--quiet', '--no-report', ...full);
  const csv = await outputOf('stats', '--by', 'density:0.05', '--of', 'puzzles', '--csv', ...full);
  const bins = fieldsOf(csv).slice(1);
  assertEach(bins, (fields) => fields.slice(0, 3).join(' '), ['0.5 0.55 1', '0.95 1 1']);
});

test(
  'quantiles, intervals and rank correlations are those of NumPy on the same rows',
  { skip: NO_NUMPY || ONLY_DEEP },
  async () => {
    await outputOf('export', '--out', at('rows.csv'), '--force', ...db);
    const expected = JSON.parse(numpy(NUMPY_ON_ROWS, folder)) as Record<string, number>;
    const { rows } = JSON.parse(
      await stats('--by', 'width', '--of', 'unique,solve_ms,line_solves:p95', '--json'),
    ) as Answered;
    const { correlations } = JSON.parse(
      await stats('--correlate', 'solve_ms,line_solves', '--json'),
    ) as { correlations: readonly { spearman: { value: number } }[] };
    const found: Record<string, number> = { spearman: correlations[0].spearman.value };
    for (const { groups, figures } of rows) {
      const name = (what: string): string => `${String(groups.width)} ${what}`;
      const { unique } = figures;
      found[name('low')] = unique!.low;
      found[name('high')] = unique!.high;
      found[name('median')] = figures['solve_ms:median']!.value;
      found[name('p95')] = figures['line_solves:p95']!.value;
    }
    assert.deepEqual(Object.keys(found).sort(), Object.keys(expected).sort());
    for (const [name, value] of Object.entries(expected)) {
      const error = Math.abs(found[name] - value);
      assert.ok(
        error <= 1e-9 * Math.max(1, Math.abs(value)),
        `${name}: ${found[name]} and ${value}`,
      );
    }
  },
);

/** Wilson's interval and ranks are written out: NumPy has neither. */
const NUMPY_ON_ROWS = `
import csv
rows = list(csv.DictReader(open('rows.csv')))
out = {}
for width in sorted({row['width'] for row in rows}):
    those = [row for row in rows if row['width'] == width]
    n, k, z = len(those), sum(row['status'] == 'unique' for row in those), 1.959963984540054
    centre = (k / n + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * np.sqrt(k / n * (1 - k / n) / n + z * z / (4 * n * n))
    out[width + ' low'], out[width + ' high'] = centre - half, centre + half
    out[width + ' median'] = np.median([float(row['solve_ms']) for row in those])
    out[width + ' p95'] = np.quantile([float(row['line_solves']) for row in those], 0.95)
def ranks(name):
    values = np.array([float(row[name]) for row in rows])
    return np.array([np.mean(np.flatnonzero(np.sort(values) == one)) for one in values])
out['spearman'] = np.corrcoef(ranks('solve_ms'), ranks('line_solves'))[0, 1]
print(json.dumps(out))
`;

test('a run without a result is answered in a sentence, whatever is asked', async () => {
  writeFileSync(at('none.csv'), 'width,height,rows,columns\n');
  const none = ['--db', at('none.sqlite')];
  await outputOf('run', at('none.csv'), '--quiet', '--no-report', ...none);
  for (const words of [
    [],
    ['--by', 'size,density:q4', '--of', 'unique,score:p95,solve_ms:gmean'],
    ['--by', 'solve_ms', '--chart', at('none.svg')],
    ['--correlate', 'score,solve_ms'],
  ]) {
    await ends(2, ['stats', ...words, ...none], { says: /no result of run 1 can answer this/ });
  }
  assert.match(await outputOf('stats', '--sql', ...none), /SELECT/);
});

/** A query for DuckDB, as its comment says: over a file, in place of all above it. */
function overFile(sql: string, file: string): string {
  const [, end] = sql.split(/^-- For DuckDB, .*$/m);
  return `WITH night AS (SELECT * FROM '${file}'),${end.replace(/;\s*$/, '')}`;
}

test('the same query finds them in a Parquet file, in DuckDB', { skip: NO_DUCKDB }, async () => {
  const csv = figuresOf(await stats(...QUESTION, '--csv'));
  await outputOf('export', '--with', 'clues', '--out', at('night.parquet'), ...db);
  const found = await duckdb([overFile(await stats(...QUESTION, '--sql'), at('night.parquet'))]);
  const rows = found.map((row) => row.filter((_, i) => i !== 2));
  assert.deepEqual(sorted(rows), sorted(csv));
});

function sorted(rows: readonly (readonly unknown[])[]): string[] {
  return rows.map((row) => JSON.stringify(row.map(plain))).sort();
}

test('puzzles of a grid are asked by the density that each was drawn for, in SQLite and DuckDB', async () => {
  const grid = ['--db', at('grid.sqlite')];
  const made = ['--size', '5x5', '--density', '0.2..0.8:0.3', '--count', '6'];
  await outputOf('generate', ...made, '--out', at('grid.csv'));
  await outputOf('run', at('grid.csv'), '--quiet', '--no-report', ...grid);
  const by = ['--by', 'drawn_density', '--of', 'puzzles'];
  const csv = await outputOf('stats', ...by, '--csv', ...grid);
  assert.equal(csv, 'drawn_density,puzzles\n0.2,6\n0.5,6\n0.8,6\n');
  const none = JSON.parse(await stats(...by, '--json')) as Answered;
  assertEach(none.rows, ({ groups }) => groups.drawn_density, ['none']);
  if (NO_DUCKDB !== false) return;
  await outputOf('export', '--out', at('grid.parquet'), ...grid);
  const sql = await outputOf('stats', ...by, '--sql', ...grid);
  const rows = await duckdb([overFile(sql, at('grid.parquet'))]);
  assertEach(rows, (row) => row.map(Number).join(' '), ['0.2 6', '0.5 6', '0.8 6']);
});

test('--where leaves results out of all figures', async () => {
  const all = JSON.parse(await stats('--of', 'puzzles', '--json')) as Answered;
  const some = JSON.parse(
    await stats('--of', 'puzzles', '--json', '--where', 'size=5x5'),
  ) as Answered;
  assert.deepEqual([all.total.puzzles, some.total.puzzles], [60, 30]);
});

test('Markdown has a row for each group', async () => {
  const lines = linesOf(await stats('--by', 'size', '--of', 'puzzles,line', '--md'));
  assert.equal(lines.length, 4);
  assert.match(lines[2], /^\| 5x5 \| 30 \| \d+\.\d % \(\d+\.\d to \d+\.\d %\) \|$/);
});

test('--correlate has each pair of numbers once, of the puzzles that have both', async () => {
  const text = await stats('--correlate', 'score,density,sweeps');
  const lines = linesOf(text);
  assertEach(lines, (line) => line.trim().split(/ {2,}/).length, [2, 2, 3]);
  const { correlations } = JSON.parse(await stats('--correlate', 'density,score', '--json')) as {
    readonly correlations: readonly { readonly spearman: { readonly n: number } }[];
  };
  const { rows } = JSON.parse(await stats('--by', 'status', '--json')) as Answered;
  const unique = rows.find(({ groups }) => groups.status === 'unique')!;
  assertEach(correlations, ({ spearman }) => spearman.n, [unique.puzzles]);
});

test('several runs stand side by side, with what each has more of the puzzles that both have', async () => {
  const several = ['--db', at('several.sqlite')];
  await outputOf('run', at('a.csv'), '--quiet', '--no-report', ...several);
  await outputOf('run', at('a.csv'), '--quiet', '--no-report', '--max-steps', '30', ...several);
  // A part of the puzzles in another file, the other way around.
  const [head, ...lines] = linesIn(readFileSync(at('a.csv'), 'utf8'));
  writeFileSync(at('b.csv'), [head, ...lines.slice(10).reverse()].join('\n') + '\n');
  await outputOf('run', at('b.csv'), '--quiet', '--no-report', ...several);
  const ask = async (...words: string[]): Promise<readonly AnsweredRow[]> => {
    const json = await outputOf('stats', ...words, '--json', ...several);
    return (JSON.parse(json) as { readonly rows: readonly AnsweredRow[] }).rows;
  };
  const [first, second, more] = await ask('1', '2', '--of', 'unique,line_solves:mean');
  assertEach([first, second, more], ({ groups, puzzles }) => [groups.run, puzzles], [
    [1, 60],
    [2, 60],
    ['2 - 1', 60],
  ]);
  const less = second.figures.unique!.value - first.figures.unique!.value;
  assert.ok(less < 0 && Math.abs(more.figures.unique!.value - less) < 1e-12);
  assert.ok(more.figures.unique!.low < less && less < more.figures.unique!.high);
  // The same puzzles solved in the same way in another file do not differ at all.
  const [, , same] = await ask('1', '3', '--of', 'unique,line_solves,score:mean');
  assert.equal(same.puzzles, 50);
  for (const figure of Object.values(same.figures)) assert.equal(figure!.value, 0);
  const bySize = await ask('2', '1', '--by', 'size', '--of', 'unique');
  const found = bySize.map(({ groups }) => [groups.size, groups.run]);
  const expected = ['5x5', '8x6'].flatMap((size) => [2, 1, '1 - 2'].map((run) => [size, run]));
  assert.deepEqual(found, expected);
  const text = await outputOf('stats', '1', '2', '--by', 'size', '--of', 'unique', ...several);
  assert.match(text, /^8x6 +2 - 1 +-\d+\.\d+ % +-\d+\.\d+ to [+-]\d+\.\d+ %$/m);
  const asked = await ask('1', '3', '--by', 'run,corpus,file', '--of', 'puzzles');
  assertEach(asked, ({ groups, puzzles }) => [groups.run, groups.corpus, puzzles], [
    [1, withSlashes(at('a.csv')), 60],
    [3, withSlashes(at('b.csv')), 50],
  ]);
  await ends(2, ['stats', '1', '2', '--sql', ...several], { says: /group by run as well/ });
});

test('a chart is a file in SVG, PNG or PDF, by its name; of correlations as well', async () => {
  for (const [name, start] of [
    ['chart.svg', '<svg '],
    ['chart.png', '\x89PNG'],
    ['chart.pdf', '%PDF-'],
  ].slice(0, depth(1, 3))) {
    await stats('--by', 'density:0.1', '--of', 'unique', '--chart', at(name));
    assert.ok(readFileSync(at(name), 'latin1').startsWith(start), name);
  }
  await stats('--correlate', 'density,score,sweeps', '--chart', at('correlations.svg'));
  assert.match(readFileSync(at('correlations.svg'), 'utf8'), /How numbers of puzzles go together/);
  const { stderr } = await ends(2, ['stats', '--chart', 'chart.gif', ...db]);
  assert.match(stderr, /expected a file named \.svg, \.png or \.pdf/);
});

test('three facts make a table, and no chart', async () => {
  const three = ['--by', 'size,technique,stars', '--of', 'puzzles'];
  const { rows } = JSON.parse(await stats(...three, '--json')) as Answered;
  assert.deepEqual(Object.keys(rows[0].groups), ['size', 'technique', 'stars']);
  const { stderr } = await ends(2, ['stats', ...three, '--chart', at('no.svg'), ...db]);
  assert.match(stderr, /a chart is drawn by one fact or two/);
});

test('a question that cannot be answered is refused with a sentence', async () => {
  for (const [words, message] of [
    [['--by', 'densty'], /--by: "densty" is not known; did you mean density\?/],
    [['--correlate', 'score'], /--correlate: expected two to ten facts that are numbers/],
    [['--correlate', 'score,size'], /size is a word, and has no ranks/],
    [['--correlate', 'score,tries', '--by', 'size'], /leave out --by/],
    [['--csv', '--json'], /--csv and --json are two forms of one answer/],
    [['--where', 'size=99x99'], /no result of run 1 can answer this/],
    [['nobody'], /nobody/],
  ] as const) {
    const { code, stderr } = await nonomill(['stats', ...words, ...db]);
    assert.equal(code, words[0] === 'nobody' ? 1 : 2, stderr);
    assert.match(stderr, message);
  }
});

test('the puzzles with the most of a number are listed, so many of each group', async () => {
  const csv = await stats('--by', 'size', '--top', '2', '--of', 'blocks,solve_ms', '--csv');
  const [head, ...rows] = fieldsOf(csv);
  assert.deepEqual(head, ['size', 'place', 'puzzle_id', 'name', 'blocks', 'solve_ms']);
  assertEach(rows, ([size, place]) => `${size} ${place}`, ['5x5 1', '5x5 2', '8x6 1', '8x6 2']);
  const { rows: most } = JSON.parse(
    await stats('--by', 'size', '--of', 'blocks:max', '--json'),
  ) as Answered;
  const found = [rows[0], rows[2]].map((row) => Number(row[4]));
  const wanted = most.map(({ figures }) => figures['blocks:max']!.value);
  assert.deepEqual(found, wanted);
  for (const i of [0, 2]) assert.ok(Number(rows[i][4]) >= Number(rows[i + 1][4]));
  const lines = linesOf(await stats('--top', '3'));
  assert.match(lines.join('\n'), /^place +puzzle +score\n +1 +\S+ +\d/);
  assert.equal(lines.length, 4);
  const { puzzles } = JSON.parse(await stats('--by', 'size', '--top', '1', '--json')) as {
    puzzles: { groups: object; place: number; values: object }[];
  };
  assert.deepEqual(eachOf(puzzles, 'groups', 'place'), [
    [{ size: '5x5' }, 1],
    [{ size: '8x6' }, 1],
  ]);
  const expected = /^Run 1 .*\n\n\| place \| puzzle \| score \|\n\| ---: \|/;
  assert.match(await stats('--top', '1', '--md'), expected);
});

test('what a list of puzzles cannot say is refused', async () => {
  for (const [words, message] of [
    [
      ['--top', '3', '--of', 'unique'],
      /numbers of single puzzles, such as score or solve_ms; unique is/,
    ],
    [['--top', '3', '--correlate', 'score,blocks'], /leave out --top/],
    [['--top', '3', '--chart', 'a.svg'], /has no chart/],
    [['--top', '3', '1', '1'], /--top lists puzzles of a single run/],
    [['--top', '0'], /--top/],
  ] as const) {
    await ends(2, ['stats', ...words, ...db], { says: message });
  }
});

test('an answer names its run and its condition: above a table, in JSON, beside CSV, in a chart', async () => {
  const name = 'a <b>|\n`c`';
  const named = ['--db', at('named.sqlite')];
  await outputOf('run', at('a.csv'), '--quiet', '--no-report', '--name', name, ...named);
  const ask = ['stats', '--of', 'puzzles', '--where', 'size=5x5', ...named];
  const about = /^Run 1 \(a <b>\| `c`\) of \d{4}-\d\d-\d\d \d\d:\d\d UTC; where size=5x5\n\n/;
  assert.match(await outputOf(...ask), about);
  assert.match(await outputOf(...ask, '--md'), /^Run 1 \(a &lt;b&gt;&#124; &#96;c&#96;\)/);
  const json = JSON.parse(await outputOf(...ask, '--json')) as Record<string, unknown>;
  assert.deepEqual([json.run, json.name, json.where], [1, name, 'size=5x5']);
  const { stdout, stderr } = await nonomill([...ask, '--csv']);
  assert.equal(stdout, 'puzzles\n30\n');
  assert.match(stderr, /^nonomill: Run 1 \(a <b>\| `c`\)/);
  await outputOf(...ask, '--by', 'size', '--chart', at('named.svg'));
  assert.match(readFileSync(at('named.svg'), 'utf8'), /Run 1 \(a &lt;b&gt;\| `c`\) of/);
});

test('numbers that do not vary, or that too few puzzles have, have no correlation, and why is said', async () => {
  // Ten equal values, whose mean is not quite one of them.
  const line = 'width,height,rows,columns\n' + '3,3,1;1;1,3;;\n'.repeat(10);
  writeFileSync(at('equal.csv'), line);
  const equal = ['--db', at('equal.sqlite')];
  await outputOf('run', at('equal.csv'), '--quiet', '--no-report', ...equal);
  const ask = ['stats', '--correlate', 'density,width,solve_ms,proof', ...equal];
  const text = await outputOf(...ask);
  assert.match(
    text,
    /^- for share of filled cells and width: .* are the same in all 10 puzzles that have both\.$/m,
  );
  const expected = /^- for width and time: width is the same in all 10 puzzles that have both\.$/m;
  assert.match(text, expected);
  assert.match(text, /^- for time and steps of the proof: no puzzle has both\.$/m);
  assert.doesNotMatch(text, /0\.00/);
  assert.match(await outputOf(...ask, '--csv'), /^density,width,,,,10,/m);
  const { correlations } = JSON.parse(await outputOf(...ask, '--json')) as {
    readonly correlations: readonly { readonly spearman: unknown; readonly why?: string }[];
  };
  assert.ok(correlations.every(({ spearman, why }) => spearman === null && why !== undefined));
});

test('no mean lies below what its numbers can be, nor above', async () => {
  const of = ['guess_depth', 'density', 'stars', 'solve_ms', 'tries', 'slack'];
  const measures = of.flatMap((name) => [`${name}:mean`, `${name}:gmean`]).join(',');
  const { rows } = JSON.parse(
    await stats('--by', 'size,technique', '--of', measures, '--json'),
  ) as Answered;
  for (const { figures } of rows) {
    for (const [name, figure] of Object.entries(figures)) {
      if (figure?.low == null) continue;
      assert.ok(figure.low >= (name.startsWith('stars') ? 1 : 0), `${name}: ${figure.low}`);
      if (/^(?:density|slack)/.test(name)) assert.ok(figure.high <= 1, `${name}: ${figure.high}`);
      if (name.startsWith('stars')) assert.ok(figure.high <= 5, `${name}: ${figure.high}`);
    }
  }
});

/**
 * Puzzles as addresses hold them, with their fingerprints: the first two have one solution, the
 * third has two.
 */
const PUZZLES = [
  ['3x3:1_3_1:1_3_1', '9a19ec1d77cfc8e5784fed24e9c94da0'],
  ['5x5:1.1_5_5_3_1:2_4_4_4_2', 'bd75c4753970c2e41fa425314fa79586'],
  ['2x2:1_1:1_1', '6e99e260c07c441a46c302042bfd16bd'],
] as const;

function line(puzzle: number, ms: number, changes: object = {}): string {
  const [address, fingerprint] = PUZZLES[puzzle];
  const start = new Date(Date.UTC(2026, 10, 25) + 1000 * ms).toISOString();
  return `${JSON.stringify({ fingerprint, puzzle: address, start, ms, solved: true, ...changes })}\n`;
}

const played = (...words: string[]): ReturnType<typeof nonomill> =>
  nonomill(['stats', '--played', ...words], { cwd: folder });

writeFileSync(at('anna.ndjson'), line(0, 10_000) + line(1, 20_000) + line(1, 30_000));
writeFileSync(
  at('ben.ndjson'),
  line(0, 40_000) +
    line(1, 80_000, { hints: [5], mistakes: 2 }) +
    line(1, 90_000, { solved: false }),
);

test('logs of people say how long puzzles take by stars and score, and how time grows', async () => {
  const { code, stdout, stderr } = await played('anna.ndjson', 'ben.ndjson');
  assert.equal(stderr, '');
  assert.equal(code, 0);
  assert.match(stdout, /^5 games of 2 people; left out: 1 not solved\n/);
  assert.match(stdout, /\n★☆☆☆☆ +5 +2 +30\.0 s +\n|\n★☆☆☆☆ +5 +2 +30\.0 s\n/);
  assert.match(stdout, /\nanna +3 +- +\d\.\d\d/);
  assert.match(stdout, /\nwithin persons +5 /);
  assert.match(
    stdout,
    /\nOne more of score takes \d\.\d\d times as long, \d\.\d\d to \d\.\d\d: 2 people, 5 games\.\n/,
  );
  assert.match(stdout, /within persons: each is compared with their own other games/);
});

test('the scores are those of the database, if a run has the puzzle', async () => {
  writeFileSync(at('two.csv'), 'width,height,rows,columns\n3,3,1;3;1,1;3;1\n');
  await succeeds(['run', 'two.csv', '--db', 'a.sqlite', '--quiet', '--no-report'], { cwd: folder });
  const text = line(0, 5000, { puzzle: undefined }) + line(1, 6000, { puzzle: undefined });
  writeFileSync(at('named.ndjson'), text);
  const without = await played('named.ndjson', '--csv');
  assertEach(without.stdout.split('\n').slice(1, 3), (row) => row.split(',').at(-1), ['', '']);
  const { stdout, code } = await played('named.ndjson', '--csv', '--db', 'a.sqlite');
  assert.equal(code, 0);
  const [head, first, second] = stdout.split('\n').map((row) => row.split(','));
  assert.deepEqual(head.slice(0, 2), ['person', 'fingerprint']);
  assert.deepEqual(first.slice(0, 2), ['named', PUZZLES[0][1]]);
  assert.ok(Number(first.at(-1)) > 0);
  assert.equal(second.at(-1), '');
});

test('lines that hold no game are named with their place, and the others are read', async () => {
  const good = line(0, 10_000) + line(1, 20_000);
  writeFileSync(
    at('odd.ndjson'),
    `\ufeff${good}\n{"fingerprint":\n${line(0, 1, { fingerprint: '0'.repeat(32) })}${line(0, 0)}${line(0, 5, { puzzle: '3x3:9' })}${line(0, 10_000)}`,
  );
  const { code, stdout, stderr } = await played('odd.ndjson', '--json');
  assert.equal(code, 1);
  const said = linesIn(stderr);
  assert.match(said[0], /^nonomill: odd\.ndjson:4: this is not JSON; left out$/);
  assert.match(said[1], /odd\.ndjson:5: "puzzle" has the fingerprint 9a19\S+, not 0{32}; left out/);
  assert.match(said[2], /odd\.ndjson:6: a puzzle cannot be solved in no time/);
  assert.match(said[3], /odd\.ndjson:7: "puzzle" is not a puzzle/);
  assert.equal(said[4], 'nonomill: 4 lines were rejected (NM_ENTRIES_REJECTED)');
  const { games, rejects } = JSON.parse(stdout) as { games: number; rejects: number };
  // The last line repeats the first one.
  assert.deepEqual([games, rejects, said.length], [2, 4, 5]);
});

test('a game that two files have is one person’s, and a game that went on is taken as it ended', async () => {
  writeFileSync(at('copy.ndjson'), line(1, 20_000) + line(1, 21_000));
  const { code, stderr } = await played('anna.ndjson', 'copy.ndjson');
  assert.equal(code, 1);
  assert.match(
    stderr,
    /copy\.ndjson:1: this game is in anna\.ndjson, too: a file must have all games of one person/,
  );
  const start = '2026-11-25T20:00:00Z';
  writeFileSync(
    at('twice.ndjson'),
    line(0, 9000, { start }) + line(0, 4000, { start, solved: false }) + line(1, 5, { start }),
  );
  const { stdout } = await played('twice.ndjson', '--csv');
  assertEach(linesIn(stdout).slice(1), (row) => row.split(',')[5], ['9000', '5']);
});

test('what says nothing, or is asked in the wrong way, is refused with what to do', async () => {
  writeFileSync(at('open.ndjson'), line(0, 5, { solved: false }) + line(2, 5));
  writeFileSync(at('empty.ndjson'), '');
  for (const [words, message] of [
    [['open.ndjson'], /of 2 games, 1 were not solved, and the puzzles of 1 have no score/],
    [['empty.ndjson'], /of 0 games/],
    [[], /--played needs files/],
    [['anna.ndjson', 'anna.ndjson'], /anna\.ndjson was named twice/],
    [['anna.ndjson', '--by', 'size'], /leave out --by/],
    [['anna.ndjson', '--csv', '--json'], /two forms/],
  ] as const) {
    const { code, stderr } = await played(...words);
    assert.match(stderr, message);
    assert.equal(code, 2, stderr);
  }
  for (const [word, message] of [
    ['none.ndjson', /none\.ndjson: there is no such file or folder/],
    ['.', /\.: (it is a folder|.*directory)/],
  ] as const) {
    const { code, stderr } = await played(word);
    assert.match(stderr, message);
    assert.equal(code, 1);
  }
});
