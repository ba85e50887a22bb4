// What tests of all kinds need: how deep they go, folders, goldens, and what they wait for.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DEFAULT_SOLVE_LIMITS } from '../../src/solver/engine/model/limits.js';

/**
 * How deep the tests go: `npm test` as deep as finds what breaks, `npm run test:deep` (and so CI)
 * as deep as they can. What only the second does is skipped by the first.
 */
const DEEP = process.env.NONOMILL_TEST_DEPTH === 'deep';

/** How often, how many, or how: the first in `npm test`, the second in `npm run test:deep`. */
export function depth<T = number>(usual: T, deep: T): T {
  return DEEP ? deep : usual;
}

/** A test that only `npm run test:deep` runs. */
export const deepTest: typeof test.skip = DEEP ? test : test.skip;

/** The option `skip` of one that may be skipped for other reasons as well. */
export const ONLY_DEEP = DEEP ? false : 'only in npm run test:deep';

/** The usual limits without a time, so that a busy machine finds what a quiet one does. */
export const UNTIMED = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: Infinity };

/** Folders that Windows did not delete, as something in them was still open. */
const busy: string[] = [];
const WHOLE = { recursive: true, force: true };
process.on('exit', () => {
  for (const folder of busy) {
    try {
      rmSync(folder, { ...WHOLE, maxRetries: 5 });
    } catch {
      // A process that the test has started is still there.
    }
  }
});

/** A new folder; it is deleted when the test has ended, or if that cannot be, with the process. */
export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'nonomill-'));
  t.after(() => remove(folder));
  return folder;
}

/** A new folder with these files in it; it is deleted when the tests of the file have ended. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'nonomill-'));
  after(() => remove(folder));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return folder;
}

function remove(folder: string): void {
  try {
    rmSync(folder, WHOLE);
  } catch {
    busy.push(folder);
  }
}

/** These fields of each of `all`; of one field the values alone. */
export function eachOf<T>(all: readonly T[], ...names: readonly (keyof T)[]): unknown[] {
  return all.map((one) => (names.length === 1 ? one[names[0]] : names.map((name) => one[name])));
}

/** Fails unless these are what `of` makes of each of `all`. */
export function assertEach<T>(
  all: readonly T[],
  of: (one: T, place: number) => unknown,
  expected: readonly unknown[],
): void {
  assert.deepEqual(all.map(of), expected);
}

/** Fails and names those of `all` that are so. */
export function assertNone<T>(all: readonly T[], isSo: (one: T) => boolean): void {
  assert.deepEqual(all.filter(isSo), []);
}

/**
 * The rows of a table that is written one a line, with ` ¦ ` between their cells: each is a test of
 * one form. In a cell, `\n` and `\u0041` are what they are in a text, and `\\` is one `\`.
 */
export function rowsIn({ raw }: TemplateStringsArray, ...values: readonly string[]): string[][] {
  const written = values.map((value) => value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n'));
  const lines = String.raw({ raw }, ...written)
    .trim()
    .split(/\n\s*/);
  const read = (cell: string): string =>
    cell.replaceAll(/\\(?:[nrt\\]|u[\da-f]{4})/g, (sign) => JSON.parse(`"${sign}"`) as string);
  return lines.map((line) => line.split(' ¦ ').map(read));
}

/** The lines of a text, without breaks at its end. */
export function linesIn(text: string): string[] {
  return text.trimEnd().split('\n');
}

/**
 * How long something may take on the busiest machine: a test that waits without an end holds up all
 * others.
 */
const MOST_MS = 120_000;

/**
 * Looks at something again and again until it holds; fails after so many looks that it never will.
 */
export async function until(holds: () => boolean | Promise<boolean>, everyMs = 20): Promise<void> {
  for (let looks = 0; !(await holds()); looks++) {
    if (looks * everyMs > MOST_MS) throw new Error(`it never came to be: ${String(holds)}`);
    await delay(everyMs);
  }
}

/** test/goldens of the sources, seen from dist/test/support. */
const GOLDENS = fileURLToPath(new URL('../../../test/goldens', import.meta.url));

/**
 * Compares `text` with test/goldens/<name>, which only `npm test -- <word> --update-goldens`
 * rewrites.
 */
export function assertGolden(name: string, text: string): void {
  const file = join(GOLDENS, name);
  if (process.env['UPDATE_GOLDENS'] === '1') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return;
  }
  const [, word = '<word>'] = /([\w-]+)\.test\.[jt]s/.exec(new Error().stack ?? '') ?? [];
  const accept = `npm test -- ${word} --update-goldens`;
  const message = `differs from test/goldens/${name}; if that is meant, "${accept}" accepts it`;
  assert.equal(text, readFileSync(file, 'utf8'), message);
}
