import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pick, type Attack } from '../attack.js';
import { contentsOf } from '../database.js';
import { metered } from '../meter.js';
import { shown, succeeds } from '../program.js';

/** Four times the puzzles may take so many times as long: 16 would be the square. */
const SIZES = [1500, 6000];
const MOST_GROWTH = 7;

const ONE = '{"rows":[[1],[1],[1],[1]],"columns":[[1],[1],[1],[1]]}\n';

/** What stored rows know of the puzzle: nothing, a verdict, or one of too small a limit. */
const STORED: Readonly<Record<string, readonly string[] | null>> = {
  nothing: null,
  'an answer': [],
  'no answer': ['--max-steps', '1'],
  'an answer to less': ['--guess-depth', '1'],
};

/** Runs many equal puzzles that take over what stored rows know: the work grows in proportion. */
export const equalPuzzles: Attack = {
  name: 'equal puzzles',
  async run(arena) {
    const { folder } = arena;
    const [what, asked] = pick(arena, Object.entries(STORED));
    const deep = what === 'an answer to less' ? ['--guess-depth', '2', '--count', '5'] : [];
    const times: number[] = [];
    for (const size of SIZES) {
      const corpus = join(folder, `${size}.ndjson`);
      writeFileSync(corpus, ONE.repeat(size));
      const db = join(folder, `${size}.sqlite`);
      const how = ['--db', db, '--no-report', '--quiet', '--threads', '1', '--no-difficulty'];
      if (asked !== null) await succeeds(['run', corpus, ...how, ...asked]);
      const { ended, cpuMs } = await metered(folder, ['run', corpus, ...how, '--reuse', ...deep]);
      if (ended.code !== 0 || cpuMs === null) throw new Error(shown(ended));
      times.push(cpuMs);
      const found = contentsOf(db)!.results;
      const kinds = new Set(found.map((row) => (JSON.parse(row) as { status: string }).status));
      if (found.length !== size || [...kinds].join() !== 'multiple') {
        throw new Error(`${found.length} results of ${size}: ${[...kinds].join(', ')}`);
      }
    }
    arena.tried(`equal puzzles: stored rows have ${what}`);
    const [small, large] = times;
    if (large > 3000 && large > MOST_GROWTH * small) {
      throw new Error(`${what}: ${SIZES.join(' and ')} puzzles take ${times.join(' and ')} ms`);
    }
  },
};
