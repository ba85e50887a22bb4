import type { JSX } from 'preact';
import { lazily } from '../parts/lazily.js';
import { Title } from '../parts/title.js';
import { useBeginning } from './beginning.js';
import { Welcome } from './welcome.js';

const Workbench = lazily(async () => (await import('./workbench.js')).Workbench);

/** Draw, open or paste a puzzle: is it a good one, and how is it solved? A first visit is shown how to begin. */
export function TryPage(props: {
  /** Where the score is defined; null if this site has no such page. */
  readonly definition: string | null;
}): JSX.Element {
  const [beginning, begin] = useBeginning();
  return (
    <>
      <Title trail={[]} title="Workbench" />
      {beginning === null ? (
        <Welcome onBegin={begin} />
      ) : (
        <Workbench beginning={beginning} definition={props.definition} />
      )}
    </>
  );
}
