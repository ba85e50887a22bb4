/** The anchor of a heading, as forges make it, where the same pages are read. */
export function anchorOf(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}
