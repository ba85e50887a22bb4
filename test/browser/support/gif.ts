/**
 * A GIF of these rows, `#` for black and anything else for white. Its codes are all of 8 bits: the
 * table of LZW is cleared before it would need a ninth, so that nothing needs to be compressed.
 */
export function gifOf(rows: readonly string[]): Buffer {
  const [width, height] = [rows[0].length, rows.length];
  const palette = Buffer.alloc(3 * 128);
  palette.fill(255, 0, 3);
  const [clear, end] = [128, 129];
  const codes: number[] = [];
  Array.from(rows.join('')).forEach((sign, i) => {
    if (i % 120 === 0) codes.push(clear);
    codes.push(sign === '#' ? 1 : 0);
  });
  codes.push(end);
  const blocks: Buffer[] = [];
  for (let i = 0; i < codes.length; i += 255) {
    const block = codes.slice(i, i + 255);
    blocks.push(Buffer.from([block.length, ...block]));
  }
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  return Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from([0b11110110, 0, 0]),
    palette,
    Buffer.from([0x2c, 0, 0, 0, 0]),
    size,
    Buffer.from([0, 7]),
    ...blocks,
    Buffer.from([0, 0x3b]),
  ]);
}
