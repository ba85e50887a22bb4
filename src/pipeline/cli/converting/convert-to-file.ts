import { basename, extname } from 'node:path';
import type { Format, NamedPuzzle } from '../../../solver/formats/contract/format.js';
import { Failure } from '../terminal/outcome.js';
import type { LossCheck } from './format-losses.js';
import type { Terminal } from '../terminal/terminal.js';
import { refuseUnwritable } from '../terminal/out-file.js';
import { noPuzzleIn } from '../terminal/read-input.js';
import { openSink, writeLines, type TextSink } from '../terminal/text-sink.js';

/** What a command says that has found nothing to write. */
export const NOTHING_WRITTEN = 'Nothing was written.';

export interface Conversion {
  /** What is read, as the command line names it. */
  readonly from: string;
  readonly batches: AsyncIterable<readonly NamedPuzzle[]>;
  readonly to: Format;
  readonly leftOut: LossCheck;
  readonly force: boolean;
  readonly terminal: Terminal;
  readonly isStopped: () => boolean;
}

/**
 * Writes all puzzles to one file (null for standard output): as they are read, if the format allows
 * it; otherwise once all are known. If it fails, there is no file.
 * @throws Failure if the format cannot hold them, or the file exists.
 */
export async function convertToFile(out: string | null, conversion: Conversion): Promise<void> {
  if (out !== null) await refuseUnwritable(out, conversion.force);
  if (conversion.to.sequence === undefined) await writeHeld(out, conversion);
  else await writeInTurn(out, conversion);
}

async function writeHeld(
  out: string | null,
  { from, batches, to, leftOut, force, terminal, isStopped }: Conversion,
): Promise<void> {
  const held: NamedPuzzle[] = [];
  let count = 0;
  for await (const puzzles of batches) {
    count += puzzles.length;
    // If there are several, only their number is of use.
    if (to.holds.many || count === 1) held.push(...puzzles);
    if (isStopped()) break;
  }
  if (isStopped()) return;
  if (count === 0) throw noPuzzleIn(from, NOTHING_WRITTEN);
  if (count > 1 && !to.holds.many) {
    throw new Failure(
      'NM_FORMAT_CANNOT_HOLD',
      `${to.name} holds one puzzle a file, and there are ${count}`,
      `Say ${out === null ? 'out/' : `${basename(out, extname(out))}/`} for a folder with a file each, --limit 1 for the first puzzle, or another format.`,
    );
  }
  for (const named of held) leftOut.look(named);
  await writeLines(to.write!(held), await openSink({ out, force, isStopped }, terminal), isStopped);
}

async function writeInTurn(
  out: string | null,
  { from, batches, to, leftOut, force, terminal, isStopped }: Conversion,
): Promise<void> {
  const { head, puzzle, between, tail } = to.sequence!;
  let sink: TextSink | null = null;
  try {
    for await (const puzzles of batches) {
      let text = '';
      for (const named of puzzles) {
        text += leftOut.seen === 0 ? head : between;
        leftOut.look(named);
        text += puzzle(named, leftOut.seen);
      }
      if (text !== '') {
        sink ??= await openSink({ out, force, isStopped }, terminal);
        await sink.write(text);
      }
      if (isStopped() || sink?.isClosed === true) break;
      // If reading and writing keep pace, a signal would never get in.
      await new Promise(setImmediate);
    }
    if (isStopped()) await sink?.giveUp();
    else {
      if (sink === null) throw noPuzzleIn(from, NOTHING_WRITTEN);
      await sink.write(tail);
      await sink.done();
    }
  } catch (error) {
    await sink?.giveUp();
    throw error;
  }
}
