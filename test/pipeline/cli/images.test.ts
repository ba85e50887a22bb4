import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { nonomill } from '../../support/nonomill.js';
import { png } from '../../support/png.js';
import { folderWith } from '../../support/temporary.js';

const HEART = ['.##.##.', '#######', '#######', '.#####.', '..###..', '...#...'];
const PLUS = '{"id":"plus","rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}';

/** A book of a puzzle and a picture, beside which there is one that is not read. */
function book(): string {
  return folderWith({ 'a.json': PLUS, 'heart.png': png(HEART), 'photo.jpg': 'JPEG' });
}

test('with --images, each PNG of a folder is a puzzle at its own size, in the account and in the gates', async () => {
  const folder = book();
  const db = ['--db', join(folder, 'r.sqlite')];
  const words = ['run', folder, ...db, '--no-report', '--threads', '1', '--images'];
  const strict = ['--strict', '--require', 'line,goal', '--ignore', '*.jpg'];
  const { code, stdout, stderr } = await nonomill([...words, ...strict]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /accounted for {2}2 entries = 2 results \+ 0 rejects/);
  const shown = await nonomill(['show', 'heart', ...db]);
  assert.match(shown.stdout, /^heart, 7x6: one solution/);
  assert.ok(shown.stdout.includes(HEART.join('\n')), shown.stdout);
  const again = await nonomill([...words, '--resume', '--strict', '--ignore', '*.jpg']);
  assert.match(again.stderr, /^nonomill: Run 1 had other gates: /);
  assert.equal(again.code, 0, again.stderr);
});

test('without --images the reason names it, and what is no PNG is left out with it, too', async () => {
  const folder = book();
  const without = await nonomill(['rate', folder]);
  assert.match(
    without.stderr,
    /heart\.png: a picture \(PNG\): --images reads it, or "generate --from-image" makes a puzzle of it\n/,
  );
  const read = await nonomill(['rate', folder, '--images']);
  assert.match(read.stderr, /^nonomill: left out: \S*photo\.jpg: a picture \(JPEG\): [^\n]*\n$/);
  assert.match(read.stdout, /^plus, .*\nheart, 7x6: /);
});

test('--images reads a PNG that is named, or that --format names', async () => {
  const folder = book();
  const file = join(folder, 'heart.png');
  for (const words of [
    ['convert', file, '-', '--to', 'picture', '--images'],
    ['convert', file, '-', '--to', 'picture', '--format', 'png'],
    ['convert', join(folder, '*.png'), '-', '--to', 'picture', '--format', 'png'],
  ]) {
    const { code, stdout, stderr } = await nonomill(words);
    assert.equal(code, 0, stderr);
    assert.equal(stdout, `${HEART.join('\n')}\n`);
  }
});

test('a blank picture is a reject: a white sprite on nothing passes no gate as a puzzle', async () => {
  const folder = folderWith({ 'heart.png': png(HEART), 'sprite.png': png(['....', '....']) });
  const words = ['run', folder, '--db', join(folder, 'r.sqlite'), '--no-report', '--images'];
  const { code, stdout, stderr } = await nonomill([...words, '--strict', '--require', 'line']);
  assert.equal(code, 3, stderr);
  assert.match(stdout, /accounted for {2}2 entries = 1 result \+ 1 reject/);
  assert.match(stderr, /sprite\.png.*the picture is blank: no pixel is dark/);
  const gate = await nonomill([...words, '--require', 'unique,line', '--quiet']);
  assert.equal(gate.code, 3, gate.stderr);
  assert.match(gate.stderr, /sprite\.png/);
});

test('a picture that is damaged, or larger than a puzzle is drawn, is a reject that says so', async () => {
  const wide = png(['#'.repeat(101), '.'.repeat(101)]);
  const folder = folderWith({
    'cut.png': png(HEART).subarray(0, 50),
    'heart.png': png(HEART),
    'text.png': 'no picture',
    'wide.png': wide,
  });
  const { code, stdout, stderr } = await nonomill(['rate', folder, '--images']);
  assert.equal(code, 1);
  assert.match(stdout, /^heart, 7x6: [^\n]*\n$/);
  assert.match(stderr, /cut\.png#0: png: the file is cut off/);
  assert.match(stderr, /text\.png#0: png: expected a PNG/);
  assert.match(
    stderr,
    /wide\.png#0: png: expected a picture of at most 100x100 pixels.*found 101x2; /,
  );
});

test('rank says of each picture that it cannot read why it was left out', async () => {
  const empty = png(['....', '....']);
  const folder = folderWith({
    'heart.png': png(HEART),
    'cut.png': empty.subarray(0, 40),
    'blank.png': empty,
    'photo.jpg': 'JPEG',
  });
  const { code, stdout, stderr } = await nonomill(['rank', folder, '--images']);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /heart/);
  assert.match(stderr, /cut\.png.*: \S+/);
  assert.match(stderr, /blank\.png.*: \S+/);
  assert.match(stderr, /left out: \S*photo\.jpg: a picture \(JPEG\)/);
});

test('fixed puzzles of sources that differ in their extensions alone become two files', async () => {
  const folder = folderWith({ 'heart.json': PLUS, 'heart.png': png(HEART) });
  const out = join(folder, 'fixed');
  const { code, stderr } = await nonomill([
    'fix',
    folder,
    '--images',
    '--out',
    `${out}/`,
    '--force',
  ]);
  assert.equal(code, 0, stderr);
  assert.match(readFileSync(join(out, 'heart.json'), 'utf8'), /"id":"plus"/);
  assert.match(readFileSync(join(out, 'heart.png.json'), 'utf8'), /"id":"heart"/);
});
