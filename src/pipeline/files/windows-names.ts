import { win32 } from 'node:path';

/** Names that are devices on Windows, whatever extension they have. */
export const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(\.|$)/i;

/**
 * Why Windows can give no file the name `path`, or null. It would take `book:1` for a part
 * of a file `book` that nobody sees, and `CON.csv` for the console.
 */
export function whyForbidden(path: string, platform: string = process.platform): string | null {
  if (platform !== 'win32' || /^\\\\[.?]\\/.test(path)) return null;
  const { root } = win32.parse(path);
  for (const name of path.slice(root.length).split(/[\\/]/)) {
    // eslint-disable-next-line no-control-regex -- these are what is looked for
    if (/[<>:"|?*\u0000-\u001f]/.test(name)) return `Windows allows no < > : " | ? * in a name`;
    if (DEVICE.test(name)) return `${name} is the name of a device on Windows`;
  }
  return null;
}

/** Whether what is written to `file` is to be forgotten: Windows knows this by a name. */
export function isNowhere(file: string, platform: string = process.platform): boolean {
  return platform === 'win32' && /^(\\\\\.\\)?nul:?$/i.test(file);
}
