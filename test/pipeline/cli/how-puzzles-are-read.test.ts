import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type ReadOptions, readPuzzles } from '../../../src/index.js';
import { change } from '../../support/runs/solve-parts.js';
import { ends, nonomill, succeeds } from '../../support/nonomill.js';
import { folderWith } from '../../support/tests.js';
import { png } from '../../support/png.js';

const WIDE = '{"width":3,"height":2,"rows":[[2],[2]],"columns":[[1],[2],[1]]}\n';
/** The sizes as rows and columns, then the clues of the columns, then those of the rows. */
const COLUMNS_FIRST = '2 3\n1\n2\n1\n2\n2\n';

test('plain text with the columns first is read so if that is said, and else there is a warning', async () => {
  const folder = folderWith({});
  writeFileSync(join(folder, 'a.txt'), COLUMNS_FIRST);
  writeFileSync(join(folder, 'square.txt'), '3 3\n1\n1\n3\n2\n1\n2\n');
  const read = (...words: string[]): ReturnType<typeof nonomill> =>
    nonomill(['convert', ...words, '-', '--to', 'ndjson'], { cwd: folder });
  const said = await read('a.txt', '--columns-first');
  assert.deepEqual([said.stdout, said.stderr], [WIDE, '']);
  const silent = await read('a.txt');
  assert.match(silent.stdout, /"width":2,"height":3/);
  assert.match(silent.stderr, /a\.txt: its sizes fit as "width height".* --columns-first/);
  const square = await read('square.txt', '--columns-first');
  assert.match(square.stdout, /"rows":\[\[2\],\[1\],\[2\]\],"columns":\[\[1\],\[1\],\[3\]\]/);
  // What says itself which clues are which is read as ever.
  writeFileSync(join(folder, 'b.ndjson'), WIDE);
  assert.equal((await read('b.ndjson', '--columns-first')).stdout, WIDE);
});

test('the format that is named reads the columns first, too, and tells if they do not fit', async () => {
  const folder = folderWith({});
  writeFileSync(join(folder, 'a.mn'), COLUMNS_FIRST);
  const words = ['convert', 'a.mn', '-', '--to', 'ndjson'];
  assert.equal((await nonomill([...words, '--columns-first'], { cwd: folder })).stdout, WIDE);
  const { stderr } = await nonomill(words, { cwd: folder });
  assert.match(stderr, /if they are the columns, with --columns-first/);
});

test('a run remembers that the columns come first', async () => {
  const folder = folderWith({});
  writeFileSync(join(folder, 'a.txt'), COLUMNS_FIRST);
  const run = (...words: string[]): ReturnType<typeof nonomill> =>
    nonomill(['run', ...words, '--db', 'a.sqlite', '--no-report'], { cwd: folder });
  const warned = await run('a.txt', '--dry-run');
  assert.match(warned.stdout + warned.stderr, /--columns-first/);
  const first = await run('a.txt', '--columns-first');
  assert.equal(first.code, 0);
  assert.doesNotMatch(first.stderr, /its sizes fit/);
  const other = await run('a.txt', '--resume', '--columns-first');
  assert.equal(other.code, 0, other.stderr);
});

test('a run that stopped early is not resumed with the other order', async () => {
  const folder = folderWith({ 'b.ndjson': WIDE, 'c.txt': COLUMNS_FIRST });
  const run = (...words: string[]): ReturnType<typeof nonomill> =>
    nonomill(['run', 'b.ndjson', 'c.txt', '--db', 'a.sqlite', '--no-report', ...words], {
      cwd: folder,
    });
  await run('--columns-first');
  change(join(folder, 'a.sqlite'), "UPDATE runs SET state = 'interrupted', finished_at = NULL");
  const other = await run('--resume');
  assert.notEqual(other.code, 0);
  assert.match(other.stderr, /changed since run 1 began, or read in another way/);
  const same = await run('--resume', '--columns-first');
  assert.equal(same.code, 0, same.stderr);
});

test('readPuzzles of the library reads columns first, too', () => {
  const rowsOf = (options: ReadOptions): unknown =>
    readPuzzles(COLUMNS_FIRST, options).puzzles.map(({ puzzle }) => puzzle.rows);
  for (const how of [{}, { format: 'mn' }, { name: 'a.mn' }]) {
    assert.deepEqual(rowsOf({ ...how, columnsFirst: true }), [[[2], [2]]]);
    assert.notDeepEqual(rowsOf(how), [[[2], [2]]]);
  }
  // What says itself which clues are which is read as ever.
  const { puzzles } = readPuzzles(WIDE, { columnsFirst: true });
  assert.equal(puzzles[0].puzzle.width, 3);
  const wrong = { columnsFirst: 'yes' } as unknown as ReadOptions;
  assert.throws(() => readPuzzles(WIDE, wrong), /columnsFirst: expected true or false, got "yes"/);
});

test('the columns of CSV without a header are named, for files and for the library, and stay so', async () => {
  const folder = folderWith({ 'a.csv': '2,1;1\n1,1\n' });
  const named = (...words: string[]): ReturnType<typeof nonomill> =>
    nonomill([...words, 'a.csv', '--csv-columns', 'rows,columns'], { cwd: folder });
  const { stdout } = await named('solve', '--json');
  assert.equal(stdout.match(/"status":"unique"/g)?.length, 2);
  const db = ['--db', 'a.sqlite', '--no-report'];
  assert.match((await named('run', ...db)).stdout, /2 entries = 2 results \+ 0 rejects/);
  change(join(folder, 'a.sqlite'), "UPDATE runs SET state = 'interrupted', finished_at = NULL");
  const resumed = await nonomill(['run', '--resume', ...db], { cwd: folder });
  assert.match(resumed.stdout, /2 entries = 2 results \+ 0 rejects/, resumed.stderr);
  const alone = await nonomill(['run', 'a.csv', ...db], { cwd: folder });
  assert.match(alone.stdout, /1 entry = 0 results \+ 1 reject/);
  const wrong = await ends(2, ['run', 'a.csv', '--csv-columns', 'rows,colums', ...db]);
  assert.match(wrong.stderr, /--csv-columns: expected columns .* got "rows,colums"/);
  const proven = await named('prove');
  assert.match(proven.stderr, /expected one puzzle in a\.csv, found more/);
  const both = await named('rate', '--format', 'json');
  assert.match(both.stderr, /--csv-columns and --format json do not go together/);
  const read = readPuzzles('2,1;1\n1,1\n', { format: 'csv:rows,columns' });
  assert.deepEqual([read.format, read.puzzles.length], ['csv:rows,columns', 2]);
});

test('an object with a puzzle as text means the same in files of all kinds and in a stream', async () => {
  const object = (id: string, text: string): string => JSON.stringify({ id, puzzle: text });
  const texts = {
    ambiguous: '2 2\n1\n1\n2\n0',
    game: '2x1:1/1/2',
    lists: 'rows = [[2], [1]]\ncolumns = [[2], [1]]',
    two: 'rows = [[1]]\ncolumns = [[1]]\n\nrows = [[1]]\ncolumns = [[1]]',
    none: 'a puzzle for Anna',
  };
  const lines = Object.entries(texts).map(([id, text]) => object(id, text));
  // Its own clues count more than what it calls its puzzle.
  lines.push('{"id":"own","puzzle":"easy 12","rows":[[1]],"columns":[[1]]}');
  const folder = folderWith({
    'a.ndjson': lines.join('\n'),
    'a.json': `[${lines.join(',\n')}]`,
    'one.json': lines[0],
  });
  for (const order of [[], ['--columns-first']]) {
    const solved = async (file: string): Promise<string[]> => {
      const { stdout } = await nonomill(['solve', file, '--json', ...order], { cwd: folder });
      return stdout.trimEnd().split('\n').map(picture);
    };
    const stream = await nonomill(['solve', '--stream', ...order], { input: lines.join('\n') });
    const answers = stream.stdout.trimEnd().split('\n');
    const pictures = answers.flatMap((answer) => (isPicture(answer) ? [picture(answer)] : []));
    const first = order.length === 0 ? '#./#.' : '##/..';
    assert.deepEqual(pictures, [first, '##', '##/#.', '#'], order.join());
    assert.match(answers[3], /"reason":"[^"]*expected one puzzle, found 2"/);
    assert.match(answers[4], /"kind":"reject"/);
    for (const file of ['a.ndjson', 'a.json']) assert.deepEqual(await solved(file), pictures, file);
    assert.deepEqual(await solved('one.json'), [first]);
  }
  function isPicture(answer: string): boolean {
    return answer.includes('"solution":"');
  }
  function picture(answer: string): string {
    return (JSON.parse(answer) as { solution: string }).solution;
  }
});

test('the address of a puzzle is read, and no address is fetched', async () => {
  const folder = folderWith({});
  const convert = (from: string): ReturnType<typeof nonomill> =>
    nonomill(['convert', from, '-', '--to', 'ndjson'], { cwd: folder });
  for (const site of ['https://puzz.link/p?', 'http://pzv.jp/p.html?', 'puzz.link/p?']) {
    assert.equal((await convert(`${site}nonogram/3/2/1212g2g`)).stdout, WIDE);
  }
  const page = await convert('https://example.org/puzzles.csv');
  assert.match(page.stderr, /addresses are not fetched. Download the file/);
  const kind = await convert('https://puzz.link/p?nurikabe/5/5/g5k2o1k3g');
  assert.match(kind.stderr, /expected nonogram, found "nurikabe"/);
});

test('a file that is named and is no format of puzzles gets the reason that folders give', async () => {
  const folder = folderWith({});
  for (const [name, reason] of Object.entries({
    'a.yml': /YAML is not a format of puzzles: save it as CSV/,
    'a.toml': /TOML without the section \[clues\] of a puzzle: .* save it as CSV/,
    'a.xlsx': /a spreadsheet, not a format of puzzles: save it as CSV/,
    'a.ods': /a spreadsheet/,
    'a.docx': /a document, not a format of puzzles: save it as plain text/,
    'a.pdf': /a PDF, not a format of puzzles/,
  })) {
    writeFileSync(join(folder, name), 'a: 1\n');
    assert.match((await nonomill(['solve', name], { cwd: folder })).stderr, reason);
  }
  writeFileSync(join(folder, 'b.yml'), 'rows:\n- [1]\n- [2]\ncolumns:\n- [1]\n- [2]\n');
  const wanted = /YAML is not a format/;
  assert.match((await nonomill(['solve', 'b.yml'], { cwd: folder })).stderr, wanted);
  const lists = await nonomill(['solve', 'b.yml', '--format', 'lists'], { cwd: folder });
  assert.match(lists.stderr, /expected rows = \[\[\.\.\]\] and columns = \[\[\.\.\]\], found none/);
});

test('bytes that are not UTF-8 are told, with the file and the line', async () => {
  const folder = folderWith({});
  const puzzle = 'width 1\nheight 1\nrows\n1\ncolumns\n1\n';
  writeFileSync(join(folder, 'a.non'), Buffer.from(`title "Caf\xe9"\n${puzzle}`, 'latin1'));
  writeFileSync(join(folder, 'b.csv'), Buffer.from('id,rows,columns\n\xe9,1,1\n', 'latin1'));
  for (const [file, line] of [
    ['a.non', 1],
    ['b.csv', 2],
  ] as const) {
    const { stderr } = await nonomill(['solve', file], { cwd: folder });
    assert.match(stderr, new RegExp(`${file}:${line}: .*not UTF-8: convert it.*iconv`));
  }
});

test('what no format needs to change is copied by fix, byte by byte', async () => {
  const folder = folderWith({});
  const files = {
    'a.nin': '3 2\r\n3\r\n1\r\n2\r\n1\r\n1\r\n',
    'b.mk': '1 1\n1\n#\n1\n',
    'c.g': 'A title\n:\n1\n:\n1\n',
    'd.cwd': '1\n1\n1\n\n1\n',
    'e.grid': '# kept\nGRID One\nROWS\n[ 1 ]\nCOLUMNS\n[ 1 ]\n',
    'f.keen': '1\n\n1\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  await succeeds(['fix', '.', '--out', 'fixed/'], { cwd: folder });
  for (const [name, text] of Object.entries(files)) {
    assert.equal(readFileSync(join(folder, 'fixed', name), 'utf8'), text);
  }
});

test('all formats that can hold a puzzle are named where one cannot', async () => {
  const folder = folderWith({});
  const coloured =
    '{"rows":[[{"n":1,"c":1},{"n":1,"c":2}]],"columns":[[{"n":1,"c":1}],[{"n":1,"c":2}]],"palette":["#ffffff","#ff0000","#0000ff"]}\n';
  writeFileSync(join(folder, 'a.ndjson'), coloured);
  const { stderr } = await nonomill(['convert', 'a.ndjson', 'a.nin'], { cwd: folder });
  assert.match(stderr, /can hold it: json, ndjson, non, webpbn, nonogrid, g\./);
});

const GIVEN =
  '{"id":"given","rows":[[1],[1]],"columns":[[1],[1]],"start":"#?/??","goal":".#/#."}\n';

test('a file is run with its start positions and without in one database', async () => {
  const folder = folderWith({ 'given.ndjson': GIVEN });
  const [file, db] = [join(folder, 'given.ndjson'), join(folder, 'runs.sqlite')];
  for (const more of [[], ['--ignore-start']]) {
    await succeeds(['run', file, '--db', db, '--no-report', '--quiet', ...more]);
  }
  const found: unknown[] = [];
  for (const run of ['1', '2']) {
    const { stdout } = await nonomill(['export', run, '--db', db, '--to', 'ndjson']);
    const { status, goal_matches } = JSON.parse(stdout) as Record<string, unknown>;
    found.push([status, goal_matches]);
  }
  // The goal breaks the start position, but not the clues.
  assert.deepEqual(found, [
    ['unique', 0],
    ['multiple', 1],
  ]);

  const compared = await ends(1, ['compare', '1', '2', '--db', db]);
  assert.match(compared.stdout, /^run 2 was made with --ignore-start: /m);
  assert.match(compared.stdout, /^in both +1 puzzle/m);
  assert.match(compared.stdout, /^ {2}unique -> multiple: 1$/m);
});

test('a wrong start position is named with its first wrong cell, instead of blaming the clues', async () => {
  const input = '{"id":"wrong","rows":[[1],[3],[1]],"columns":[[1],[3],[1]],"start":"???/???/#??"}';
  const { stdout } = await nonomill(['solve'], { input });
  const expected = /^wrong, 3x3: no solution: its clues and start position contradict each other/;
  assert.match(stdout, expected);
  assert.match(stdout, /start position.*row 3, cell 1 is filled, but no solution has it/i);
});

const HEART = ['.##.##.', '#######', '#######', '.#####.', '..###..', '...#...'];
const PLUS = '{"id":"plus","rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}';

/** A book of a puzzle and a picture, beside which there is one that is not read. */
function book(): string {
  return folderWith({ 'a.json': PLUS, 'heart.png': png(HEART), 'photo.jpg': 'JPEG' });
}

test('with --images, each PNG of a folder is a puzzle at its own size, in the account and in the gates', async () => {
  const folder = book();
  const db = ['--db', join(folder, 'r.sqlite')];
  const words = ['run', folder, ...db, '--no-report', '--threads', '1', '--images'];
  const strict = ['--strict', '--require', 'line,goal', '--ignore', '*.jpg'];
  const { stdout } = await succeeds([...words, ...strict]);
  assert.match(stdout, /accounted for {2}2 entries = 2 results \+ 0 rejects/);
  const shown = await nonomill(['show', 'heart', ...db]);
  assert.match(shown.stdout, /^heart, 7x6: one solution/);
  assert.ok(shown.stdout.includes(HEART.join('\n')), shown.stdout);
  const again = await nonomill([...words, '--resume', '--strict', '--ignore', '*.jpg']);
  assert.match(again.stderr, /^nonomill: Run 1 had other gates: /);
  assert.equal(again.code, 0, again.stderr);
});

test('without --images the reason names it, and what is no PNG is left out with it, too', async () => {
  const folder = book();
  const without = await nonomill(['rate', folder]);
  assert.match(
    without.stderr,
    /heart\.png: a picture \(PNG\): --images reads it, or "generate --from-image" makes a puzzle of it\n/,
  );
  const read = await nonomill(['rate', folder, '--images']);
  assert.match(read.stderr, /^nonomill: left out: \S*photo\.jpg: a picture \(JPEG\): [^\n]*\n$/);
  assert.match(read.stdout, /^plus, .*\nheart, 7x6: /);
});

test('--images reads a PNG that is named, or that --format names', async () => {
  const folder = book();
  const file = join(folder, 'heart.png');
  for (const words of [
    ['convert', file, '-', '--to', 'picture', '--images'],
    ['convert', file, '-', '--to', 'picture', '--format', 'png'],
    ['convert', join(folder, '*.png'), '-', '--to', 'picture', '--format', 'png'],
  ]) {
    const { stdout } = await succeeds(words);
    assert.equal(stdout, `${HEART.join('\n')}\n`);
  }
});

test('a blank picture is a reject: a white sprite on nothing passes no gate as a puzzle', async () => {
  const folder = folderWith({ 'heart.png': png(HEART), 'sprite.png': png(['....', '....']) });
  const words = ['run', folder, '--db', join(folder, 'r.sqlite'), '--no-report', '--images'];
  const { stdout, stderr } = await ends(3, [...words, '--strict', '--require', 'line']);
  assert.match(stdout, /accounted for {2}2 entries = 1 result \+ 1 reject/);
  assert.match(stderr, /sprite\.png.*the picture is blank: no pixel is dark/);
  await ends(3, [...words, '--require', 'unique,line', '--quiet'], { says: /sprite\.png/ });
});

test('a picture that is damaged, or larger than a puzzle is drawn, is a reject that says so', async () => {
  const wide = png(['#'.repeat(101), '.'.repeat(101)]);
  const folder = folderWith({
    'cut.png': png(HEART).subarray(0, 50),
    'heart.png': png(HEART),
    'text.png': 'no picture',
    'wide.png': wide,
  });
  const { stdout, stderr } = await ends(1, ['rate', folder, '--images']);
  assert.match(stdout, /^heart, 7x6: [^\n]*\n$/);
  assert.match(stderr, /cut\.png#0: png: the file is cut off/);
  assert.match(stderr, /text\.png#0: png: expected a PNG/);
  const wanted = /wide\.png#0: png: expected a picture of at most 100x100 pixels.*found 101x2; /;
  assert.match(stderr, wanted);
});

test('rank says of each picture that it cannot read why it was left out', async () => {
  const empty = png(['....', '....']);
  const folder = folderWith({
    'heart.png': png(HEART),
    'cut.png': empty.subarray(0, 40),
    'blank.png': empty,
    'photo.jpg': 'JPEG',
  });
  const { stdout, stderr } = await succeeds(['rank', folder, '--images']);
  assert.match(stdout, /heart/);
  assert.match(stderr, /cut\.png.*: \S+/);
  assert.match(stderr, /blank\.png.*: \S+/);
  assert.match(stderr, /left out: \S*photo\.jpg: a picture \(JPEG\)/);
});

test('fixed puzzles of sources that differ in their extensions alone become two files', async () => {
  const folder = folderWith({ 'heart.json': PLUS, 'heart.png': png(HEART) });
  const out = join(folder, 'fixed');
  await succeeds(['fix', folder, '--images', '--out', `${out}/`, '--force']);
  assert.match(readFileSync(join(out, 'heart.json'), 'utf8'), /"id":"plus"/);
  assert.match(readFileSync(join(out, 'heart.png.json'), 'utf8'), /"id":"heart"/);
});

/** The module that the documentation shows. */
const MODULE = /```js\n([^]*?)```/.exec(
  readFileSync(new URL('../../../../docs/solver/own-formats.md', import.meta.url), 'utf8'),
)![1];

test('a format of your own is tried, reads, writes, resumes and is known again, as it is documented', async () => {
  const folder = folderWith({ 'mine.mjs': MODULE, 'a.bars': '2/1|1/1/1\n\nx\n3|1/1/1' });
  const carryOut = async (...words: string[]): Promise<string> => {
    const { stdout, stderr } = await succeeds(words, { cwd: folder });
    return stdout + stderr;
  };
  assert.match(await carryOut('formats', '--check', './mine.mjs'), /reads what it writes/);
  const read = ['--format', './mine.mjs'];
  const run = ['run', 'a.bars', '--no-report', '--db', 'x.sqlite', ...read];
  assert.match(await carryOut(...run), /2 puzzles +1 reject/);
  assert.match(await carryOut(...run, '--reuse'), /2 puzzles +all taken over +1 reject/);
  const words = ['convert', 'a.bars', 'b.bars', ...read, '--to', './mine.mjs'];
  const { stderr } = await nonomill(words, { cwd: folder });
  assert.match(stderr, /a\.bars:3: mine\.mjs: expected rows\|columns/);
  assert.equal(readFileSync(join(folder, 'b.bars'), 'utf8'), '2/1|1/1/1\n3|1/1/1\n');
  await carryOut(...run, '--resume');
  // What a module holds decides the entries: a changed one is another format.
  const formatOfRun = async (): Promise<string> => {
    const { stdout } = await nonomill([...run, '--reuse', '--json'], { cwd: folder });
    return (JSON.parse(stdout) as { run: { options: { format: string } } }).run.options.format;
  };
  const before = await formatOfRun();
  writeFileSync(join(folder, 'mine.mjs'), `${MODULE}\n// another one`);
  const after = await formatOfRun();
  assert.match(`${before} ${after}`, /^\S+mine\.mjs@[0-9a-f]{16} \S+mine\.mjs@[0-9a-f]{16}$/);
  assert.notEqual(after, before);
});

test('a module that throws costs a reject, and one of another kind is refused, with the reason', async () => {
  const throwing =
    'export default { createParser: () => ({ write() { throw new Error("no"); }, end() {} }) };';
  const folder = folderWith({
    'throws.mjs': throwing,
    'loose.mjs':
      'export default { createParser: (sink) => ({ write() {}, end: () => sink.entry({ draft: { rows: "1", columns: [[1]] } }) }) };',
    'none.mjs': 'export const format = 1;',
    'broken.mjs': 'export default {',
    'waits.mjs': 'await 1;\nexport default {};',
    'a.txt': 'x',
  });
  const solved = (format: string): ReturnType<typeof nonomill> =>
    nonomill(['solve', 'a.txt', '--format', `./${format}.mjs`], { cwd: folder });
  for (const [format, reason] of [
    ['throws', /throws\.mjs threw: Error: no$/m],
    ['loose', /loose\.mjs: expected lists of whole numbers/],
    ['none', /none\.mjs: expected a default export/],
    ['broken', /broken\.mjs: SyntaxError/],
    ['waits', /waits\.mjs: it uses await outside of functions/],
    ['missing', /missing\.mjs cannot be read/],
  ] as const) {
    const { code, stderr } = await solved(format);
    assert.notEqual(code, 0, format);
    assert.match(stderr, reason);
  }
});

test('a module is tried with all that it says it holds, and with text that makes it throw', async () => {
  const throws =
    'for (const one of lines) if (one.includes("x")) throw Error("boom"); lines.forEach(';
  const modules: Record<string, [code: string, fault: RegExp]> = {
    half: [MODULE.replace(/\*write[^]*/, '};'), /expected a parser and a writer/],
    title: [
      MODULE.replace("['many']", "['many', 'title']"),
      /expected .*"A title".*, found .*null/,
    ],
    holds: [MODULE.replace("['many']", "['titel']"), /expected colour, .*, found "titel"/],
    dot: [
      MODULE.replace("['.bars']", "['bars']"),
      /expected a dot and small letters, found "bars"/,
    ],
    throws: [MODULE.replace('lines.forEach(', throws), /throws\.mjs threw: Error: boom/],
  };
  const texts = Object.entries(modules).map(([name, [code]]) => [`${name}.mjs`, code]);
  const folder = folderWith(Object.fromEntries(texts) as Record<string, string>);
  for (const [name, [, fault]] of Object.entries(modules)) {
    const { code, stderr } = await nonomill(['formats', '--check', `./${name}.mjs`], {
      cwd: folder,
    });
    assert.notEqual(code, 0, name);
    assert.match(stderr, fault);
  }
});

test('a module runs if the command names it, and never because of a file or a database that was found', async () => {
  const folder = folderWith({
    'mine.mjs': MODULE,
    'a.bars': '2/1|1/1/1\n',
    'nonomill.toml': '[run]\nformat = "./mine.mjs"\n',
  });
  const run = ['run', 'a.bars', '--no-report', '--db', 'x.sqlite'];
  const found = await nonomill(run, { cwd: folder });
  assert.notEqual(found.code, 0);
  assert.match(found.stderr, /nonomill\.toml, line 2: format = .* runs a program/);
  await succeeds([...run, '--config', 'nonomill.toml'], { cwd: folder });
});
