import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameByFile, ownName, puzzleName } from '../../../../src/solver/core/text/puzzle-name.js';

const PATH = 'book/cat.nin.gz';

test('a puzzle is called by its title, else by its name', () => {
  assert.equal(puzzleName({ name: 'p1', title: 'A\u001b[31m cat', path: PATH }), 'A\ufffd[31m cat');
  assert.equal(puzzleName({ name: 'p1', title: null, path: PATH }), 'p1');
  assert.equal(puzzleName({ name: 'other.nin#0', title: null, path: PATH }), 'other.nin#0');
  assert.equal(puzzleName({ name: `${PATH}#first`, title: null, path: PATH }), `${PATH}#first`);
  assert.equal(puzzleName({ name: `${PATH}#1`, title: null, path: null }), `${PATH}#1`);
  assert.equal(puzzleName({ name: '', title: null, path: PATH }), '(no name)');
});

test('a puzzle without either is called by its file, and has no name of its own', () => {
  assert.equal(puzzleName({ name: `${PATH}#0`, title: null, path: PATH }), 'cat');
  assert.equal(puzzleName({ name: `${PATH}#1`, title: null, path: PATH }), 'cat 2');
  assert.equal(ownName({ name: `${PATH}#1`, title: null, path: PATH }), '');
  assert.equal(ownName({ name: `${PATH}#1`, title: 'Apple', path: PATH }), 'Apple');
  assert.equal(nameByFile('.hidden', 0), '.hidden');
});
