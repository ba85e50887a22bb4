import assert from 'node:assert/strict';
import { test } from 'node:test';
import { colourNames } from '../../src/replay/colour-name.js';

test('colours have the names that people would give them', () => {
  const called = {
    '#3d4550': 'dark grey',
    '#1f2430': 'black',
    '#6b4226': 'brown',
    '#d7263d': 'red',
    '#f5a800': 'orange',
    '#2e9e4f': 'green',
    '#9ec9e2': 'light blue',
    '#7b4fa3': 'purple',
  };
  const names = colourNames(['#ffffff', ...Object.keys(called)]);
  assert.deepEqual(names, ['white', ...Object.values(called)]);
});

test('colours with the same name get their number, and black on white needs no names', () => {
  const names = colourNames(['#ffffff', '#d7263d', '#c8102e', '#000000']);
  assert.deepEqual(names, ['white', 'red (colour 1)', 'red (colour 2)', 'black']);
  assert.equal(colourNames(['#ffffff', '#000000']), null);
});
