import { UsageError } from '../terminal/outcome.js';
import { valueFlag } from '../frame/flag.js';

/** The workbench that shared links and QR codes lead to; null without one. */
export const shareBaseFlag = valueFlag<string>({
  name: 'share-base',
  reach: 'lead',
  value: 'address',
  help:
    'The address of a workbench on the web (docs/studio/static-site.md) that links to share and QR codes lead to, ' +
    'such as https://example.org/puzzles/. It holds every puzzle, in colours and with givens, too.',
  alsoTried: ['share', 'base', 'base-url', 'site'],
  read: readShareBase,
});

/** The address of a folder or of a page, without what follows a `?` or a `#`. @throws UsageError */
function readShareBase(word: string): string {
  const url = URL.canParse(word) ? new URL(word) : null;
  const isPlain = url !== null && `${url.username}${url.password}${url.search}${url.hash}` === '';
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(
      'NM_OPTION_VALUE',
      `expected the address of a workbench on the web, such as https://example.org/puzzles/, got "${word}"`,
    );
  }
  // A folder without its slash is another address, which some hosts do not lead on from.
  return /\/([^/]+\.[^/]+)?$/.test(url.pathname) ? url.href : `${url.href}/`;
}
