import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** The most bytes of a file: beyond 4 GiB, its directory would need larger numbers. */
export const MOST_ZIPPED = 2 ** 32 - 2 ** 20;

/**
 * Every member has the first date that zip files know: the same content makes the same bytes on any
 * day.
 */
const DATE = new Date(1980, 0, 1);

/**
 * A zip file in pieces: its members, each in pieces of its own; as they are, or, those
 * that `packs` names, compressed. Together they have at most `MOST_ZIPPED` bytes.
 */
export function* zipPieces(
  members: Iterable<readonly [name: string, pieces: Iterable<Uint8Array>]>,
  packs: (name: string) => boolean = () => false,
): Generator<Uint8Array> {
  const waiting: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error;
    waiting.push(piece);
  });
  for (const [name, pieces] of members) {
    const member = packs(name) ? new ZipDeflate(name) : new ZipPassThrough(name);
    member.mtime = DATE;
    zip.add(member);
    for (const piece of pieces) {
      member.push(piece);
      yield* waiting.splice(0);
    }
    member.push(new Uint8Array(), true);
  }
  zip.end();
  yield* waiting;
}
