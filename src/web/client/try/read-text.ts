import type { Draft } from '../../../puzzle/draft.js';
import type { EntrySink, FoundEntry, FoundReject } from '../../../formats/contract/format.js';
import { DEFAULT_PARSER_LIMITS } from '../../../formats/contract/limits.js';
import { DETECTION_LENGTH, FORMATS, canRead, formatsLike } from '../../../formats/registry.js';
import { readPastedCsv } from './pasted-csv.js';

/** The first puzzle of a text, or why there is none. */
export type ReadText =
  | { readonly draft: Draft; readonly title: string; readonly problem: null }
  | { readonly draft: null; readonly problem: string };

/** Reads a pasted text with the format that fits it best. */
export function readText(text: string): ReadText {
  const head = text.slice(0, DETECTION_LENGTH);
  const readable = FORMATS.filter((format) => canRead(format) && format.binary !== true);
  const candidates = formatsLike(head, readable);
  if (candidates.length === 0) {
    const known = readable.map(({ name }) => name);
    return {
      draft: null,
      problem: `This is not in any of the formats that can be read here: ${known.join(', ')}.`,
    };
  }
  let problem: string | null = null;
  for (const format of candidates) {
    const found: FoundEntry[] = [];
    const rejects: FoundReject[] = [];
    const sink: EntrySink = {
      entry: (entry) => void found.push(entry),
      reject: (reject) => void rejects.push(reject),
    };
    if (format.createParser === null) readPastedCsv(format, text, sink);
    else {
      const parser = format.createParser(sink, DEFAULT_PARSER_LIMITS);
      parser.write(text);
      parser.end();
    }
    if (found.length > 0) {
      const { draft, title, name } = found[0];
      return { draft, title: title ?? name ?? '', problem: null };
    }
    const [reject] = rejects;
    const line = reject?.line == null ? '' : `line ${reject.line}: `;
    problem ??= `Read as ${format.name}: ${reject === undefined ? 'it holds no puzzle' : line + reject.reason}.`;
  }
  return { draft: null, problem: problem! };
}
