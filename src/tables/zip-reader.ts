import { TableError } from './table-error.js';

/** The most bytes that the members of a file may have, unpacked. */
const MOST_UNPACKED = 2 ** 31;

/** The members of a zip file whose names end with `ending`, unpacked. @throws TableError if it is damaged or too large. */
export async function zipMembers(
  bytes: Uint8Array,
  ending: string,
): Promise<ReadonlyMap<string, Uint8Array>> {
  // Only who reads such a file waits for the package.
  const { unzipSync } = await import('fflate');
  let left = MOST_UNPACKED;
  try {
    const members = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!name.endsWith(ending)) return false;
        left -= originalSize;
        if (left < 0) throw new TableError(`it has more than ${MOST_UNPACKED} bytes, unpacked`);
        return true;
      },
    });
    return new Map(Object.entries(members));
  } catch (error) {
    if (error instanceof TableError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new TableError(`the zip file is damaged or cut off: ${reason}`);
  }
}
