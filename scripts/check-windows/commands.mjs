// What a user of Windows types and tests do not, or not in a process: patterns and paths with
// backslashes, signals, pages. One function for each, which throws if something does not work.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { outputOf } from '../outcomes.mjs';
import { asOnWindows, ended } from './wine.mjs';

/** A run whose database has so many bytes in its log is in the midst of its puzzles. */
const UNDER_WAY = 1_000_000;

/** Columns that differ from run to run. */
const OF_ITS_TIME = ['run_id', 'solve_ms', 'finished_at'];

const CORPORA = ['random-small.csv', 'classics.json', 'broken.csv', 'colours.json'];

/** `scratch` is a folder for them, `root` the project's, built. */
export function commandChecks(wine, root, scratch) {
  const bin = join(root, 'bin', 'nonomill.js');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

  function folder() {
    const path = mkdtempSync(join(scratch, 'work-'));
    mkdirSync(join(path, 'data'));
    for (const name of CORPORA) cpSync(join(root, 'data', name), join(path, 'data', name));
    return path;
  }

  function newOut() {
    return join(mkdtempSync(join(scratch, 'out-')), 'out');
  }

  function start(cwd, ...words) {
    const out = newOut();
    return { out, child: wine.start([asOnWindows(bin), ...words], { cwd, out }) };
  }

  async function exitCode(cwd, ...words) {
    const out = newOut();
    return await wine.run([asOnWindows(bin), ...words], { cwd, out });
  }

  async function nonomill(cwd, ...words) {
    const { code, stdout, stderr } = await exitCode(cwd, ...words);
    assert.equal(code, 0, `nonomill ${words.join(' ')}: ${stdout}${stderr}`);
    return stdout;
  }

  /** The results of the runs of a folder, as CSV with what is the same everywhere. */
  function results(text) {
    const [head, ...rows] = text.trim().split('\n');
    const kept = head
      .split(',')
      .map((name, i) => (OF_ITS_TIME.includes(name) ? -1 : i))
      .filter((i) => i >= 0);
    return rows.map((row) => {
      const fields = row.split(',');
      return kept.map((i) => fields[i]).join(',');
    });
  }

  /** Ends a run with a signal, goes on with it, and returns what it had said. */
  async function isResumedAfter(signal) {
    const here = folder();
    // So many that it is still under way when the signal comes.
    const large = ['--size', '20x20', '--count', '60000', '--out', join(here, 'data', 'large.csv')];
    spawnSync(process.execPath, [bin, 'generate', ...large], { stdio: 'ignore' });
    const words = ['run', 'data', '--no-report', '--threads', '1'];
    const log = join(here, 'reports', 'nonomill.sqlite-wal');
    const { child, out } = start(here, ...words);
    try {
      await until(() => {
        assert.equal(child.exitCode, null, 'it ended before the signal');
        return (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > UNDER_WAY;
      });
    } catch (error) {
      await ended(child);
      throw error;
    }
    await ended(child, signal);
    // The process for Windows may be there for a while after that for Linux, with its lock.
    await until(async () => {
      const { code, stderr } = await exitCode(here, ...words, '--resume');
      assert.ok(code === 0 || /NM_DATABASE_LOCKED/.test(stderr), stderr);
      return code === 0;
    });
    assert.match(await nonomill(here, 'runs'), /complete/);
    return readFileSync(`${out}.err`, 'utf8');
  }

  async function until(holds) {
    assert.ok(await wine.until(holds), 'nothing works any more, and what was waited for is not so');
  }

  return {
    '--version': async () => {
      assert.equal((await nonomill(folder(), '--version')).trim(), version);
    },
    doctor: async () => {
      assert.doesNotMatch(await nonomill(folder(), 'doctor'), /^\S+ +bad/m);
    },
    'run data\\*.csv, and what comes after a run': async () => {
      const here = folder();
      const ran = await nonomill(here, 'run', 'data\\*.csv', '--name', 'night', '--json');
      assert.ok(JSON.parse(ran).byStatus.unique > 0);
      assert.ok(existsSync(join(here, 'reports', 'run-1', 'index.html')));
      assert.ok(!existsSync(join(here, 'reports', 'nonomill.sqlite.lock')));
      rmSync(join(here, 'reports', 'run-1'), { recursive: true });
      await nonomill(here, 'report', '1');
      assert.ok(existsSync(join(here, 'reports', 'run-1', 'index.html')));
      assert.match(await nonomill(here, 'runs'), /night/);
      assert.match(await nonomill(here, 'stats', '--by', 'corpus'), /data\/random-small\.csv/);
      assert.match(await nonomill(here, 'history', 'night'), /1/);
      assert.match(await nonomill(here, 'show', 'data\\random-small.csv#0'), /random-small\.csv/);
      assert.match(await nonomill(here, 'show', 'data/random-small.csv#0'), /random-small\.csv/);
      await nonomill(here, 'run', 'data/*.csv', '--resume', '--quiet');
      assert.doesNotMatch(await nonomill(here, 'runs'), /^ *2 /m, 'it was complete');
      const asked = ['export', '--where', 'file=data\\random-small.csv'];
      assert.match(await nonomill(here, ...asked), /,data\/random-small\.csv,/);
      await nonomill(here, 'run', 'data\\*.csv', '--name', 'night', '--quiet');
      assert.match(await nonomill(here, 'prune', '--run', '1', '--yes'), /./);
      assert.ok(!existsSync(join(here, 'reports', 'run-1')));
    },
    'the results are those of Linux': async () => {
      const words = ['run', 'data', '--no-report', '--quiet'];
      const here = folder();
      await nonomill(here, ...words);
      await nonomill(here, 'export', '--out', 'all.csv');
      await nonomill(here, 'export', '--out', 'all.parquet');
      const there = folder();
      for (const given of [words, ['export', '--out', 'all.csv']])
        outputOf(process.execPath, [bin, ...given], { cwd: there });
      const [own, linux] = [here, there].map((path) =>
        results(readFileSync(join(path, 'all.csv'), 'utf8')),
      );
      assert.ok(own.length > 1000);
      assert.deepEqual(own, linux);
    },
    'a run that is killed is resumed': () => isResumedAfter('SIGKILL'),
    // Wine makes Ctrl-C of it.
    'a run that Ctrl-C ends is resumed': async () => {
      assert.match(await isResumedAfter('SIGINT'), /Stopped: .*--resume/s);
    },
    'a found nonomill.toml with a path of Windows': async () => {
      const here = folder();
      writeFileSync(join(here, 'nonomill.toml'), "[run]\r\ndb = 'reports\\night.sqlite'\r\n");
      await nonomill(here, 'run', 'data\\classics.json', '--quiet');
      assert.ok(existsSync(join(here, 'reports', 'night.sqlite')));
    },
    'serve answers': async () => {
      const here = folder();
      await nonomill(here, 'run', 'data\\classics.json', '--quiet');
      const { child, out } = start(here, 'serve', '--port', '0');
      try {
        const said = () => readFileSync(out, 'utf8') + readFileSync(`${out}.err`, 'utf8');
        await until(() => {
          assert.equal(child.exitCode, null, said());
          return /http:\/\/\S+/.test(said());
        });
        const [address] = /http:\/\/\S+/.exec(said());
        const runs = await fetch(new URL('/api/runs', address));
        assert.equal(runs.status, 200);
        assert.match(await (await fetch(address)).text(), /<script/);
      } finally {
        await ended(child);
      }
    },
  };
}
