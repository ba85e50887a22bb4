import assert from 'node:assert/strict';
import { test } from 'node:test';
import { qrCode, type QrCode } from '../../../../src/solver/craft/pictures/qr-code.js';

/** The modules of a code, as its path draws them. */
function modulesOf({ side, path }: QrCode): string[] {
  const rows = Array.from({ length: side }, () => Array<string>(side).fill('.'));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    rows[Number(y)].fill('#', Number(x), Number(x) + Number(length));
  }
  return rows.map((row) => row.join(''));
}

const FINDER = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];

test('a QR code has its finders in three corners, and is as large as its text needs', () => {
  for (const [length, side] of [
    [17, 21],
    [18, 25],
    [106, 37],
    [1091, 109],
  ]) {
    const code = qrCode('a'.repeat(length));
    assert.equal(code?.side, side);
    const modules = modulesOf(code);
    const corner = (rows: readonly string[], from: number): string[] =>
      rows.map((row) => row.slice(from, from + 7));
    assert.deepEqual(corner(modules.slice(0, 7), 0), FINDER);
    assert.deepEqual(corner(modules.slice(0, 7), side - 7), FINDER);
    assert.deepEqual(corner(modules.slice(-7), 0), FINDER);
  }
});

test('a text that is too long for a code to be scanned has none', () => {
  assert.equal(qrCode('a'.repeat(1092)), null);
});
