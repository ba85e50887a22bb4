import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { between, pick, type Arena, type Attack } from '../attack.js';
import { nonomill, shown, succeeds } from '../program.js';

const LINE = '{"id":"line","rows":[[2],[1]],"columns":[[2],[1]]}\n';
const EITHER = '{"id":"either","rows":[[1],[1]],"columns":[[1],[1]]}\n';

/** What a gate has to stop: the words of a command, and the exit code with which it says so. */
interface Case {
  readonly words: readonly string[];
  readonly code: number;
  readonly said: RegExp;
}

/**
 * Brings what must not pass to gates: parts without the rest, pictures in folders, entries that say
 * two things.
 */
export const gatesInTheWay: Attack = {
  name: 'gates in the way',
  async run(arena) {
    const [name, make] = pick(arena, Object.entries(CASES));
    const { words, code, said } = await make(arena);
    const ended = await nonomill(words);
    arena.tried(`${name}: ${ended.code}`);
    if (ended.code !== code || !said.test(ended.stderr)) {
      throw new Error(`${name}: ${words.join(' ')}\nended with ${shown(ended)}`);
    }
  },
};

const strict = (arena: Arena, path: string): string[] => [
  ...['run', path, '--db', join(arena.folder, 'run.sqlite'), '--no-report', '--quiet'],
  ...['--threads', '1', '--strict'],
];

const refusedEntry =
  (name: string, text: string) =>
  (arena: Arena): Case => {
    const file = join(arena.folder, name);
    writeFileSync(file, text);
    return { words: strict(arena, file), code: 3, said: /FAIL --strict/ };
  };

const CASES: Readonly<Record<string, (arena: Arena) => Case | Promise<Case>>> = {
  async 'a part without the rest'(arena) {
    const { folder } = arena;
    const corpus = join(folder, 'two.ndjson');
    writeFileSync(corpus, LINE + EITHER);
    const parts: string[] = [];
    for (const part of [1, 2]) {
      const db = join(folder, `${part}.sqlite`);
      const gate = arena.random() < 0.5 ? ['--require', 'unique'] : [];
      const words = ['run', corpus, '--shard', `${part}/2`, '--db', db, '--threads', '1', ...gate];
      const { code } = await nonomill([...words, '--no-report', '--quiet']);
      if (code === 3 || (code === 0 && gate.length === 0)) parts.push(db);
    }
    const db = join(folder, 'all.sqlite');
    // The second entry fails, so the part that holds it does.
    const words = ['merge', join(folder, '2.sqlite'), '--db', db, '--partial', '--no-report'];
    return {
      words: [...words, '--require', 'unique'],
      code: 3,
      said: /FAIL --require unique \(1\).*part 1\/2 is missing/s,
    };
  },
  'pictures in a folder'(arena) {
    const book = join(arena.folder, 'book');
    mkdirSync(book);
    writeFileSync(join(book, 'a.ndjson'), LINE);
    const extension = pick(arena, ['png', 'jpg', 'gif', 'webp', 'pdf', 'html', 'zip', 'yaml']);
    const count = between(arena, 1, 40);
    for (let i = 0; i < count; i++) writeFileSync(join(book, `${i}.${extension}`), 'a picture');
    return { words: strict(arena, book), code: 3, said: /left out: /s };
  },
  'a flag given twice'(arena) {
    const [flag, one, other] = pick(arena, [
      ['--timeout', '1s', '2s'],
      ['--threads', '1', '2'],
      ['--max-steps', '10', '20'],
      ['--format', 'csv', 'json'],
    ]);
    const corpus = arena.samples.named('tiny.csv').path;
    const db = join(arena.folder, 'run.sqlite');
    const words = ['run', corpus, '--db', db, flag, one, flag, other];
    return { words, code: 2, said: new RegExp(`${flag}.*${one}.*${other}`) };
  },
  async 'two gates in two flags'(arena) {
    const { folder } = arena;
    const corpus = join(folder, 'one.ndjson');
    writeFileSync(corpus, EITHER);
    const gates = arena.random() < 0.5 ? ['unique', 'goal'] : ['goal', 'unique'];
    const flags = gates.flatMap((gate) => ['--require', gate]);
    await succeeds([...strict(arena, corpus)]);
    const words = ['run', corpus, '--db', join(folder, 'gates.sqlite'), '--no-report', ...flags];
    return { words, code: 3, said: /FAIL --require unique/ };
  },
  'two columns of one name': refusedEntry(
    'twice.csv',
    'id,width,height,rows,columns,rows\na,2,2,"2;1","2;1","1;2"\n',
  ),
  'two pictures of one puzzle': refusedEntry(
    'twice.non',
    'width 2\nheight 2\nrows\n2\n1\ncolumns\n2\n1\ngoal "1110"\ngoal "1101"\n',
  ),
  'clues beside puzzles': refusedEntry(
    'both.json',
    '{"rows":[[2],[1]],"columns":[[2],[1]],"puzzles":[{"rows":[[1]],"columns":[[1]]}]}\n',
  ),
  'clues in a prototype': refusedEntry(
    'proto.ndjson',
    '{"id":"a","__proto__":{"rows":[[2],[1]],"columns":[[2],[1]]}}\n',
  ),
};
