import { NO_DIFFICULTY } from '../../solver/core/result/difficulty.js';
import { difficultyText } from '../../solver/core/result/difficulty-words.js';
import { GivenPuzzles } from '../given-puzzles.js';
import { flag, shared } from '../../pipeline/cli/flags.js';
import { verdictInWords } from '../../pipeline/cli/showing.js';
import { command } from '../../pipeline/cli/command.js';
import { streaming } from '../../pipeline/cli/stream/streaming.js';
import { refuseRejects } from '../../pipeline/cli/terminal.js';
import { noPuzzleIn } from '../../pipeline/cli/input-output.js';

const onceOnly = command({
  name: 'rate',
  summary: 'How hard a puzzle, or a few, is for people.',
  operands: '[puzzle|file|-]',
  description:
    'Says how hard puzzles with one solution are for people: a score, of which one more is twice the effort, ' +
    'stars, and the weakest technique that suffices. docs/solver/difficulty.md has the definition and the evidence.\n\n' +
    'The puzzle is a file (all puzzles of it are rated), a picture (PNG), a puzzle of the database, named as for ' +
    'show, or on standard input. To put many in order, use rank.',
  sections: { Options: { ...shared('timeout'), ...flag.reading, ...shared('db', 'json') } },
  examples: {
    'nonomill rate heart.non': 'Its stars and its score.',
    'nonomill rate book.ndjson --json': 'A line of JSON for each puzzle.',
  },
  check: ([word = '-'], values) => ({ word, ...values }),
  async execute({ word, timeout: timeoutMs, json: asJson, ...rest }, { terminal }) {
    const { solve } = await import('../../solver/craft/library/solve.js');
    const { ratingFields } = await import('../../pipeline/cli/stream/answers.js');
    const given = new GivenPuzzles(word, rest, terminal);
    let count = 0;
    for await (const { name, title, puzzle } of given.all()) {
      const result = solve(puzzle, { timeoutMs });
      count++;
      const told = asJson
        ? JSON.stringify({ name, title, ...ratingFields(result) })
        : `${title ?? name ?? `puzzle ${count}`}, ${puzzle.width}x${puzzle.height}: ` +
          (difficultyText({ ...NO_DIFFICULTY, ...result }) ??
            verdictInWords(result, puzzle.start !== null));
      await terminal.print(`${told}\n`);
      if (terminal.readerGone) break;
    }
    if (count === 0) throw noPuzzleIn(word);
    refuseRejects(given.rejects);
    return 'done';
  },
});

export const rateCommand = streaming(
  {
    flags: shared('timeout', 'format', 'columnsFirst', 'ignoreStart'),
    ask: ({ timeout: timeoutMs, ...rest }) => ({
      question: { command: 'rate', options: { timeoutMs }, ...rest },
      timeoutMs: 2 * timeoutMs,
    }),
    line: 'a puzzle',
    example: 'Rates puzzles as they come.',
  },
  onceOnly,
);
