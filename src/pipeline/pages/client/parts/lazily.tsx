import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { keepReady } from '../window/ready.js';
import { Notice } from './notice.js';

/**
 * A part of a page whose code is loaded once it is shown for the first time: what a first visit
 * does not need, it does not wait for.
 */
export function lazily<P extends object>(
  load: () => Promise<(props: P) => JSX.Element | null>,
): (props: P) => JSX.Element | null {
  let Loaded: ((props: P) => JSX.Element | null) | null = null;
  return function Lazily(props: P) {
    const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
    useEffect(() => {
      if (Loaded !== null) return undefined;
      let shown = true;
      const tell = (now: 'loaded' | 'failed'): void => {
        if (shown) setState(now);
      };
      const loading = load().then(
        (part) => {
          Loaded = part;
          tell('loaded');
        },
        () => tell('failed'),
      );
      void keepReady(loading);
      return () => {
        shown = false;
      };
    }, []);
    if (Loaded !== null) return <Loaded {...props} />;
    if (state === 'loading') return null;
    return (
      <Notice kind="bad" title="A part of this page could not be loaded.">
        Reload the page once the network is there again.
      </Notice>
    );
  };
}
