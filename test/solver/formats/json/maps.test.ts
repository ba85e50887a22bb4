import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatByName } from '../../../../src/solver/formats/registry.js';
import { readText } from '../read-text.js';

const A = '{"rows":[[1]],"columns":[[1]]}';
const NESTED = `{"size":1,"clues":${A}}`;

const names = (text: string, piece?: number): string[] =>
  readText('json', text, piece).map(({ name, reason }) => `${reason === null ? '' : '!'}${name}`);

describe('A map of puzzles', () => {
  const FILES: readonly [what: string, text: string, expected: string[]][] = [
    ['has keys as names', `{"cat":${A},"dog":${A},"cow":${A}}`, ['cat', 'dog', 'cow']],
    ['may stand under a key', `{"puzzles":{"cat":${A},"dog":${A}}}`, ['cat', 'dog']],
    [
      'may stand beside other things',
      `{"name":"A set","version":{"major":1},"all":{"cat":${A},"dog":${A}},"tags":["x"],"end":{"a":1}}`,
      ['cat', 'dog'],
    ],
    ['may have one puzzle', `{"cat":${A}}`, ['cat']],
    ['may have one puzzle under a key', `{"puzzles":{"cat":${A}}}`, ['cat']],
    [
      'may be one of several',
      `{"easy":{"cat":${A}},"hard":{"dog":${A},"cow":${A}},"last":{"owl":${A},"rat":${A}}}`,
      ['cat', 'dog', 'cow', 'owl', 'rat'],
    ],
    ['may hold clues one level down', `{"cat":${NESTED},"dog":${NESTED}}`, ['cat', 'dog']],
    ['may hold pictures', '{"cat":{"size":1,"grid":["1"]},"dog":{"grid":[[1]]}}', ['cat', 'dog']],
    ['may hold pairs of lists', '{"cat":[[[1]],[[1]]],"dog":[[[1]],[[1]]]}', ['cat', 'dog']],
    ['may be a line each', `{\n"cat":${A},\n"dog":${A},\n"cow":${A}\n}\n`, ['cat', 'dog', 'cow']],
    [
      'may call puzzles like sides, and with escapes',
      `{"cat":${A},"top":${A},"a\\"b \\u0041":${A},"":${A}}`,
      ['cat', 'top', 'a"b A', 'null'],
    ],
    [
      'keeps the names that puzzles have of their own',
      `{"p1":{"id":"cat",${A.slice(1)},"p2":${A}}`,
      ['cat', 'p2'],
    ],
    [
      'may be followed by a list, and lists by it',
      `{"p1":${A},"more":[${A}],"p2":${A},"p3":${A}}`,
      ['p1', 'null', 'p2', 'p3'],
    ],
    [
      'loses a broken puzzle alone',
      `{"cat":${A},"dog":${A},"cow":{"rows":[[1,]],"columns":[[1]]},"owl":${A}}`,
      ['cat', 'dog', '!cow', 'owl'],
    ],
    [
      'goes on behind a missing bracket',
      `{"cat":${A},"dog":${A},"cow":{"rows":[[1],"columns":[[1]]},"owl":${A}}`,
      ['cat', 'dog', '!cow', 'owl'],
    ],
    [
      'passes over settings that look like sizes',
      `{"cat":${A},"dog":${A},"settings":{"rows":5,"cols":5}}`,
      ['cat', 'dog'],
    ],
  ];
  for (const [what, text, expected] of FILES) {
    test(what, () => {
      for (const piece of [undefined, 1, 2, 3, 7, 64]) {
        assert.deepEqual(names(text, piece), expected, `in pieces of ${piece}`);
      }
    });
  }

  test('keeps one puzzle that stands beside its own sizes and names', () => {
    const text = `{"id":"p","rows":2,"cols":1,"clues":{"rows":[[1],[]],"columns":[[1]]},"grid_size":{"rows":2,"cols":1}}`;
    assert.deepEqual(names(text), ['p']);
  });

  test('is a puzzle with its solution if the second object is one', () => {
    const [found, ...others] = readText(
      'json',
      '{"puzzle":{"rows":[[1]],"columns":[[1]]},"solution":[[1]]}',
    );
    assert.equal(others.length, 0);
    assert.deepEqual(found.goal, Uint8Array.of(1));
  });

  test('gives each puzzle its line', () => {
    const text = `{\n"a":${A},\n"b":${A},\n\n"c":${A}, "d":${A}}`;
    for (const piece of [undefined, 1, 5]) {
      assert.deepEqual(
        readText('json', text, piece).map(({ line }) => line),
        [2, 3, 5, null],
      );
    }
  });

  test('is read one puzzle at a time, however long it is', () => {
    for (const puzzle of [A, NESTED]) {
      let found = 0;
      const sink = {
        entry: () => {
          found++;
        },
        reject: () => assert.fail(),
      };
      const limits = { maxLineLength: 400, maxEntryLength: 400 };
      const parser = formatByName('json')!.createParser!(sink, limits);
      parser.write('{"version":1,"puzzles":{');
      for (let i = 0; i < 20_000; i++) {
        parser.write(`${i === 0 ? '' : ','}"p${i}":${puzzle}`);
        // The first waits for the second, which shows that it is a map.
        assert.ok(i === 0 || found === i + 1);
      }
      parser.write('}}');
      parser.end();
      assert.equal(found, 20_000);
    }
  });
});
