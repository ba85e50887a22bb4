import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openSink } from '../../pipeline/cli/input-output.js';
import { Failure, type Terminal } from '../../pipeline/cli/terminal.js';
import { Random } from '../../solver/craft/random-puzzles.js';
import { cluesOfPicture } from '../../solver/core/puzzle/picture.js';
import { cellsToText } from '../../solver/core/puzzle/text.js';
import { BLANK, type Cells, type Clue, UNKNOWN } from '../../solver/core/puzzle/types.js';
import { countText, numberOf } from '../../solver/core/text/numbers.js';
import { solveLine } from '../../solver/engine/solver/line.js';
import { LINE_QUESTIONS } from '../../pipeline/cli/stream/score-summary.js';
import { CARD, CHECKSUMS } from './dataset-folder.js';
import { type Split, sharePlaceOf, splitAt } from './chunks.js';

/** The most cells of a line that is asked about. */
export const MOST_LINE_CELLS = 60;

/** What decides the bytes of a data set of questions about single lines. */
export interface LinesWanted {
  /** Cells of a line, taken in turn. */
  readonly lengths: readonly number[];
  readonly count: number;
  readonly seed: number;
  readonly split: readonly Split[];
}

interface Line {
  readonly clue: Clue;
  readonly known: Cells;
  /** Null if nothing fits. */
  readonly answer: Cells | null;
}

/** How often a line is drawn anew before there are held to be no more. */
const MOST_TRIES = 10_000;

/**
 * Writes questions about single lines: a line of JSON for each, as many of each kind, no two equal
 * or mirror images, and with a card and checksums.
 * @throws Failure if there are not so many, or a file exists and is not to be replaced.
 */
export async function writeLineQuestions(
  wanted: LinesWanted,
  { out, force }: { readonly out: string; readonly force: boolean },
  terminal: Terminal,
): Promise<readonly { readonly name: string; readonly count: number }[]> {
  const parts = wanted.split.map(({ name }) => ({ name, count: 0, text: '' }));
  for (const [i, line] of Array.from(drawnLines(wanted)).entries()) {
    const part = parts[splitAt(sharePlaceOf(keyOf(line), wanted.seed).share, wanted.split)];
    part.count++;
    part.text += `${JSON.stringify(questionOf(line, i))}\n`;
  }
  const files = [
    ...parts.map(({ name, text }) => ({ name: `${name}.jsonl`, text })),
    { name: CARD, text: cardText(wanted) },
  ];
  const sums = files.map(({ name, text }) => `${hashOf(text)}  ${name}\n`).join('');
  mkdirSync(out, { recursive: true });
  for (const { name, text } of [...files, { name: CHECKSUMS, text: sums }]) {
    const sink = await openSink({ out: join(out, name), force, isStopped: () => false }, terminal);
    await sink.write(text);
    await sink.done();
  }
  return parts;
}

/** @throws Failure if there are not so many. */
function* drawnLines({ lengths, count, seed }: LinesWanted): Generator<Line> {
  const random = new Random(seed);
  const seen = new Set<string>();
  for (let i = 0; i < count; i++) {
    const length = lengths[Math.floor(i / LINE_QUESTIONS.length) % lengths.length];
    for (let tries = 0; ; tries++) {
      if (tries === MOST_TRIES) {
        throw new Failure(
          'NM_NOTHING_FOUND',
          `of lines of ${numberOf(length, 'cell')}, only ${countText(i)} differ from each other`,
          'Ask for fewer, or for longer lines.',
        );
      }
      const line = drawnLine(random, length, LINE_QUESTIONS[i % LINE_QUESTIONS.length]);
      const key = line === null ? null : keyOf(line);
      if (line === null || seen.has(key!)) continue;
      seen.add(key!);
      yield line;
      break;
    }
  }
}

/** A line of that kind, or null if the one that was drawn is of another. */
function drawnLine(
  random: Random,
  length: number,
  kind: (typeof LINE_QUESTIONS)[number],
): Line | null {
  const filled = 0.3 + 0.6 * random.fraction();
  const shown = random.fraction() ** 2;
  const cells = Uint8Array.from({ length }, () => (random.fraction() < filled ? 1 : BLANK));
  const [clue] = cluesOfPicture(cells, length, 1).rows;
  if (kind === 'solved') {
    // Its blocks are all there, and some of its blank cells are not told.
    const known = cells.map((cell) => (cell === 1 || random.fraction() < 0.5 ? cell : UNKNOWN));
    return { clue, known, answer: cells };
  }
  const known = cells.map((cell) => (random.fraction() < shown ? cell : UNKNOWN));
  if (kind === 'impossible') {
    // Each line that was drawn has an answer: one that is told wrong has none, if it is noticed.
    const at = Math.floor(random.fraction() * length);
    known[at] = 1 - cells[at];
    return solveLine(clue, known) === null ? { clue, known, answer: null } : null;
  }
  const answer = solveLine(clue, known)!;
  const isOpen = cells.some((cell, i) => cell === 1 && known[i] === UNKNOWN);
  return isOpen && answer.some((cell, i) => cell !== known[i]) ? { clue, known, answer } : null;
}

/** The same for a line and its mirror image: 16 hexadecimal digits. */
function keyOf({ clue, known }: Line): string {
  const ways = [
    `${clue.join(' ')}|${known.join('')}`,
    `${clue.toReversed().join(' ')}|${known.toReversed().join('')}`,
  ];
  return hashOf(ways.sort()[0]).slice(0, 16);
}

function questionOf({ clue, known, answer }: Line, number: number): object {
  const { length } = known;
  const text = (cells: Cells): string => cellsToText(cells, length, 1, 1);
  return {
    id: `line-${number}`,
    kind: LINE_QUESTIONS[number % LINE_QUESTIONS.length],
    clue,
    known: text(known),
    question: [
      `One line of a nonogram has ${numberOf(length, 'cell')}: # is filled, . is blank, ? is unknown.`,
      `Clue: ${clue.length === 0 ? '0' : clue.join(' ')}`,
      `Line: ${text(known)}`,
      'The clue has the lengths of the blocks of filled cells, in order, with at least one blank cell between two blocks; 0 is none. ' +
        'Place the blocks in every way that fits the line. Which cells are the same in all of them? ' +
        'Answer with the line once more: # or . for these cells, ? for all others. If no way fits, answer: impossible',
    ].join('\n'),
    answer: answer === null ? 'impossible' : text(answer),
  };
}

function cardText({ lengths, count, seed, split }: LinesWanted): string {
  const parts = split.map(({ name, share }) => `${name}:${share}`).join(',');
  return `---
license: cc0-1.0
pretty_name: Single lines of nonograms
---

# Single lines of nonograms

${numberOf(count, 'question')} about lines of ${lengths.join(', ')} cells, a third of each kind: \`overlap\` (some cells follow), \`impossible\`
(nothing fits) and \`solved\` (all blocks are there). No two are equal or mirror images, in no two parts either.
Made by \`nonomill dataset --lines ${lengths.join(',')} --count ${count} --seed ${seed} --split ${parts}\`.
`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
