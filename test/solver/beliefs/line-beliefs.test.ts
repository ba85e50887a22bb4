import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { pack } from '../../../src/puzzle/packed.js';
import { block, type Clue } from '../../../src/puzzle/types.js';
import { LineBeliefs } from '../../../src/solver/beliefs/line-beliefs.js';
import { Problem } from '../../../src/solver/model/problem.js';

/** All ways to lay the blocks of a clue into a line: the value of each cell. */
function placements(clue: readonly (readonly [number, number])[], length: number): number[][] {
  if (clue.length === 0) return [Array.from({ length }, () => 0)];
  const [[size, colour], ...rest] = clue;
  const found: number[][] = [];
  for (let start = 0; start + size <= length; start++) {
    const gap = rest.length > 0 && rest[0][1] === colour ? 1 : 0;
    if (start + size + gap > length) continue;
    const head = [
      ...Array.from({ length: start }, () => 0),
      ...Array.from({ length: size }, () => colour),
      ...Array.from({ length: gap }, () => 0),
    ];
    for (const tail of placements(rest, length - head.length)) found.push([...head, ...tail]);
  }
  return found;
}

const LENGTH = 9;
/** The least probability that sums of rounded numbers can tell from none, as in the room that is tested. */
const LEAST = 1e-9;
const lineAndOdds = fc.record({
  blocks: fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 2 })), {
    minLength: 1,
    maxLength: 3,
  }),
  odds: fc.array(fc.double({ min: 0.2, max: 5, noNaN: true }), {
    minLength: 2 * LENGTH,
    maxLength: 2 * LENGTH,
  }),
});

test("the odds of a line's cells are those of an enumeration of its placements", () => {
  fc.assert(
    fc.property(lineAndOdds, fc.boolean(), ({ blocks, odds }, coloured) => {
      const colours = coloured ? 2 : 1;
      const clue = blocks.map(([size, colour]) => [size, coloured ? colour : 1] as const);
      const ways = placements(clue, LENGTH);
      fc.pre(ways.length > 1);
      const rows: Clue[] = [clue.map(([size, colour]) => block(size, colour))];
      const columns: Clue[] = Array.from({ length: LENGTH }, () => []);
      const problem = new Problem();
      problem.load(
        pack({ width: LENGTH, height: 1, rows, columns, colours, palette: null, start: null }),
        0,
      );
      const heard = Float64Array.from(odds.slice(0, colours * LENGTH));
      const told = new Float64Array(colours * LENGTH);
      const prior = new Float64Array(colours * LENGTH).fill(1);
      new LineBeliefs().tell(problem, 0, 0, 1, prior, heard, told);
      const weightWithout = (cell: number, value: number): number => {
        let sum = 0;
        for (const cells of ways.filter((placement) => placement[cell] === value)) {
          let weight = 1;
          cells.forEach((v, i) => {
            if (v > 0 && i !== cell) weight *= heard[i * colours + v - 1];
          });
          sum += weight;
        }
        return sum;
      };
      for (let cell = 0; cell < LENGTH; cell++) {
        const weights = Array.from({ length: colours + 1 }, (_, value) =>
          value === 0
            ? weightWithout(cell, 0)
            : weightWithout(cell, value) * heard[cell * colours + value - 1],
        );
        const all = weights.reduce((sum, weight) => sum + weight, 0);
        // What is less likely than this counts as if it were not.
        const [blank, ...filled] = weights.map((weight) => Math.max(LEAST, weight / all));
        for (let value = 1; value <= colours; value++) {
          // Neither blank nor this colour: its odds do not matter.
          if (weights[0] === 0 && weights[value] === 0) continue;
          const odds = filled[value - 1] / heard[cell * colours + value - 1] / blank;
          const wanted = Math.min(1000, Math.max(1 / 1000, odds));
          const came = told[cell * colours + value - 1];
          assert.ok(
            Math.abs(Math.log(came / wanted)) < 1e-3,
            `cell ${cell}, value ${value}: ${came} instead of ${wanted}`,
          );
        }
      }
    }),
    // The first once needed that least probability.
    {
      numRuns: 500,
      examples: [
        [
          {
            blocks: [
              [3, 1],
              [2, 2],
              [1, 1],
            ],
            odds: [
              3.7766054604325934, 0.2, 2.9828563414164835, 0.8437588940248534, 4.9999999999967075,
              0.2, 0.20000000000000034, 0.634663089480142, 0.2, 1.0953765177607129, 0.2, 0.2, 0.2,
              0.2, 0.2, 0.2, 0.2, 0.2,
            ],
          },
          true,
        ],
      ],
    },
  );
});

test('the odds of long lines stay numbers', () => {
  const length = 600;
  const rows: Clue[] = [[block(100, 1), block(200, 1), block(1, 1)]];
  const columns: Clue[] = Array.from({ length }, () => []);
  const problem = new Problem();
  problem.load(
    pack({ width: length, height: 1, rows, columns, colours: 1, palette: null, start: null }),
    0,
  );
  const heard = Float64Array.from({ length }, (_, i) => (i % 2 === 0 ? 1e9 : 1e-9));
  const told = new Float64Array(length);
  new LineBeliefs().tell(problem, 0, 0, 1, new Float64Array(length).fill(1e4), heard, told);
  assert.ok(told.every((odds) => odds >= 1e-3 && odds <= 1e3));
});
