/** The first bytes of files that hold pictures of pixels. */
const MAGIC: readonly (readonly [kind: string, start: RegExp])[] = [
  ['PNG', /^\x89PNG\r\n/],
  ['JPEG', /^\xff\xd8\xff/],
  ['GIF', /^GIF8[79]a/],
  ['WebP', /^RIFF[^]{4}WEBP/],
  ['BMP', /^BM[^]{4}\0\0\0\0/],
  ['TIFF', /^(II\*\0|MM\0\*)/],
  ['AVIF', /^[^]{4}ftypavif/],
];

/** What kind of picture the first bytes of a file begin, or null. */
export function pictureKind(head: Buffer): string | null {
  const text = head.toString('latin1', 0, 16);
  return MAGIC.find(([, start]) => start.test(text))?.[0] ?? null;
}
