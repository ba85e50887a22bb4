import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pick, type Attack } from '../attack.js';
import { checkDatabase, checkSame } from '../database.js';
import { nonomill, shown, succeeds } from '../program.js';

/**
 * Asks a run for metrics, a report, proofs or a command's output where something of worth stands:
 * another database, a corpus, the corpus under work, a device. It is refused, or written elsewhere;
 * what was there stays, byte for byte.
 */
export const occupiedPlaces: Attack = {
  name: 'occupied places',
  async run(arena) {
    const { folder, samples } = arena;
    const at = (name: string): string => join(folder, name);
    const sample = samples.named('tiny.csv');
    const night = at('night.sqlite');
    const quiet = ['--quiet', '--threads', '1'];
    await succeeds(['run', sample.path, '--db', night, '--no-report', ...quiet]);
    copyFileSync(sample.path, at('corpus.csv'));
    writeFileSync(at('notes.txt'), 'precious\n');
    writeFileSync(at('page.html'), '<!doctype html>\n<title>A site</title>\n');
    linkSync(at('notes.txt'), at('hard link'));
    symlinkSync('night.sqlite', at('link to a database'));
    symlinkSync('notes.txt', at('link to notes'));
    mkdirSync(at('folder'));
    const precious = ['night.sqlite', 'corpus.csv', 'notes.txt', 'page.html'];
    const before = new Map(precious.map((name) => [name, readFileSync(at(name))]));
    const own = arena.random() < 0.3 ? night : at('own.sqlite');
    const place = pick(arena, [
      ...[...precious, 'hard link', 'link to a database', 'link to notes', 'folder', 'device'],
      ...['own.sqlite', 'own.sqlite-wal', 'own.sqlite.lock', 'night.sqlite-journal'],
    ]);
    if (place === 'device') execFileSync('mknod', [at('device'), 'c', '1', '3']);
    const run = ['run', at('corpus.csv'), '--db', own, ...quiet];
    const [what, words] = pick(arena, [
      ['metrics', [...run, '--no-report', '--metrics', at(place)]],
      ['a report', [...run, '--report', at(place)]],
      ['proofs', [...run, '--no-report', '--prove-to', at(place)]],
      ['an export', ['export', '--db', night, '--out', at(place), '--to', 'csv']],
      ['a puzzle file', ['convert', at('corpus.csv'), at(place), '--to', 'ndjson']],
    ] as const);
    const ended = await nonomill(words);
    arena.tried(`${what} onto ${place}: ${ended.code === 0 ? 'done' : 'refused'}`);
    if (ended.code !== 0 && ended.stderr === '') throw new Error(`no reason: ${shown(ended)}`);
    for (const [name, bytes] of before) {
      if (name === 'night.sqlite' && own === night) continue;
      if (readFileSync(at(name)).equals(bytes)) continue;
      throw new Error(`${words.join(' ')}: ${name} is not what it was; ${shown(ended)}`);
    }
    // A run into the database of another one adds a run to it, which may have proofs.
    if (own !== night) checkSame(night, await samples.expected(sample));
    else checkDatabase(night);
    if (place === 'device' && !lstatSync(at('device')).isCharacterDevice()) {
      throw new Error(`${words.join(' ')}: the device was replaced`);
    }
  },
};
