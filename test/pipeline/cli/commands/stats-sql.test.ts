import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { FILTER_WORDS } from '../../../../src/pipeline/record/outcome.js';
import { NEEDS } from '../../../../src/solver/core/result/difficulty.js';
import {
  FACTS,
  PROPERTIES,
  type Fact,
  SUMMARIES,
} from '../../../../src/pipeline/report/statistics/question.js';
import { ONLY_DEEP, depth, folderWith } from '../../../support/tests.js';
import { ends, nonomill, outputOf } from '../../../support/nonomill.js';

const NO_SQLITE =
  spawnSync('sqlite3', ['--version']).status === 0 ? false : 'sqlite3 is not installed';

const folder = folderWith({});
const at = (name: string): string => join(folder, name);
const DB = at('a.sqlite');

/** Puzzles of all kinds in files of two folders, with names that break what is not escaped. */
before(async () => {
  const rows = (...lines: string[]): string =>
    ['name,width,height,rows,columns', ...lines, ''].join('\n');
  mkdirSync(at("it's"));
  mkdirSync(at('other'));
  const two = '2,2,1;1,1;1';
  const named = [
    "o'clock",
    '"two\nlines"',
    'ünï 🧩',
    '100%_x',
    '-- ;',
    'Zebra',
    'apple',
    '\u{1f9e9}',
  ];
  const labelled = named.map((name, i) => `${name},${two},${i % 2 === 0 ? 'hard' : ''}`);
  const text = ['name,width,height,rows,columns,level', ...labelled, ''].join('\n');
  writeFileSync(at("it's/names.csv"), text);
  const content = rows('none,2,2,2;2,1;1', 'full,3,3,3;3;3,3;3;3', 'blank,2,1,2,1;1');
  writeFileSync(at('other/none.csv'), content);
  const made = ['--density', '0.2..0.8:0.2', '--seed', '3', '--count', depth('6', '40')];
  await outputOf('generate', '--size', '5x5,4x6,10x10', ...made, '--out', at("it's/made.csv"));
  const corpora = [at("it's"), at('other')];
  const run = ['run', ...corpora, '--quiet', '--no-report', '--db', DB];
  await outputOf(...run, '--name', "it's\n-- the; 'first'", '--count', '5', '--max-steps', '400');
  await outputOf(...run, '--guess-depth', '2', '--cross-check', '0.5', '--reuse');
});

/** The head and the rows of a query as it is pasted into SQLite's own program. */
function pasted(sql: string, db = DB): string[][] {
  const { stdout, stderr, status } = spawnSync('sqlite3', ['-batch', '-csv', '-header', db], {
    input: sql,
    encoding: 'utf8',
  });
  assert.equal(stderr, '', sql);
  assert.equal(status, 0, sql);
  return parse(stdout);
}

/** The same from CSV, without intervals and what figures rest on. */
function figuresOf(csv: string): string[][] {
  const [head, ...rows] = parse(csv);
  const isFigure = head.map((name) => !/_(?:low|high|n|at_least)$/.test(name));
  return [head, ...rows].map((row) => row.filter((_, i) => isFigure[i]));
}

/** A field as a number if it is one; what is not known as null. */
function plain(value: string): unknown {
  if (value === '' || value === 'none') return null;
  const number = Number(value);
  return Number.isNaN(number) ? value : number;
}

/** Fractions are the same as far as two programs agree on them. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return a === b;
  return Math.abs(a - b) <= 1e-9 * Math.max(1e-3, Math.abs(a), Math.abs(b));
}

/** A question has the same columns, rows and order in CSV and by the query that it prints. */
async function assertSame(words: readonly string[], db = DB): Promise<number> {
  const ask = ['stats', ...words, '--db', db];
  const csv = figuresOf(await outputOf(...ask, '--csv'));
  const found = pasted(await outputOf(...ask, '--sql'), db);
  assert.equal(found.length, csv.length, words.join(' '));
  for (const [i, row] of found.entries()) {
    const [one, other] = [row, csv[i]].map((fields) => fields.map(plain));
    const differs = one.findIndex((value, at) => !isSame(value, other[at]));
    const where = `${words.join(' ')}, row ${i}: ${csv[0][differs]}`;
    if (differs >= 0) assert.deepEqual(one, other, where);
    assert.equal(one.length, other.length, where);
  }
  return found.length;
}

const isNumber = ({ words }: Fact): boolean => words === undefined;

for (const [i, fact] of FACTS.entries()) {
  test(
    `by ${fact.name}, the query finds the groups of the answer in their order`,
    { skip: NO_SQLITE || (i % 4 !== 0 && ONLY_DEEP) },
    async () => {
      const { name } = fact;
      const bins = isNumber(fact) ? depth([':q4'], ['', ':0.3', ':1/2/5/50', ':q4']) : [''];
      for (const bin of bins) {
        await assertSame(['2', '--by', `${name}${bin}`, '--of', 'puzzles,unique,score']);
      }
      if (depth(true, false)) return;
      await assertSame(['1', '--by', `${name},${name === 'status' ? 'size' : 'status'}`]);
      const other = name === 'size' ? 'stars' : name;
      await assertSame(['1', '--by', `size,${other}`, '--top', '2']);
    },
  );
}

test('the query finds every share and summary of every number', { skip: NO_SQLITE }, async () => {
  const summaries = [...SUMMARIES, 'median', 'p5', 'p95', 'p99.5'];
  const numbers = FACTS.filter(isNumber).map(({ name }) => name);
  const measures = [
    ...PROPERTIES.map(({ name }) => name),
    ...numbers.flatMap((name) => summaries.map((summary) => `${name}:${summary}`)),
  ];
  for (const run of depth(['2'], ['1', '2'])) {
    await assertSame([run, '--of', measures.join(',')]);
    await assertSame([run, '--by', 'size,technique', '--of', measures.join(',')]);
    await assertSame([run, '--by', 'stars', '--top', '3', '--of', numbers.join(',')]);
  }
});

/** Conditions of every kind; each leaves something. */
const CONDITIONS: Readonly<Record<(typeof FILTER_WORDS)[number], readonly string[]>> = {
  status: ['unique', 'multiple', 'contradiction'],
  technique: ['line', 'probe', 'search', 'ambiguous', 'none'],
  depth: ['0', '1', '2%2B', 'none'],
  size: ['5x5', '3-6', '5-', '-5', '10'],
  min: ['0.001'],
  max: ['100000'],
  name: ["o'cl", '*lines', '*🧩', '100%25_', '--', 'zEB', '*%0A', 'full'],
  stars: ['1'],
  needs: [...NEEDS].slice(0, 1),
  look_ahead: ['2', '3-', '-2'],
  score: ['1-', '-50', '2-9'],
  sweeps: ['1-', '2-9'],
  opening: ['3-', '1-9'],
  narrowest: ['1', '2-'],
  density: ['20-60', '50-', '100'],
  label: ['hard', '*ar'],
  file: ["it's", 'made', 'none.csv'],
  since: ['new', 'changed', 'worse'],
};

for (const [i, word] of FILTER_WORDS.entries()) {
  const skip = NO_SQLITE || (i % 4 !== 0 && ONLY_DEEP);
  test(`a question about ${word} alone is asked by the query as well`, { skip }, async () => {
    const all = Number(
      pasted(await outputOf('stats', '1', '--of', 'puzzles', '--sql', '--db', DB))[1][0],
    );
    for (const value of depth(CONDITIONS[word].slice(0, 1), CONDITIONS[word])) {
      const where = ['1', '--where', `${word}=${value}`];
      const { code } = await nonomill(['stats', ...where, '--of', 'puzzles', '--db', DB]);
      if (code === 0)
        await assertSame([
          ...where,
          ...['--by', 'file,size', '--of', 'puzzles,line,score,solve_ms:p95'],
        ]);
      const sql = await outputOf('stats', ...where, '--of', 'puzzles', '--sql', '--db', DB);
      const count = Number(pasted(sql)[1][0]);
      assert.equal(count > 0, code === 0, `${word}=${value}`);
      if (!['max', 'min', 'since'].includes(word))
        assert.ok(count < all, `${word}=${value} leaves all`);
    }
  });
}

test('conditions together, of side and part of a name are asked', { skip: NO_SQLITE }, async () => {
  const where = "size=2-6 status=multiple file=it's name=*o density=1-99";
  assert.equal(await assertSame(['1', '--where', where, '--by', 'size']), 2);
});

test('several runs are asked by run, in the order of names', { skip: NO_SQLITE }, async () => {
  for (const runs of [
    ['1', '2'],
    ['2', '1'],
  ]) {
    for (const by of ['run,size', 'run', 'technique,run', 'corpus,run'].slice(0, depth(1, 4))) {
      await assertSame([...runs, '--by', by, '--of', 'puzzles,unique,score,solve_ms:mean']);
    }
    await assertSame([...runs, '--by', 'run', '--of', 'puzzles', '--where', 'status=unique']);
  }
  const { stderr } = await ends(2, ['stats', '1', '2', '--sql', '--db', DB]);
  assert.match(stderr, /group by run as well, such as --by run/);
});
