import { crc32 } from 'node:zlib';
import { TableError } from './table-error.js';

/** The most bytes that the members of a file may have, unpacked. */
const MOST_UNPACKED = 2 ** 31;

/**
 * The members of a zip file whose names end with `ending`, unpacked, each with the checksum that
 * the file has for it.
 * @throws TableError if it is damaged or too large.
 */
export async function zipMembers(
  bytes: Uint8Array,
  ending: string,
): Promise<ReadonlyMap<string, Uint8Array>> {
  // Only who reads such a file waits for the package.
  const { unzipSync } = await import('fflate');
  let left = MOST_UNPACKED;
  const damaged = (reason: string): TableError =>
    new TableError(`the zip file is damaged or cut off: ${reason}`);
  let members: Readonly<Record<string, Uint8Array>>;
  let sums: ReadonlyMap<string, number>;
  try {
    // The package checks neither sums nor that a member has the same name in both places.
    sums = checksums(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    members = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!name.endsWith(ending)) return false;
        left -= originalSize;
        if (left < 0) throw new TableError(`it has more than ${MOST_UNPACKED} bytes, unpacked`);
        return true;
      },
    });
  } catch (error) {
    if (error instanceof TableError) throw error;
    throw damaged(error instanceof Error ? error.message : String(error));
  }
  const found = new Map(Object.entries(members));
  for (const [name, sum] of sums) {
    if (!name.endsWith(ending)) continue;
    const member = found.get(name);
    if (member === undefined) throw damaged(`${name} is in its directory alone`);
    if (crc32(member) !== sum) {
      throw damaged(`the checksum (CRC-32) of ${name} is not that of its content`);
    }
  }
  return found;
}

/** How the records of a zip file begin (APPNOTE.TXT 4.3, PKWARE). */
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;

/** The bytes of the record at the end, without its comment, which has up to 65,535. */
const END_BYTES = 22;

/**
 * The CRC-32 of each member, by its name, from the directory. @throws Error if that contradicts the
 * members
 */
function checksums(file: Buffer): Map<string, number> {
  const least = Math.max(0, file.length - END_BYTES - 0xffff);
  let end = file.length - END_BYTES;
  while (end >= least && file.readUInt32LE(end) !== END) end--;
  if (end < least) throw new Error('its directory is missing');
  const sums = new Map<string, number>();
  if (file.readUInt16LE(end + 8) !== file.readUInt16LE(end + 10)) {
    throw new Error('it says in two ways how many members it has');
  }
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    if (file.readUInt32LE(at) !== CENTRAL) throw new Error('its directory is cut off');
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => file.readUInt16LE(at + place));
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    const local = file.readUInt32LE(at + 42);
    const localEnd = local + 30 + file.readUInt16LE(local + 26);
    if (
      file.readUInt32LE(local) !== LOCAL ||
      file.toString('utf8', local + 30, localEnd) !== name
    ) {
      throw new Error(`${name} has another name where it begins`);
    }
    if (sums.has(name)) throw new Error(`${name} is there twice`);
    sums.set(name, file.readUInt32LE(at + 16));
    at += 46 + nameLength + extra + comment;
  }
  if (at !== file.readUInt32LE(end + 16) + file.readUInt32LE(end + 12)) {
    throw new Error('its directory has another length than it says');
  }
  return sums;
}
