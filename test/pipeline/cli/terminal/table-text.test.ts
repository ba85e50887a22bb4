import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitsTable, tableText } from '../../../../src/pipeline/cli/terminal/table-text.js';

const HEAD = [{ title: 'run', right: true }, { title: 'name' }, { title: 'what it is' }];
const ROWS = [
  ['1', 'first', 'a description of some length'],
  ['12', 'x', ''],
];

test('columns are under their titles, and numbers are aligned at the right', () => {
  assert.equal(
    tableText(HEAD, ROWS, Infinity),
    'run  name   what it is\n  1  first  a description of some length\n 12  x\n',
  );
});

test('the last column is cut off at the edge of the terminal', () => {
  assert.equal(tableText(HEAD, ROWS, 24).split('\n')[1], '  1  first  a descrip...');
});

test('a last column is left out if hardly anything of it would be seen', () => {
  assert.equal(tableText(HEAD, ROWS, 23), 'run  name\n  1  first\n 12  x\n');
});

test('a table fits if something of its last column is seen', () => {
  assert.equal(fitsTable(HEAD, ROWS, 24), true);
  assert.equal(fitsTable(HEAD, ROWS, 23), false);
});
