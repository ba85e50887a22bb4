import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { nonomill } from '../../../support/nonomill.js';
import { folderWith } from '../../../support/temporary.js';

const PLUS = '{"id":"plus","rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}\n';
const DOT = '{"id":"dot","rows":[[1],[0]],"columns":[[1],[0]]}\n';
const EITHER = '{"id":"dot","rows":[[1],[1]],"columns":[[1],[1]]}\n';
const FULL = '{"id":"full","rows":[[2],[2]],"columns":[[2],[2]]}\n';

test('the line at the end of a quiet night says what is new and worse, rejects, gates and the report', async () => {
  const cwd = folderWith({});
  const night = async (puzzles: string, ...more: string[]): Promise<string> => {
    writeFileSync(join(cwd, 'book.ndjson'), puzzles);
    const words = ['run', 'book.ndjson', '--quiet', '--threads', '1', '--name', 'book', ...more];
    const { stderr } = await nonomill(words, { cwd });
    return stderr.replace(/[\d.]+ m?s, report/, 'TIME, report');
  };
  const gate = ['--require', 'no-worse'];
  assert.match(
    await night(PLUS + DOT, ...gate),
    /\nRun 1 \(book\) is complete: 2 puzzles, 0 rejects, gates PASS, TIME, report reports.run-1.index\.html\n$/,
    'a first night has nothing to compare with, and says so before',
  );
  assert.match(
    await night(`${PLUS}${DOT}${FULL}nonsense\n`, ...gate),
    /^Run 2 \(book\) is complete: 3 puzzles, 1 new, 0 gone, 0 worse, 1 reject \(1 new\), gates PASS, TIME, .*\n$/,
  );
  assert.match(
    await night(PLUS + EITHER + FULL, ...gate),
    /gates: FAIL --require no-worse \(1\)\nRun 3 \(book\) is complete: 3 puzzles, 0 new, 0 gone, 1 worse, 0 rejects, gates FAIL no-worse, /,
  );
  assert.match(await night(PLUS, '--no-report'), /^Run 4 .*, no gates, .*, no report\n$/);
});

test('a quiet night that was stopped says so in its last line', async () => {
  const cwd = folderWith({ 'many.ndjson': PLUS.repeat(2000) });
  const words = ['run', 'many.ndjson', '--threads', '1', '--no-report', '--quiet'];
  const { code, stderr } = await nonomill([...words, '--stop-after', '1ms'], { cwd });
  assert.equal(code, 130);
  assert.match(
    stderr,
    /\nRun 1 was stopped: [\d,]+ puzzles?, 0 rejects, no gates, .*, no report\n$/,
  );
});
