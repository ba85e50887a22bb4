import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { isPlayHash } from './hash-words.js';
import { lazily } from './parts/lazily.js';
import { TryPage } from './workbench/try.js';

const PlayPage = lazily(async () => (await import('./play/play-page.js')).PlayPage);

/** The puzzle of the address: to be tried, or to be played. */
export function TryOrPlay(props: {
  /** Where the score is defined; null if this site has no such page. */
  readonly definition: string | null;
}): JSX.Element {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const read = (): void => setHash(location.hash);
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return isPlayHash(hash) ? <PlayPage key={hash} /> : <TryPage definition={props.definition} />;
}
