import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SETTINGS, type Settings } from '../../../../src/solver/engine/model/settings.js';
import { solvePuzzle } from '../../../../src/solver/engine/solver/solve.js';
import { ROOT } from '../../../support/nonomill.js';
import { randomNumbers, randomPuzzle, withSwappedRows } from '../../../support/random-puzzle.js';

type SettingName = keyof Settings;

const NAMES = Object.keys(SETTINGS) as SettingName[];

const SOURCE = readFileSync(join(ROOT, 'src/solver/engine/model/settings.ts'), 'utf8');

/** A line of the table of settings. */
interface Described {
  readonly meaning: string;
  /** As they are written: 0.5, -1, 10,000 or 2^20. */
  readonly least: string;
  readonly greatest: string;
  readonly measured: string;
}

function describedSetting(name: SettingName): Described {
  const comment = new RegExp(`((?:^ {2}// (?!-).*\\n)+) {2}${name}:`, 'm').exec(SOURCE);
  assert.ok(comment !== null, `${name} has no comment`);
  const words = comment[1].replace(/\s*\/\/ /g, ' ').trim();
  const parts = /^(.*?) @range (\S+) to (\S+) @measured (.*)$/.exec(words);
  assert.ok(parts !== null, `${name}: expected a meaning, @range and @measured, found "${words}"`);
  const [, meaning, least, greatest, measured] = parts;
  return { meaning, least, greatest, measured };
}

/** The least and the greatest value. */
function rangeOf(name: SettingName): [number, number] {
  const { least, greatest } = describedSetting(name);
  return [numberOf(least), numberOf(greatest)];
}

/** The number that a text such as 0.5, -1, 10,000 or 2^20 spells. */
function numberOf(text: string): number {
  const power = /^2\^(\d+)$/.exec(text);
  const number = power === null ? Number(text.replaceAll(',', '')) : 2 ** Number(power[1]);
  assert.ok(Number.isFinite(number), `"${text}" is not a number`);
  return number;
}

/** docs/solver/settings.md. */
function settingsPage(): string {
  const paragraphs = [
    '# Settings',
    'Every tunable number of the solver, in the order of its work, by `src/solver/engine/model/settings.ts`. None changes a verdict: each ' +
      'changes how long it takes. With any value from the least to the greatest the solver still works well.',
  ];
  for (const [, stage, names] of SOURCE.matchAll(
    /^ {2}\/\/ -+ (.*) -+\n((?:(?! {2}\/\/ -).*\n)*)/gm,
  )) {
    const lines = [...names.matchAll(/^ {2}(\w+): [^,]+,$/gm)].map((match) => {
      const name = match[1] as SettingName;
      const { meaning, least, greatest, measured } = describedSetting(name);
      const usual = SETTINGS[name].toLocaleString('en', { maximumFractionDigits: 6 });
      return `| ${[`\`${name}\``, usual, least, greatest, meaning, measured].join(' | ')} |`;
    });
    const head = '| setting | usual | least | greatest | what it is | what was measured |';
    paragraphs.push(
      `## ${stage}`,
      [head, '| --- | --- | --- | --- | --- | --- |', ...lines].join('\n'),
    );
  }
  return `${paragraphs.join('\n\n')}\n`;
}

test('every setting lies within its range and says what it is', () => {
  assert.equal(SOURCE.match(/@range \S+ to/g)?.length, NAMES.length);
  for (const name of NAMES) {
    const { meaning, measured } = describedSetting(name);
    const range = rangeOf(name);
    assert.ok(range[0] < range[1], name);
    assert.ok(range[0] <= SETTINGS[name] && SETTINGS[name] <= range[1], name);
    assert.ok(meaning.length > 10 && measured.length > 5, name);
  }
});

test('docs/solver/settings.md says what the table says', () => {
  const file = join(ROOT, 'docs', 'solver', 'settings.md');
  if (process.env['UPDATE_GOLDENS'] === '1') writeFileSync(file, settingsPage());
  const accept = 'npm test -- settings --update-goldens';
  assert.equal(readFileSync(file, 'utf8'), settingsPage(), accept);
});

test('no setting changes a verdict, at either end of its range', (context) => {
  const usual = { ...SETTINGS };
  context.after(() => Object.assign(SETTINGS, usual));
  const random = randomNumbers(17);
  const puzzles = Array.from({ length: 8 }, (_, i) => {
    const puzzle = randomPuzzle(random, 9, 9, 0.4, 1 + (i % 2));
    return i % 3 === 0 ? withSwappedRows(puzzle, 0, 8) : puzzle;
  });
  const limits = { timeoutMs: Infinity, maxSteps: Infinity, memoryBytes: Infinity, guessDepth: 1 };
  const verdicts = (): string =>
    puzzles
      .flatMap((puzzle) => [
        solvePuzzle(puzzle, { ...limits, count: 2 }).status,
        solvePuzzle(puzzle, { ...limits, count: 'exact' }).solutions,
      ])
      .join();
  const expected = verdicts();
  for (const name of NAMES) {
    for (const end of rangeOf(name)) {
      Object.assign(SETTINGS, usual, { [name]: end });
      assert.equal(verdicts(), expected, `${name} = ${end}`);
    }
  }
});
