import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  DETECTION_LENGTH,
  FORMATS,
  canReadText,
  formatByName,
} from '../../../src/solver/formats/registry.js';
import { randomNumbers } from '../../support/random-puzzle.js';
import { fuzzOnce, seedsOf } from '../../../src/pipeline/corpus/format-check.js';
import { depth } from '../../support/tests.js';

/** Texts made for each format. */
const ROUNDS = depth(120, 1500);

describe('Damaged and random text is rejected or read, never worse, as', () => {
  for (const format of FORMATS.filter(canReadText)) {
    test(format.name, () => {
      const seeds = seedsOf(format, randomNumbers(7));
      assert.ok(seeds.length > 0);
      const random = randomNumbers(FORMATS.indexOf(format) + 1);
      for (let round = 0; round < ROUNDS; round++) fuzzOnce(format, seeds, random);
    });
  }
});

/** Shapes of JSON that no writer makes, to be damaged. */
const OTHER_JSON = [
  '{"cat":{"rows":[[1],[]],"cols":[[1]]},"dog":{"clues":{"left":[[1]],"top":[[1]]}},"cow":{"grid":["##","#."]}}',
  '{\n"version":1,"all":{\n"a":{"rows":[[1]],"cols":[[1]]},\n"b":{"rows":[[1]],"cols":[[1]]}\n},"list":[{"x":[[1]],"y":[[1]]}]}',
  '{"palette":{"bg":"#fff","red":"#f00"},"rowHints":[[{"color":"red","count":2}],["1r"]],"colHints":[[[2,"red"]],[1,"red"]]}',
  '[{"rows":"1r 1b;2r","columns":"2r;1b 1r","colors":["#fff","#f00","#00f"]},{"horizontal":[[1]],"vertical":[[1],[]],"width":1,"height":2}]',
  '{"palette":["#000","#f00"],"cells":[[null,0],[1,1]],"background":"white"}',
];

test('damaged maps of puzzles and coloured JSON are rejected or read, in pieces as in one', () => {
  const random = randomNumbers(11);
  for (const name of ['json', 'ndjson']) {
    const format = formatByName(name)!;
    for (let round = 0; round < 4 * ROUNDS; round++) fuzzOnce(format, OTHER_JSON, random);
  }
});

/** What detection looks at, or a quarter: square time is sixteen times as long there, too. */
const LOOKED_AT = depth(DETECTION_LENGTH / 4, DETECTION_LENGTH);

/** Microseconds of the processor: ten or twenty times what the slowest takes. */
const MOST_DETECTING = depth(400_000, 3_000_000);

test('detection takes no longer for text that is made to slow patterns down', () => {
  const signs = [
    '\n',
    '\r',
    ' ',
    '\t',
    '[',
    '(',
    '{"',
    '}',
    '1',
    '1 ',
    '1\n',
    '#',
    '.',
    '"',
    ':\n',
    'c\n',
    '1x1:',
  ];
  const around = [
    ...['', 'x', '{', '[', '\n#'].map((end) => ['', end]),
    ...['rows', '[clues]', 'static char', '"'].map((beginning) => [beginning, 'x']),
  ];
  for (const sign of signs.filter((_, i) => i % depth(4, 1) === 0)) {
    for (const [beginning, end] of around) {
      const head = beginning + sign.repeat(LOOKED_AT / sign.length) + end;
      // One that tries every way to split the head would not end in a lifetime.
      for (const format of FORMATS) {
        const before = process.cpuUsage();
        assert.ok(format.detect(head) <= 1);
        const { user, system } = process.cpuUsage(before);
        const said = `${format.name}: ${JSON.stringify([beginning, sign, end])}`;
        assert.ok(user + system < MOST_DETECTING, said);
      }
    }
  }
});
