/**
 * What reasons of one kind share: without their numbers and what they quote, `row …: the blocks …
 * need … cells`.
 */
export function reasonKind(reason: string): string {
  return reason
    .replace(/"(?:[^"\\]|\\.)*"/g, '"…"')
    .replace(/\d+(?:[.,x]\d+)*/g, '…')
    .replace(/…(?:[\s,]+…)+/g, '…');
}
