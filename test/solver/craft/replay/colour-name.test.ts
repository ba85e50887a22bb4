import assert from 'node:assert/strict';
import { test } from 'node:test';
import { colourNames } from '../../../../src/solver/craft/replay/colour-name.js';

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

test('a dull colour keeps its hue, and a grey one has none', () => {
  const called = {
    '#3f7d4e': 'green',
    '#5f7d63': 'green',
    '#4a6b8a': 'blue',
    '#2b4a6f': 'dark blue',
    '#d2b48c': 'beige',
    '#a0522d': 'brown',
    '#808a80': 'grey',
    '#f0f0f0': 'white',
  };
  for (const [colour, name] of Object.entries(called)) {
    assert.equal(colourNames(['#123456', colour, '#00ffff'])?.[1], name, colour);
  }
});

test('colours with the same name get their number, and black on white needs no names', () => {
  const names = colourNames(['#ffffff', '#d7263d', '#c8102e', '#000000']);
  assert.deepEqual(names, ['white', 'red (colour 1)', 'red (colour 2)', 'black']);
  assert.equal(colourNames(['#ffffff', '#000000']), null);
});
