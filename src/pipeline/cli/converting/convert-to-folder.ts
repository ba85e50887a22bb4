import { join, resolve } from 'node:path';
import { NOTHING_WRITTEN, type Conversion } from './convert-to-file.js';
import { DEVICE } from '../../files/windows-names.js';
import { Failure } from '../terminal/outcome.js';
import { noPuzzleIn } from '../terminal/read-input.js';
import { openSink, writeLines } from '../terminal/text-sink.js';

/**
 * Writes a file for each puzzle, with the puzzle's name; `read` are the files that are read.
 * @throws Failure at the first puzzle that the format cannot hold, or whose file exists; the files
 * written before stay, and the message counts them.
 */
export async function convertToFolder(
  folder: string,
  read: readonly string[],
  { from, batches, to, leftOut, force, terminal, isStopped }: Conversion,
): Promise<void> {
  const names = new SafeFileNames();
  const sources = new Set(read.map((path) => resolve(path)));
  let written = 0;
  try {
    for await (const puzzles of batches) {
      for (const named of puzzles) {
        leftOut.look(named);
        const file = join(folder, names.nameFor(named.name ?? named.title) + to.extensions[0]);
        if (sources.has(resolve(file))) {
          throw new Failure(
            'NM_FILE_EXISTS',
            `${file} would be overwritten while it is read`,
            'Choose another folder.',
          );
        }
        await writeLines(
          to.write!([named]),
          await openSink({ out: file, force, isStopped }, terminal),
          isStopped,
        );
        if (isStopped()) return;
        written++;
      }
    }
  } catch (error) {
    if (!(error instanceof Failure) || written === 0) throw error;
    throw new Failure(
      error.code,
      `${error.message} (files written before it: ${written})`,
      error.hint,
    );
  }
  if (leftOut.seen === 0) throw noPuzzleIn(from, NOTHING_WRITTEN);
}

/** The longest name in characters: file systems allow 255 bytes, and a character has up to four. */
const LONGEST = 50;

/**
 * Makes file names from the names of puzzles: every system can hold them; they contain no folders,
 * are never hidden, and differ even if upper and lower case are the same.
 */
export class SafeFileNames {
  private readonly taken = new Set<string>();
  /** The number to try next after a name that was asked for before. */
  private readonly next = new Map<string, number>();

  /** A name without extension; `name` may be anything, and null or blank becomes "puzzle". */
  nameFor(name: string | null): string {
    const safe = safeName(name ?? '');
    const key = safe.toLowerCase();
    let number = this.next.get(key) ?? 1;
    let given = number === 1 ? safe : `${safe}-${number}`;
    while (this.taken.has(given.toLowerCase())) given = `${safe}-${++number}`;
    this.next.set(key, number + 1);
    this.taken.add(given.toLowerCase());
    return given;
  }
}

function safeName(name: string): string {
  const plain = name.normalize('NFC').replace(/[<>:"/\\|?*\p{C}\p{Zl}\p{Zp}]+/gu, '_');
  const short = Array.from(plain).slice(0, LONGEST).join('');
  // Dots in front hide a file or lead out of the folder; Windows drops dots and blanks at the end.
  const bare = short.replace(/^[.\s]+|[.\s]+$/g, '');
  if (bare === '') return 'puzzle';
  return DEVICE.test(bare) ? `_${bare}` : bare;
}
