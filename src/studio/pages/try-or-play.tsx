import type { JSX } from 'preact';
import { lazily, Title } from '../../pipeline/pages/client/parts.js';
import { useBeginning, Welcome } from './intake/welcome.js';
import { useEffect, useState } from 'preact/hooks';
import { isPlayHash } from '../../pipeline/pages/client/window.js';
import { PLAYED_HASH } from './browser.js';

const PlayPage = lazily(async () => (await import('./play/play-page.js')).PlayPage);
const PlayedPage = lazily(async () => (await import('./played-page.js')).PlayedPage);

/** The puzzle of the address, to be tried or to be played; or what was played. */
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
  if (hash === PLAYED_HASH) return <PlayedPage />;
  return isPlayHash(hash) ? <PlayPage key={hash} /> : <TryPage definition={props.definition} />;
}

const Workbench = lazily(async () => (await import('./workbench/workbench.js')).Workbench);

/** Draw, open or paste a puzzle: is it good, how is it solved? A first visit sees how to begin. */
function TryPage({ definition }: Parameters<typeof TryOrPlay>[0]): JSX.Element {
  const [beginning, begin] = useBeginning();
  return (
    <>
      <Title trail={[]} title="Workbench" />
      {beginning === null ? (
        <Welcome onBegin={begin} />
      ) : (
        <Workbench beginning={beginning} definition={definition} />
      )}
    </>
  );
}
