import { choiceFlag, integerFlag, switchFlag, textFlag, valueFlag } from './flag-kinds.js';
import { readDensity, readSizes, readSize } from './grid-words.js';

/** Every flag of every command: its words, its default, its range, its help; said once. */

export const seed = integerFlag({
  name: 'seed',
  min: 0,
  max: Number.MAX_SAFE_INTEGER,
  fallback: 1,
  help: 'The same seed gives the same puzzles.',
});

export const count = integerFlag({
  name: 'count',
  min: 1,
  max: Number.MAX_SAFE_INTEGER,
  fallback: 1000,
  help: 'How many puzzles.',
  alsoTried: ['number', 'n'],
});

export const size = valueFlag({
  name: 'size',
  value: 'WxH,...',
  fallback: [{ width: 15, height: 15 }],
  defaultText: '15x15',
  help: 'Width and height in cells; several sizes are taken in turn.',
  alsoTried: ['sizes', 'dimensions'],
  read: readSizes,
});

export const density = valueFlag({
  name: 'density',
  value: 'share',
  fallback: { from: 0.5, to: 0.5 },
  defaultText: '0.5',
  help: 'How likely a cell is filled, from 0 to 1; with a range such as 0.4..0.6 each puzzle draws its own.',
  read: readDensity,
});

export const all = valueFlag({
  name: 'all',
  value: 'WxH',
  fallback: null,
  help: 'The clues of every grid of this size instead: 2^(W*H) puzzles.',
  read: readSize,
});

export const out = textFlag({
  name: 'out',
  value: 'file',
  fallback: null,
  defaultText: 'standard output',
  help: 'Where to write; .gz compresses.',
  alsoTried: ['output', 'file', 'o'],
});

export const to = choiceFlag({
  name: 'to',
  choices: ['csv', 'ndjson'] as const,
  fallback: null,
  defaultText: "by the file's name, else csv",
  help: 'What to write.',
  alsoTried: ['format', 'type'],
});

export const goal = switchFlag({
  name: 'goal',
  help: 'Write the picture too, which a run then compares with its solution.',
  alsoTried: ['solution', 'picture'],
});
