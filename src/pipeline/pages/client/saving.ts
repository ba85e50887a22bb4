/** Lets the reader save a text as a file. */
export function saveText(name: string, type: string, text: string): void {
  saveFile(name, new Blob([text], { type }));
}

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  // A name that every file system accepts.
  link.download = name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[-.]+/, '') || 'puzzle';
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * An SVG as a file of pixels, on white, and their number, with so many for each unit.
 * @throws Error if this browser cannot paint it
 */
export async function paintedSvg(
  svg: string,
  scale: number,
  type: 'image/png' | 'image/jpeg' = 'image/png',
) {
  const drawn = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = drawn;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil(scale * image.naturalWidth);
    canvas.height = Math.ceil(scale * image.naturalHeight);
    const brush = canvas.getContext('2d')!;
    brush.fillStyle = '#ffffff';
    brush.fillRect(0, 0, canvas.width, canvas.height);
    brush.drawImage(image, 0, 0, canvas.width, canvas.height);
    const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.95));
    if (file === null) throw new Error('This browser could not make the picture.');
    return { file, pixels: [canvas.width, canvas.height] as const };
  } finally {
    URL.revokeObjectURL(drawn);
  }
}
