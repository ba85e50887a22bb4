/**
 * Kinds of pictures, which are not read as puzzles: how their names end, and their first bytes if
 * these tell.
 */
const KINDS: readonly (readonly [kind: string, name: RegExp, start: RegExp | null])[] = [
  ['PNG', /\.png$/i, /^\x89PNG\r\n/],
  ['JPEG', /\.jpe?g$/i, /^\xff\xd8\xff/],
  ['GIF', /\.gif$/i, /^GIF8[79]a/],
  ['WebP', /\.webp$/i, /^RIFF[^]{4}WEBP/],
  ['BMP', /\.bmp$/i, /^BM[^]{4}\0\0\0\0/],
  ['TIFF', /\.tiff?$/i, /^(II\*\0|MM\0\*)/],
  ['AVIF', /\.avif$/i, /^[^]{4}ftypavif/],
  ['HEIC', /\.hei[cf]$/i, /^[^]{4}ftyp(heic|mif1)/],
  ['SVG', /\.svg$/i, null],
  ['ICO', /\.ico$/i, null],
  ['Photoshop', /\.psd$/i, null],
  ['GIMP', /\.xcf$/i, null],
];

/** What kind of picture the first bytes of a file begin, or null. */
export function pictureKind(head: Buffer): string | null {
  const text = head.toString('latin1', 0, 16);
  return KINDS.find(([, , start]) => start?.test(text) === true)?.[0] ?? null;
}

/** What kind of picture the name of a file tells, or null. */
export function pictureNamed(name: string): string | null {
  return KINDS.find(([, ending]) => ending.test(name))?.[0] ?? null;
}

/** What a picture is that was named as a corpus, and what to type instead: two sentences. */
export function pictureWords(kind: string, path: string): string {
  const make = (file: string): string => `"nonomill generate --from-image ${file}"`;
  return kind === 'PNG'
    ? `a picture (PNG), not a puzzle. ${make(path)} makes a puzzle of it.`
    : `a picture (${kind}), not a puzzle. Save it as PNG; ${make('<file>')} then makes a puzzle of it.`;
}

/**
 * The same of a picture among other files, in a phrase; `canRead` says whether --images may be
 * given.
 */
export function pictureReason(kind: string, canRead: boolean): string {
  const make = `${canRead ? '--images reads it, or ' : ''}"generate --from-image" makes a puzzle of it`;
  return kind === 'PNG'
    ? `a picture (PNG): ${make}`
    : `a picture (${kind}): once it is PNG, ${make}`;
}
