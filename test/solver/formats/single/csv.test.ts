import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readText, shown } from '../read-text.js';
import { eachOf, rowsIn } from '../../../support/tests.js';

const L = '2x2 [[2],[1]] [[2],[1]]';
const WIDE = '3x1 [[1,1]] [[1],[],[1]]';

const SHAPES = rowsIn`
  quoted clues ¦ id,width,height,rows,columns\np1,2,2,"2;1","2;1"\n ¦ ${L}
  slashes ¦ id,rows,columns\np1,2/1,2/1\n ¦ ${L}
  commas inside quotes ¦ id,rows,columns\np1,"2,1","2,1"\n ¦ ${L}
  colons and minus signs ¦ rows,columns\n1-1,1::1\n ¦ ${WIDE}
  dots ¦ rows,columns\n1.1,1//1\n ¦ ${WIDE}
  commas between blocks ¦ rows;columns\n"1,1;";1/0/1\n ¦ 3x2 [[1,1],[]] [[1],[],[1]]
  lines in a cell ¦ rows,columns\n"2\n1","2\r\n1"\n ¦ ${L}
  JSON in two cells ¦ id,rows,columns\nx,"[[2],[1]]","[[2],[1]]"\n ¦ ${L}
  clues as NumPy prints them ¦ rows,columns\n"[2] [1]","[list([2]) list([1])]"\n ¦ ${L}
  JSON in one cell ¦ size,clues\n2,"[[[2],[1]],[[2],[1]]]"\n ¦ ${L}
  names of JSON ¦ puzzle_id,row_clues,col_clues\nx,2;1,2;1\n ¦ ${L}
  sizes under rows and cols ¦ rows,cols,rowClues,colClues\n2,2,2;1,2;1\n ¦ ${L}
  a picture ¦ rows,cols,grid\n2,2,1110\n ¦ ${L} goal ##/#.
  a goal ¦ rows,columns,goal\n2;1,2;1,##/#.\n ¦ ${L} goal ##/#.
  an empty line as nothing ¦ width,height,rows,columns\n1,2,;1,1\n ¦ 1x2 [[],[1]] [[1]]
  an empty line as 0 ¦ rows,columns\n0;1,1\n ¦ 1x2 [[],[1]] [[1]]
  padded zeros ¦ rows,columns\n0 0;0 1,0 1\n ¦ 1x2 [[],[1]] [[1]]
  an empty side of one line ¦ width,height,rows,columns\n1,2,;,\n ¦ 1x2 [[],[]] [[]]
  a side of one line by commas ¦ width,height,rows,columns\n3,1,"1,1","1,,1"\n ¦ ${WIDE}
  a closing separator ¦ width,height,rows,columns\n2,2,2;1;,2;1;\n ¦ ${L}
  comments and blank lines first ¦ # made by hand\n\n  \n#x\nid,rows,columns\np1,2;1,2;1\n ¦ ${L}
  tabs ¦ id\trows\tcolumns\np1\t2;1\t2;1\n ¦ ${L}
  semicolons ¦ id;rows;columns\np1;"2;1";2/1\n ¦ ${L}
  bars between lines ¦ rows,columns\n2|1,2|1\n ¦ ${L}
  bars between lines, commas within ¦ rows,columns\n"1,1|1","1|1|1"\n ¦ 3x2 [[1,1],[1]] [[1],[1],[1]]
  a picture of two lines ¦ picture\n"##\n#."\n ¦ ${L} goal ##/#.
  a named separator ¦ sep=|\nid|rows|columns\np1|2;1|2;1\n ¦ ${L}
  CRLF ¦ id,rows,columns\r\np1,2;1,2;1\r\n ¦ ${L}
  returns alone ¦ id,rows,columns\rp1,2;1,2;1\r ¦ ${L}
  no line break at the end ¦ id,rows,columns\np1,2;1,2;1 ¦ ${L}
  blanks around quotes ¦ id, rows, columns\np1, "2;1" , "2;1"\n ¦ ${L}
  empty fields behind the last ¦ id,rows,columns\np1,2;1,2;1,,\n ¦ ${L}
`;

describe('CSV is read', () => {
  for (const [what, text, expected] of SHAPES) {
    test(`with ${what}`, () => {
      for (const piece of [undefined, 1, 3, 16]) {
        assert.deepEqual(readText('csv', text, piece).map(shown), [expected], `pieces of ${piece}`);
      }
    });
  }
});

const REJECTS = rowsIn`
  a field too few ¦ p1,2,2,2;1 ¦ expected 5 fields, as in the header, found 4
  a field too many ¦ p1,2,2,2;1,2;1,7 ¦ expected 5 fields, as in the header, found 6
  a width that disagrees ¦ p1,3,2,2;1,2;1 ¦ the width is 3, but there are 2 column clues
  a negative block ¦ p1,2,2,-2;1,2;1 ¦ a block of -2 cells
  a minus that parts nothing ¦ p1,2,2,1-;1,2;1 ¦ expected block lengths .* found "-" in "1-;1"
  a coded column ¦ p1,2,2,aGVsbG8=,2;1 ¦ expected block lengths .* found "a" in "aGVsbG8="
  broken JSON ¦ p1,2,2,"[[2],[1]",2;1 ¦ rows: not valid JSON: expected ',' or ']' after array element at
  a block that does not fit ¦ p1,2,2,3;1,2;1 ¦ row 1: the blocks 3 need 3 cells, but the row has 2
  a quote inside a field ¦ p1,2,2,2";1,2;1 ¦ a quote inside a field
  a quote that is not closed ¦ p1,2,2,"2;1,2;1 ¦ a quote is not closed
  text behind a quote ¦ p1,2,2,"2;1"x,2;1 ¦ a quote is not closed, or occurs inside
  a number that is none ¦ p1,two,2,2;1,2;1 ¦ the width is "two", expected a whole number
  a number beyond all measure ¦ p1,2,2,${'9'.repeat(400)};1,2;1 ¦ row 1
`;

describe('One row of CSV is rejected, and the next is read, for', () => {
  for (const [what, row, reason] of REJECTS) {
    test(what, () => {
      const text = `id,width,height,rows,columns\na,2,2,2;1,2;1\n${row}\nb,2,2,"2;1",2;1\n`;
      for (const piece of [undefined, 1, 5]) {
        const found = readText('csv', text, piece);
        assert.deepEqual(
          found.map(({ name, line }) => `${name} ${line}`).filter((_, i) => i !== 1),
          ['a 2', 'b 4'],
        );
        assert.equal(found[1].line, 3);
        assert.match(found[1].reason ?? 'accepted', new RegExp(reason));
      }
    });
  }
});

describe('CSV', () => {
  test('counts lines with the header, and by where a record starts', () => {
    const text = '# x\n\nid,rows,columns\na,"2\n1","2\n1"\n\nb,2;1,2;1\n';
    assert.deepEqual(eachOf(readText('csv', text), 'name', 'line'), [
      ['a', 4],
      ['b', 8],
    ]);
  });

  test('loses one record if a quote is opened and never closed', () => {
    const rows = Array.from({ length: 2000 }, (_, i) => `p${i},2;1,2;1\n`);
    rows[700] = 'p700,"2;1,2;1\n';
    const found = readText('csv', `id,rows,columns\n${rows.join('')}`, 4096);
    assert.equal(found.length, 2000);
    assert.deepEqual(
      found.flatMap(({ reason, line }) => (reason === null ? [] : [line])),
      [702],
    );
    assert.deepEqual(found.map(({ name }) => name).filter((name) => name === null).length, 1);
  });

  test('loses one record if it is longer than the limit, and says so', () => {
    const limits = { maxLineLength: 100, maxEntryLength: 100 };
    const text = `id,rows,columns\na,2;1,2;1\nb,"${'1\n'.repeat(200)}\nc,2;1,2;1\n`;
    const found = readText('csv', text, 50, limits);
    assert.match(found[1].reason!, /does not end within 100 characters; is a quote not closed\?/);
    assert.equal(found.at(-1)!.name, 'c');
  });

  test('is one reject if the header names a column that counts twice', () => {
    const [one] = readText('csv', 'id,rows,columns,goal,Goal\nx,1,1,#,.\n');
    assert.match(one.reason ?? 'accepted', /the header names the column goal twice: id,rows/);
    const [other] = readText('csv', 'id,rows,columns,remark,remark\nx,1,1,a,b\n');
    assert.equal(other.reason, null);
  });

  test('is one reject, which says what a header would be, if the first line names no clues', () => {
    for (const [first, why] of [
      ['1 2;3,4', 'there is no header'],
      ['a,b', 'there is no header'],
      ['id,title', 'the header names no columns with clues'],
    ]) {
      for (const rest of ['', '\n3,4\n5,"6\n7,8\n']) {
        const found = readText('csv', `# a comment\n\n${first}${rest}`);
        const shown = found.map(({ line, reason }) => `${line}: ${reason}`);
        const wanted =
          'expected a first line such as id,rows,columns, or --csv-columns rows,columns if there is none';
        assert.deepEqual(shown, [`3: CSV: ${why}: ${wanted}, found ${first}`]);
      }
    }
  });

  test('has its first record in its first line if the columns are named', () => {
    const named = (columns: string, text: string): string[] =>
      readText(`csv:${columns}`, text).map((read) => `${read.line} ${read.name} ${shown(read)}`);
    const two = ['1 a 2x1 [[2]] [[1],[1]]', '2 b 1x1 [[1]] [[1]]'];
    assert.deepEqual(named('id,rows,columns', 'a,2,1;1\nb,1,1\n'), two);
    assert.deepEqual(named('id,-,Rows,cols', '"a",x,2,"1;1"\r\nb,,1,1'), two);
    const found = named('columns,rows,id', 'sep=|\n1;1|2|a\n1|1|b\n').at(0);
    assert.deepEqual(found, `2${two[0].slice(1)}`);
    // A field over two lines, and a separator that shows in how many fields there are.
    assert.deepEqual(named('rows,columns,id', '2;"1\n1";a\n'), [two[0]]);
    assert.deepEqual(named('rows,columns', '\n# no\n').length, 0);
    assert.deepEqual(named('rows,columns', 'rows,columns\n1,1\n').length, 2);
  });

  test('holds no entry if there is no row', () => {
    assert.deepEqual(readText('csv', ''), []);
    assert.deepEqual(readText('csv', 'id,rows,columns\n'), []);
    assert.deepEqual(readText('csv', '# nothing\n\n'), []);
  });
});
