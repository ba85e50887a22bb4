import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test, type TestContext } from 'node:test';
import { pack } from '../../../src/solver/core/puzzle/packed.js';
import { fingerprint } from '../../../src/solver/core/puzzle/fingerprint.js';
import { readPuzzles } from '../../../src/index.js';
import {
  linesIn,
  assertNone,
  ONLY_DEEP,
  assertGolden,
  deepTest,
  depth,
  temporaryFolder,
  until,
} from '../../support/tests.js';
import { begin, ends, nonomill, ROOT, start, succeeds } from '../../support/nonomill.js';
import { NO_NUMPY, numpy } from '../../support/numpy.js';
import { remount, smallDisk } from '../../support/small-disk.js';
import { symmetries } from '../../support/symmetries.js';
import { readParquet } from '../../support/read-parquet.js';
import { writeCsv } from '../../support/csv-corpora.js';

const SMALL = ['dataset', '--size', '6x6,5x7', '--count', '600', '--for', 'line'];
const SPLIT = ['--split', 'train:80,valid:10,test:10'];

/** A set that is made once, and only read by its tests. */
let made: Promise<string> | null = null;
after(async () => made && rmSync(await made, { recursive: true, force: true }));

function smallSet(): Promise<string> {
  made ??= (async () => {
    const out = mkdtempSync(join(tmpdir(), 'nonomill-set-'));
    await succeeds([...SMALL, '--seed', '3', '--out', out]);
    return out;
  })();
  return made;
}

/** The files of a folder by their names, as hashes. */
function hashes(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [
        name,
        createHash('sha256').update(readFileSync(join(folder, name))).digest('hex'),
      ]), // prettier-ignore
  );
}

interface Line {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  readonly shape: string;
  readonly grade: { readonly stars: number; readonly technique: string };
}

function linesOf(folder: string, split: string): Line[] {
  return linesIn(readFileSync(join(folder, `${split}.jsonl`), 'utf8')).map(
    (line) => JSON.parse(line) as Line,
  );
}

describe('A data set that is made', () => {
  deepTest('has the same bytes with one thread, and with two from its own recipe', async (t) => {
    const folder = temporaryFolder(t);
    const sets: Record<string, string>[] = [];
    for (const [name, words] of Object.entries({
      one: [...SMALL, ...SPLIT, '--threads', '1'],
      two: ['dataset', '--recipe', join(folder, 'one', 'recipe.json'), '--threads', '2'],
    })) {
      const out = join(folder, name);
      const { stderr } = await succeeds([...words, '--out', out]);
      assert.match(stderr, /600 puzzles \(train \d+, valid \d+, test \d+\)/);
      sets.push(hashes(out));
    }
    const [one, two] = sets;
    assert.equal(Object.keys(one).length, 3 * 3 + 3);
    assert.deepEqual(two, one);
    const sums = linesIn(readFileSync(join(folder, 'one', 'checksums.txt'), 'utf8'));
    const listed = sums.map((line) => line.split('  ').reverse());
    const others = Object.entries(one).filter(([name]) => name !== 'checksums.txt');
    assert.deepEqual(listed, others);
  });

  test('keeps its bytes, on every machine and with every Node.js', async () => {
    const { 'train.jsonl': jsonl, 'train.npz': npz } = hashes(await smallSet());
    assertGolden('dataset.txt', `${jsonl}  train.jsonl\n${npz}  train.npz\n`);
  });

  test('has no puzzle twice, turned or mirrored, within its parts or across them', async (t) => {
    const out = join(temporaryFolder(t), 'set');
    // There are few puzzles of 4x4: many candidates are equal to others.
    const words = ['dataset', '--size', '4x4', '--count', '300', ...SPLIT, '--out', out];
    await succeeds(words);
    assert.match(readFileSync(join(out, 'README.md'), 'utf8'), / [1-9]\d* were equal to others/);
    const seen = new Map<string, string>();
    for (const split of ['train', 'valid', 'test']) {
      const text = readFileSync(join(out, `${split}.jsonl`), 'utf8');
      const { puzzles } = readPuzzles(text, { format: 'ndjson' });
      assert.equal(puzzles.length, linesOf(out, split).length);
      for (const { puzzle } of puzzles) {
        const prints = symmetries(puzzle).map((turned) => fingerprint(pack(turned), 0, null));
        for (const print of new Set(prints)) {
          assert.equal(seen.get(print), undefined, `${split} has what ${seen.get(print)} has`);
          seen.set(print, split);
        }
      }
    }
  });

  deepTest('has the shares of stars, sizes and kinds that are asked for', async (t) => {
    const out = join(temporaryFolder(t), 'set');
    const words = ['--size', '10x10,9x11', '--stars', '1:60,2:30,4:10', '--density', '0.45'];
    await succeeds(['dataset', ...words, '--count', '60', '--out', out]);
    const lines = linesOf(out, 'train');
    const counts = (of: (line: Line) => string): Record<string, number> =>
      lines.reduce<Record<string, number>>((sum, line) => {
        sum[of(line)] = (sum[of(line)] ?? 0) + 1;
        return sum;
      }, {});
    const stars = counts(({ grade }) => String(grade.stars));
    assert.deepEqual(stars, { 1: 36, 2: 18, 4: 6 });
    const sizes = counts(({ id }) => id.split('-')[0]);
    assert.deepEqual(sizes, { '10x10': 30, '9x11': 30 });
  });

  deepTest('that takes too long is refused with the rarities before much is done', async (t) => {
    const out = join(temporaryFolder(t), 'set');
    const words = ['--size', '10x10', '--for', 'line', '--stars', '1:80,3:20'];
    const { stderr } = await ends(1, [
      ...['dataset', ...words, '--density', '0.45', '--count', '1000000000', '--out', out],
    ]);
    assert.match(stderr, /^Goes on without 3 stars at 10x10: none among 65,536 .*1 in 21,845/);
    assert.match(stderr, /it would take about \d[\d,]*h.*: 1 star at 10x10: about 1 in \d/);
    assert.ok(!existsSync(out), 'nothing is left of it');
  });

  deepTest('of which there are too few ends with those that there are', async (t) => {
    const out = join(temporaryFolder(t), 'set');
    const { stderr } = await ends(1, [
      ...['dataset', '--size', '1x2', '--count', '9', '--out', out],
    ]);
    // Both cells, one of them, or none; the one is turned to the other.
    assert.match(stderr, /not found: puzzles of the kind at 1x2: 3 of 9, and no new one among/);
    assert.equal(linesOf(out, 'train').length, 3);
  });

  deepTest('is made without a kind of which there is none, and says so', async (t) => {
    const folder = temporaryFolder(t);
    const out = join(folder, 'set');
    const words = ['dataset', '--size', '4x4', '--count', '40', '--stars', '1:35,5:5'];
    const { stderr } = await ends(1, [...words, '--out', out]);
    const none = '5 stars at 4x4: none among 65,536 (so fewer than 1 in 21,845), 5 wanted';
    assert.ok(stderr.includes(`not found: ${none} (NM_NOTHING_FOUND)`), stderr);
    assert.equal(linesOf(out, 'train').length, 35);
    assert.ok(readFileSync(join(out, 'README.md'), 'utf8').includes(`Not found: ${none}.`));
    const again = join(folder, 'again');
    const recipe = ['dataset', '--recipe', join(out, 'recipe.json'), '--out', again];
    assert.equal((await nonomill(recipe)).code, 1);
    assert.deepEqual(hashes(again), hashes(out));
  });

  deepTest('of which there is nothing is not made, and it says so soon', async (t) => {
    const out = join(temporaryFolder(t), 'set');
    const words = ['dataset', '--size', '2x2', '--count', '9', '--stars', '5', '--out', out];
    const { stderr } = await ends(1, words);
    assert.match(stderr, /not found: 5 stars at 2x2: none among 65,536 .*9 wanted .*--anyway/s);
    assert.ok(!existsSync(out), 'nothing is left of it');
  });

  deepTest('is gone on with after a kill, and after a signal, to the same bytes', async (t) => {
    const folder = temporaryFolder(t);
    const words = ['dataset', '--size', '9x9', '--count', '6000', '--seed', '5', ...SPLIT];
    const whole = join(folder, 'whole');
    await succeeds([...words, '--out', whole]);
    const out = join(folder, 'killed');
    const { child, ended } = start([...words, '--out', out, '--threads', '1']);
    const spool = join(out, '.making', 'gathered.sqlite');
    await until(() => existsSync(spool) && readFileSync(spool).length > 0, 5);
    for (const how of ['--resume', '--force']) {
      const second = await ends(1, [...words, '--out', out, how]);
      assert.match(second.stderr, /another process works on the data set in/);
    }
    child.kill('SIGKILL');
    await ended;
    assert.ok(!existsSync(join(out, 'checksums.txt')));
    const refused = await nonomill([...words, '--out', out]);
    assert.match(refused.stderr, /holds an unfinished data set.*--resume/s);
    const elsewise = words.with(words.indexOf('--seed') + 1, '6');
    const other = await nonomill([...elsewise, '--out', out, '--resume']);
    assert.match(other.stderr, /with another recipe/);

    const stopped = begin([...words, '--out', out, '--resume', '--threads', '1']);
    await new Promise(setImmediate);
    await until(() => existsSync(spool), 1);
    setTimeout(() => stopped.signal('SIGINT'), 20);
    const { code, stderr } = await stopped.ended;
    if (code === 130) assert.match(stderr, /Stopped with .*--resume goes on/);
    await succeeds([...words, '--out', out, '--resume']);
    assert.deepEqual(hashes(out), hashes(whole));
    const done = await nonomill([...words, '--out', out, '--resume']);
    assert.match(done.stderr, /is complete/);
  });

  test('replaces nothing that somebody put into its folder meanwhile, and keeps what is unfinished apart', async (t) => {
    const out = join(temporaryFolder(t), 'set');
    const words = ['dataset', join(ROOT, 'data', 'colours.json'), '--out', out];
    const begun = await nonomill([...words, '--as', 'npz']);
    assert.match(begun.stderr, /with --resume: what was gathered is kept/);
    const goOn = [...words, '--as', 'jsonl,parquet', '--resume'];

    const seen = new Set<string | null>();
    const watcher = watch(out, (_, name) => seen.add(name));
    t.after(() => watcher.close());
    const names = ['README.md', 'checksums.txt', 'recipe.json', 'train.jsonl', 'train.parquet'];
    for (const name of names) {
      const file = join(out, name);
      writeFileSync(file, 'notes of mine');
      await ends(1, goOn, {
        says: new RegExp(`needs the name ${name} for itself: .* holds something else`),
      });
      assert.equal(readFileSync(file, 'utf8'), 'notes of mine');
      rmSync(file);
    }
    await succeeds(goOn);
    await until(() => seen.has('train.parquet'), 5);
    const parts = [...seen].filter((name) => name?.endsWith('.part') === true);
    assertNone(parts, (name) => name !== '.nonomill-trial.part');
    assertNone(readdirSync(out), (name) => name.startsWith('.'));
  });

  deepTest('for which the disk is too small is gone on with once there is room', async (t) => {
    const disk = smallDisk(t, depth('150k', '300k'));
    if (disk === null) return;
    const words = [
      ...['dataset', '--size', '9x9', '--count', depth('800', '2000'), '--out', join(disk, 'set')],
    ];
    await ends(1, words, { says: /the disk is full.*--resume to go on/s });
    remount(disk, 'size=64m');
    await succeeds([...words, '--resume']);
  });

  const skip = NO_NUMPY || ONLY_DEEP;
  test('is read by NumPy, and its arrays hold what the other files hold', { skip }, async () => {
    const out = await smallSet();
    const read = JSON.parse(
      numpy(
        `f = np.load('train.npz')
rows = [json.loads(line) for line in open('train.jsonl')]
wrong = 0
for i, row in enumerate(rows):
    w, h = int(f['widths'][i]), int(f['heights'][i])
    picture = f['pictures'][i].reshape(7, 6)[:h, :w]
    answer = np.array([[c == '#' for c in line] for line in row['answer'].split('\\n')])
    lines = f['clues'][i]
    clues = [[int(b) for b in line if b] for line in list(lines[:h]) + list(lines[7:7 + w])]
    same = (picture == answer).all() and clues == row['rows'] + row['columns']
    same = same and int(f['shapes'][i]) == int(row['shape'], 16)
    same = same and f['difficulties'][i] == row['grade']['difficulty']
    wrong += not (same and f['stars'][i] == row['grade']['stars'])
print(json.dumps({'wrong': wrong, 'shape': f['clues'].shape, 'type': str(f['clues'].dtype), 'last': bool((np.diff((f['clues'] > 0).astype(int), axis=2) >= 0).all())}))`,
        out,
      ),
    ) as object;
    assert.deepEqual(read, { wrong: 0, shape: [600, 13, 4], type: 'uint8', last: true });
  });

  test('is a corpus itself, in each of its files', async () => {
    const out = await smallSet();
    const texts = await Promise.all(
      ['jsonl', 'parquet', 'npz'].map(async (file) => {
        const words = ['convert', join(out, `train.${file}`), '-', '--to', 'csv'];
        const { stdout } = await nonomill(words);
        return stdout.replace(/^[^,]*,/gm, '');
      }),
    );
    assert.equal(linesIn(texts[0]).length, 601);
    assert.equal(texts[1], texts[0]);
    assert.equal(texts[2], texts[0]);
    // What is kept with them is passed over without a word.
    const folder = await nonomill(['convert', out, '-', '--to', 'csv', '--limit', '1']);
    assert.equal(folder.stderr.replace(/.*holds no goal picture.*\n/, ''), '');
  });
});

describe('A data set of a corpus or a run', () => {
  test('has its puzzles with one solution, once each, and says why others are left out', async (t) => {
    const folder = temporaryFolder(t);
    writeCsv(folder, 'a', { count: 400, width: 5, height: 5 });
    writeCsv(folder, 'b', { count: 400, width: 5, height: 5 });
    const out = join(folder, 'set');
    const files = [join(folder, 'a.csv'), join(folder, 'b.csv')];
    const words = ['dataset', ...files, '--split', 'train:90,test:10', '--as', 'parquet,jsonl'];
    await succeeds([...words, '--out', out]);
    assert.deepEqual(
      readdirSync(out).sort(),
      ['README.md', 'checksums.txt', 'recipe.json'].concat(
        ['test.jsonl', 'test.parquet', 'train.jsonl', 'train.parquet'],
      ),
    ); // prettier-ignore
    const lines = ['train', 'test'].flatMap((split) => linesOf(out, split));
    // The second file has the puzzles of the first under other names.
    assert.ok(lines.every(({ id }) => id.startsWith('a-')));
    assert.equal(new Set(lines.map(({ shape }) => shape)).size, lines.length);
    const run = ['run', files[0], '--json', '--quiet', '--no-report', '--db', join(folder, 'a.db')];
    const { byStatus } = JSON.parse((await nonomill(run)).stdout) as {
      byStatus: { unique: number; multiple: number };
    };
    const card = readFileSync(join(out, 'README.md'), 'utf8');
    const [, kept, several, equal] =
      /kept, (\d+)\. Left out were (\d+) with several.* and (\d+) equal/.exec(card)!;
    assert.equal(Number(kept), lines.length);
    assert.equal(Number(several), 2 * byStatus.multiple);
    assert.equal(Number(equal), 2 * byStatus.unique - lines.length);

    const ofRun = join(folder, 'of-run');
    const again = ['dataset', '1', '--db', join(folder, 'a.db'), ...words.slice(3), '--out', ofRun];
    await succeeds(again);
    const parquet = (of: string): Promise<object[]> =>
      readParquet(readFileSync(join(of, 'train.parquet')));
    assert.deepEqual(await parquet(ofRun), await parquet(out));
  });

  test('in colours comes without arrays, unless they are asked for, which is refused', async (t) => {
    const folder = temporaryFolder(t);
    const words = ['dataset', join(ROOT, 'data', 'colours.json')];
    const left = await succeeds([...words, '--out', join(folder, 'left')]);
    assert.match(left.stderr, /npz holds neither colours .* no \.npz is written/);
    const [{ question, answer }] = linesOf(join(folder, 'left'), 'train');
    assert.match(question, /the length and the colour .*: .*\dx\d/s);
    assert.match(answer, /^[.1-9a-v\n]+$/);
    const out = join(folder, 'asked');
    await ends(1, [...words, '--as', 'npz', '--out', out], { says: /npz holds neither colours/ });
    await succeeds([...words, '--as', 'jsonl', '--out', out, '--resume']);
  });

  test('that would have no puzzle is not made, and it says why', async (t) => {
    const folder = temporaryFolder(t);
    const file = join(folder, 'a.json');
    writeFileSync(file, '{"rows":[[1],[1]],"columns":[[1],[1]]}');
    const words = ['dataset', file, '--out', join(folder, 'set')];
    for (const more of [[], ['--resume']]) {
      const { stderr } = await ends(1, [...words, ...more]);
      assert.match(stderr, /no puzzle for a data set: left out were 1 with several solutions/);
      assert.ok(!existsSync(join(folder, 'set')), 'nothing is left of it');
    }
  });

  test('reads plain text with the columns first, if it is told to, and so does its recipe', async (t) => {
    const folder = temporaryFolder(t);
    const file = join(folder, 'a.txt');
    // Two columns, then three rows: the letter L.
    writeFileSync(file, '3\n1\n\n1\n1\n2\n');
    const words = ['dataset', file, '--columns-first', '--as', 'jsonl'];
    await succeeds([...words, '--out', join(folder, 'set')]);
    const recipe = join(folder, 'set', 'recipe.json');
    const again = ['dataset', '--recipe', recipe, file, '--out', join(folder, 'again')];
    await succeeds(again);
    assert.deepEqual(hashes(join(folder, 'again')), hashes(join(folder, 'set')));
    const files = readdirSync(join(folder, 'set'), { recursive: true }).map(String);
    const [lines] = files.filter((name) => name.endsWith('.jsonl'));
    const [puzzle] = readFileSync(join(folder, 'set', lines), 'utf8')
      .trim()
      .split('\n');
    assert.match(puzzle, /"width":2,"height":3/);
  });

  test('is made again only from the same files', async (t) => {
    const folder = temporaryFolder(t);
    const file = writeCsv(folder, 'a', { count: 50, width: 5, height: 5 });
    const out = join(folder, 'set');
    await succeeds(['dataset', file, '--out', out]);
    const recipe = ['dataset', '--recipe', join(out, 'recipe.json'), '--out', join(folder, 'two')];
    assert.match((await nonomill(recipe)).stderr, /was made from a\.csv.*Name that as well/s);
    await succeeds([...recipe, file]);
    assert.deepEqual(hashes(join(folder, 'two')), hashes(out));
    writeFileSync(file, readFileSync(file, 'utf8').replace('a-1,', 'a-one,'));
    const changed = await nonomill([...recipe, file, '--force']);
    assert.match(changed.stderr, /made of other files/);
  });
});

test('what contradicts itself is refused with the reason', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'full'), '');
  const cases: readonly (readonly [words: string, reason: RegExp])[] = [
    ['--size 5x5 --count 9', /name the folder to write to/],
    ['--count 9 --out x', /say what to make, such as --size/],
    ['--size 5x5 --count 9 --stars 1 --difficulty 1..2 --out x', /say one of them/],
    ['--size 5x5 --count 9 --stars 1:50,2 --out x', /a share for each or for none/],
    ['--size 5x5 --count 9 --stars 6 --out x', /expected 1 to 5 stars, got "6"/],
    ['--size 5x5 --count 9 --split a:1,a:2 --out x', /"a" is named twice/],
    ['--size 5x5 --count 9 --split ../a:1 --out x', /got the name "\.\.\/a"/],
    ['--size 5x5 --count 9 --as csv --out x', /expected jsonl, parquet and npz, got "csv"/],
    ['--size 5x5 --count 9 --format csv --out x', /--format is for puzzles of a corpus/],
    ['a.csv --count 9 --out x', /--count is for random puzzles/],
    ['--recipe r.json --seed 2 --out x', /--seed is set by the recipe/],
    ['--size 5x5 --count 9 --out .', /\. is not empty/],
    ['- --out x', /standard input and pipes have none/],
  ];
  for (const [words, reason] of cases) {
    const { code, stderr } = await nonomill(['dataset', ...words.split(' ')], { cwd: folder });
    assert.notEqual(code, 0, words);
    assert.match(stderr, reason);
  }
});

describe('Questions about single lines', () => {
  const lines = async (
    t: TestContext,
    ...words: string[]
  ): Promise<{ code: number | null; stderr: string; out: string }> => {
    const out = join(temporaryFolder(t), 'lines');
    const { code, stderr } = await nonomill(['dataset', '--lines', ...words, '--out', out]);
    return { code, stderr, out };
  };
  interface Question {
    readonly kind: string;
    readonly clue: readonly number[];
    readonly known: string;
    readonly question: string;
    readonly answer: string;
  }
  const questionsIn = (file: string): Question[] =>
    linesIn(readFileSync(file, 'utf8')).map((line) => JSON.parse(line) as Question);
  /** What all fillings have in common that fit: by trying each of them. */
  const naive = (clue: readonly number[], known: string): string => {
    const fitting: string[] = [];
    for (let bits = 0; bits < 1 << known.length; bits++) {
      const line = Array.from(known, (_, i) => ((bits >> i) & 1 ? '#' : '.')).join('');
      const blocks = (line.match(/#+/g) ?? []).map(({ length }) => length);
      const fits = Array.from(known).every((cell, i) => cell === '?' || cell === line[i]);
      if (fits && blocks.join() === clue.join()) fitting.push(line);
    }
    if (fitting.length === 0) return 'impossible';
    return Array.from(known, (_, i) => {
      const values = new Set(fitting.map((line) => line[i]));
      return values.size === 1 ? [...values][0] : '?';
    }).join('');
  };

  test('have the answers that trying all fillings has, as many of each kind, and none twice', async (t) => {
    const { code, stderr, out } = await lines(
      t,
      ...['6,11', '--count', '300', '--split', 'train:80,test:20'],
    );
    assert.equal(code, 0, stderr);
    const parts = ['train', 'test'].map((name) => questionsIn(join(out, `${name}.jsonl`)));
    const all = parts.flat();
    assert.ok(parts.every(({ length }) => length > 20));
    const ways = new Set<string>();
    for (const { clue, known, question, answer } of all) {
      assert.equal(answer, naive(clue, known), `${clue.join(' ')} ${known}`);
      assert.ok(
        question.includes(known) && !question.includes(`: ${answer}\n`) === (answer !== known),
      );
      for (const turned of [false, true]) {
        const cells = turned ? Array.from(known).reverse().join('') : known;
        ways.add(`${(turned ? clue.toReversed() : clue).join(' ')}|${cells}`);
      }
    }
    for (const kind of ['overlap', 'impossible', 'solved']) {
      const ofKind = all.filter((question) => question.kind === kind);
      assert.equal(ofKind.length, 100);
      assert.ok(
        ofKind.every(({ answer }) => (answer === 'impossible') === (kind === 'impossible')),
      );
      assert.ok(kind !== 'solved' || ofKind.every(({ answer }) => !answer.includes('?')));
    }
    assert.ok(ways.size > all.length);
    const symmetric = all.filter(
      ({ clue, known }) =>
        `${clue.toReversed().join()}${Array.from(known).reverse().join('')}` ===
        `${clue.join()}${known}`,
    );
    assert.equal(ways.size, 2 * all.length - symmetric.length);
  });

  test('are judged by check --stream, by what they ask about', async (t) => {
    const { out } = await lines(t, '8,12', '--count', '60');
    const questions = questionsIn(join(out, 'train.jsonl'));
    const input = questions
      .map((one) => JSON.stringify({ ...one, cells: `So:\n${one.answer}`, extract: true }))
      .join('\n');
    const words = ['check', '--stream', '--summary', '--json', '--threads', '1'];
    const { stdout } = await succeeds(words, { input });
    const { accuracy, by } = JSON.parse(stdout) as {
      accuracy: { value: number; n: number };
      by: Record<string, { value: string; accuracy: { n: number } }[]>;
    };
    assert.deepEqual([accuracy.value, accuracy.n], [1, 60]);
    const counted = (level: string): unknown[] =>
      by[level].map(({ value, accuracy: { n } }) => `${value} ${n}`);
    assert.deepEqual(counted('asked').sort(), ['impossible 20', 'overlap 20', 'solved 20']);
    assert.deepEqual(counted('size'), ['8x1 30', '12x1 30']);
  });

  test('have the same bytes for the same words, and up to 60 cells', async (t) => {
    const words = ['60', '--count', '30', '--seed', '7'];
    const made = [await lines(t, ...words), await lines(t, ...words)];
    const [one, other] = made.map(({ out }) => readFileSync(join(out, 'train.jsonl'), 'utf8'));
    assert.equal(one, other);
    assert.ok(
      questionsIn(join(made[0].out, 'train.jsonl')).every(({ known }) => known.length === 60),
    );
    const long = await lines(t, '61', '--count', '3');
    assert.match(long.stderr, /1 to 60/);
    const few = await lines(t, '2', '--count', '90');
    assert.match(few.stderr, /only \d+ differ/);
    const both = await lines(t, '5', '--count', '3', '--size', '5x5');
    assert.match(both.stderr, /--size is for puzzles/);
  });
});
