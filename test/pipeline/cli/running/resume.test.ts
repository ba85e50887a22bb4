import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openStore } from '../../../../src/pipeline/store/open/open.js';
import { folderWith } from '../../../support/tests.js';
import { ends, nonomill, succeeds } from '../../../support/nonomill.js';
import { resumeCommand } from '../../../../src/pipeline/cli/running/carry-out.js';
import { howFar } from '../../../../src/pipeline/cli/commands/report.js';
import { findRun } from '../../../../src/pipeline/store/stored-runs.js';
import { columnsOf, resultOf, startedRun } from '../../../support/store-samples.js';
import { finishSource, writeEntries } from '../../../support/write-entries.js';
import { change } from '../../../support/runs/solve-parts.js';

const UNIQUE = '{"id":"plus","rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}';

/** A database with a complete run of one puzzle, and the folder that it is in. */
async function ranOnce(...flags: string[]): Promise<{ folder: string; db: string }> {
  const folder = folderWith({ 'some.ndjson': `${UNIQUE}\n` });
  const db = join(folder, 'some.sqlite');
  const words = ['run', 'some.ndjson', '--db', db, '--no-report', '--quiet', ...flags];
  await succeeds(words, { cwd: folder });
  return { folder, db };
}

/** Leaves the run as a kill before its first result would have left it. */
function killed(db: string): void {
  change(
    db,
    `DELETE FROM result_rows; DELETE FROM piece_counts;
     UPDATE runs SET state = 'running', finished_at = NULL`,
  );
}

test('a run that was killed is listed as stopped without notice, with how to go on', async () => {
  const { folder, db } = await ranOnce('--timeout', '3s');
  killed(db);
  const listed = await nonomill(['runs', '--db', db]);
  assert.match(listed.stdout, / stopped without notice /);
  assert.match(
    listed.stderr,
    /Run 1 was killed, or the machine stopped\. To go on: nonomill run --resume --db .*some\.sqlite\n/,
  );
  const words = ['run', '--resume', '--db', db, '--no-report', '--json'];
  const resumed = await succeeds(words, { cwd: folder });
  assert.equal((JSON.parse(resumed.stdout) as { puzzles: number }).puzzles, 1);
  const after = await nonomill(['runs', '--db', db, '--json']);
  assert.equal(after.stderr, '');
  assert.match(after.stdout, /"state": "complete"/);
});

test('a retry refuses what says how a corpus is read', async () => {
  for (const flag of [['--limit', '3'], ['--format', 'csv'], ['--name', 'x'], ['--ignore-start']]) {
    const { stderr } = await ends(2, ['run', '--retry', 'timeout', ...flag]);
    assert.match(stderr, new RegExp(`${flag[0]} has no effect with --retry`));
  }
});

test('damage that shows only when the database is read is called damage', async () => {
  const { db } = await ranOnce();
  const store = openStore(db, { readonly: false });
  store.db.unsafeMode(true);
  store.db.pragma('writable_schema = ON');
  // The table's pages are taken for another's, as after a write to the wrong place.
  store.db.exec(`UPDATE sqlite_schema SET rootpage = 1 WHERE name = 'result_rows'`);
  store.close();
  const { stderr } = await ends(1, ['runs', '--db', db], { says: /damaged database/ });
  assert.doesNotMatch(stderr, /should not have happened/);
});

test('a run that is stopped leaves a report of what there is, in place of an older one', async () => {
  const folder = folderWith({ 'some.ndjson': `${UNIQUE}\n`.repeat(20_000) });
  const words = ['run', 'some.ndjson', '--db', 'some.sqlite', '--report', 'report'];
  const { stderr } = await ends(130, [...words, '--stop-after', '1ms'], { cwd: folder });
  assert.match(stderr, /Report of what there is: report\Windex\.html\n/);
  const page = readFileSync(join(folder, 'report', 'index.html'), 'utf8');
  const expected = /It is not complete \(interrupted, [\d,]+( of (about )?[\d,]+)? entries done\)/;
  assert.match(page, expected);
});

test('the command is what was typed, with --resume', () => {
  assert.equal(
    resumeCommand(
      ['run', 'a.csv', 'my puzzles/b.json', '--timeout=5s', '--require', 'line'],
      'linux',
    ),
    "nonomill run a.csv 'my puzzles/b.json' --timeout=5s --require line --resume",
  );
});

test('a run that was resumed, and a retry, are resumed with the same words', () => {
  assert.equal(resumeCommand(['run', 'a.csv', '--resume']), 'nonomill run a.csv --resume');
  assert.equal(resumeCommand(['run', '--retry', 'timeout']), 'nonomill run --retry timeout');
  assert.equal(resumeCommand(['run', '--retry=timeout']), 'nonomill run --retry=timeout');
});

test('addresses that may be secret are left out, however they are given', () => {
  const typed = [
    ...[
      'run',
      'a.csv',
      '--notify',
      'json:https://host/secret',
      '--notify=ping:http://me:pass@host/',
    ],
    ...['--on-end', 'curl -d @x https://host/secret'],
  ];
  assert.equal(
    resumeCommand(typed, 'linux'),
    "nonomill run a.csv --notify 'json:https://***' '--notify=ping:http://***' --on-end 'curl -d @x https://***' --resume",
  );
});

test('quotes survive a shell', () => {
  const expected = "nonomill run 'it'\\''s.csv' --resume";
  assert.equal(resumeCommand(['run', "it's.csv", '--resume'], 'linux'), expected);
});

test('on Windows words are quoted as cmd.exe and PowerShell both read them', () => {
  const typed = ['run', 'C:\\puzzles\\a.csv', 'C:\\my puzzles\\', '--name', 'the "best", so far'];
  assert.equal(
    resumeCommand(typed, 'win32'),
    'nonomill run C:\\puzzles\\a.csv "C:\\my puzzles\\\\" --name "the ""best"", so far" --resume',
  );
  const expected = 'nonomill run a.csv --retry "timeout,memory"';
  assert.equal(resumeCommand(['run', 'a.csv', '--retry', 'timeout,memory'], 'win32'), expected);
});

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
  await ends(130, [...words, '--stop-after', '1ms'], {
    cwd,
    says: /\nRun 1 was stopped: [\d,]+ puzzles?, 0 rejects, no gates, .*, no report\n$/,
  });
});

test('a run that was killed shows how far it is, of about as many entries as it has noted', (t) => {
  const { store, writer, runId, sourceId } = startedRun(t);
  writeEntries(writer, sourceId, columnsOf(0, 1, 2), [resultOf(), resultOf(), resultOf()], []);
  const now = (): unknown => howFar(store, findRun(store, String(runId)));
  const far = { kind: 'run', done: 3 };
  assert.deepEqual(now(), { ...far, of: null, isEstimate: false });
  const noted = { done: 2, isEstimate: true, perSecond: 1, timeLeft: null };
  writer.show({ ...noted, total: 42 }, []);
  assert.deepEqual(now(), { ...far, of: 42, isEstimate: true });
  writer.show({ ...noted, total: 2 }, []);
  assert.deepEqual(now(), { ...far, of: 3, isEstimate: false });
  finishSource(writer, sourceId, { entries: 3 });
  writer.finishRun('complete');
  assert.equal(now(), null);
});
