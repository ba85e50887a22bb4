import { isLoopback } from '../../../core/text/loopback.js';

/** Where links to share lead. */
export interface ShareBase {
  /** The address of a workbench, up to its `#`. */
  readonly address: string;
  /** The host as people know it. */
  readonly host: string;
  /** Whether nobody but who sits at this machine can open it. */
  readonly isHereAlone: boolean;
  /** Whether it is on another host than this page. */
  readonly isElsewhere: boolean;
}

/** The workbench of this site, or the one on the web that its server was told of: see `nonomill serve --share-base`. */
export function shareBase(): ShareBase {
  const told = document.querySelector<HTMLMetaElement>('meta[name="share-base"]');
  const { origin, pathname, host, hostname } = new URL(told?.content ?? './', location.href);
  return {
    address: `${origin}${pathname}`,
    host,
    isHereAlone: isLoopback(hostname),
    isElsewhere: origin !== location.origin,
  };
}

/** What to do if nobody else can open a link. */
export const HOW_TO_SHARE =
  'nonomill serve --share-base <address> makes links to a workbench on the web.';
