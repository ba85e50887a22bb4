import type { EntrySink, Format, Parser, ParserLimits } from '../contract/format.js';
import { holding } from '../contract/holding.js';
import { JsonElements, isPuzzleKey } from './json-elements.js';
import { JsonSplitter } from './json-splitter.js';
import { puzzleToJson } from './json-writer.js';
import { inSequence } from '../contract/sequence.js';

/**
 * JSON: one puzzle, a list, or a list inside an object under any key; json-entry.ts describes what
 * a puzzle may look like. Written as one list of `{"id","title"?,"width","height","rows",
 * "columns","palette"?,"goal"?,"start"?}`.
 */
export const json: Format = {
  name: 'json',
  description: 'JSON: one puzzle, or a list of them under any key',
  extensions: ['.json'],
  holds: holding('colour', 'name', 'many', 'title', 'start', 'goal'),
  detect: (head) =>
    /^\s*[[{]/.test(head) ? (/^\s*(\[[\s[]*\{|\{\s*["}])/.test(head) ? 0.9 : 0.2) : 0,
  createParser,
  ...inSequence({ head: '[\n', puzzle: puzzleToJson, between: ',\n', tail: '\n]\n' }),
};

function createParser(sink: EntrySink, limits: ParserLimits): Parser {
  const elements = new JsonElements('JSON', sink);
  return new JsonSplitter(
    {
      element: (text, line, index) => elements.read(text, line, index),
      broken: (text, line, index, reason) => elements.reject(reason, text, line, index),
    },
    { maxEntryLength: limits.maxEntryLength, isPuzzleKey },
  );
}
