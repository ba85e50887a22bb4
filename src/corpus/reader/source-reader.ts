import type { EntrySink, ParserLimits } from '../../formats/contract/format.js';
import { DamagedError } from '../bytes/corpus-error.js';
import { CsvText } from './csv-text.js';
import { BinaryDecoder, Decoder, toUtf8 } from '../bytes/decode.js';
import type { OpenedSource } from '../sources/opened-source.js';

/**
 * Reads a source piece by piece: entries go to `sink`, and each step returns as soon as a piece is
 * done, so that the caller decides how far to read. If the source is damaged, the rest of it and
 * the incomplete entry before are one reject.
 */
export async function* readPieces(
  opened: OpenedSource,
  sink: EntrySink,
  limits: ParserLimits,
): AsyncGenerator<void, void, undefined> {
  try {
    yield* readSound(opened, sink, limits);
  } catch (error) {
    if (!(error instanceof DamagedError)) throw error;
    sink.reject({ line: error.line, name: null, reason: error.message, excerpt: '' });
  }
}

async function* readSound(
  opened: OpenedSource,
  sink: EntrySink,
  limits: ParserLimits,
): AsyncGenerator<void, void, undefined> {
  const { format, pieces } = opened;
  if (format.createParser !== null) {
    const parser = format.createParser(sink, limits);
    const decoder = format.binary === true ? new BinaryDecoder() : new Decoder();
    for await (const piece of pieces) {
      parser.write(decoder.write(piece));
      yield;
    }
    parser.write(decoder.end());
    parser.end();
    return;
  }
  const { createRecordReader } = format;
  if (createRecordReader === undefined) throw new Error(`${format.name} cannot be read`);
  const text = new CsvText((header) => createRecordReader(header, sink), limits);
  for await (const piece of toUtf8(pieces)) {
    text.write(piece);
    yield;
  }
  text.end();
}
