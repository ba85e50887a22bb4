import { join, resolve } from 'node:path';
import { nothingFound, type Conversion } from './convert-to-file.js';
import { Failure } from '../outcome/failure.js';
import { SafeFileNames } from './safe-file-name.js';
import { openSink, writeLines } from '../terminal/text-sink.js';

/**
 * Writes a file for each puzzle, with the puzzle's name; `read` are the files that are read.
 * @throws Failure at the first puzzle that the format cannot hold, or whose file exists; the files
 * written before stay, and the message counts them.
 */
export async function convertToFolder(
  folder: string,
  read: readonly string[],
  { batches, to, leftOut, force, terminal, isStopped }: Conversion,
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
          throw new Failure(`${file} is read and would be written`, 'Choose another folder.');
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
    throw new Failure(`${error.message} (files written before it: ${written})`, error.hint);
  }
  if (leftOut.seen === 0) throw nothingFound();
}
