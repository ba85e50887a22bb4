import { excerptOf, tooLong } from '../contract/draft-of.js';
import {
  type EntrySink,
  type Parser,
  type ParserLimits,
  holding,
  inSequence,
} from '../contract/format.js';
import { JsonElements } from './json-elements.js';
import type { TextReader } from './json-entry.js';
import { puzzleToJson, readingTexts } from './json.js';
import { LineParser } from '../parse/line-parser.js';
import { OPEN_OBJECT } from '../../core/text/codes.js';

/** NDJSON: one JSON object a line, blank lines between them; see json.ts for the objects. */
export const ndjson = readingTexts((readText) => ({
  name: 'ndjson',
  extensions: ['.ndjson', '.jsonl', '.ldjson'],
  holds: holding('colour', 'name', 'many', 'title', 'start', 'goal'),
  detect: (head) => (/^\s*\{[^\n]*\}[ \t]*\r?\n\s*\{/.test(head) ? 0.95 : 0),
  createParser: (sink, limits) => createParser(sink, limits, readText),
  ...inSequence({ puzzle: (named) => puzzleToJson(named) + '\n' }),
}));

function createParser(sink: EntrySink, limits: ParserLimits, readText: TextReader): Parser {
  const elements = new JsonElements('NDJSON', sink, readText);
  const most = Math.min(limits.maxLineLength, limits.maxEntryLength);
  return new LineParser(
    {
      line(text, number) {
        const isObject = text.charCodeAt(0) === OPEN_OBJECT;
        if (isObject || text.trim() !== '') elements.read(text, number, null);
      },
      tooLong(text, line) {
        const reason = tooLong('NDJSON: the line', most);
        sink.reject({ line, name: null, reason, excerpt: excerptOf(text) });
      },
      end: () => undefined,
    },
    most,
  );
}
