import { type JSX, render } from 'preact';
import { useState } from 'preact/hooks';
import { afterDrawing, useAddress, isPlayHash, shownAt } from '../pipeline/pages/client/window.js';
import { ifPossible } from '../solver/core/text/error-codes.js';
import { Frame, Notice, Title } from '../pipeline/pages/client/parts.js';
import { PIPELINE_PAGES } from '../pipeline/pages/client/pages/pages.js';
import { STUDIO_PAGES } from '../studio/pages/pages.js';

/** The table of contents: the pages of all packages. */
const PAGES = [...PIPELINE_PAGES, ...STUDIO_PAGES];

const PLACES = PAGES.filter(({ label }) => label);

/** All pages: the address decides which is shown. */
function App(): JSX.Element {
  const { path, query } = useAddress();
  const [visits] = useState(isVisitor);
  return (
    <Frame home={visits ? '/try' : '/'} places={visits ? [] : PLACES} path={path}>
      {shownAt(PAGES, path, query) ?? (
        <>
          <Title trail={[]} title="There is no such page" />
          <Notice kind="bad" title={`Nothing is at ${path}.`}>
            <a href="/">See all runs</a>
          </Notice>
        </>
      )}
    </Frame>
  );
}

/** Where this tab keeps whether it began with a shared link. */
const KEY = 'nonomill.visitor';

/**
 * Whether this tab was opened by a shared link and has shown nothing but what it leads to: then the
 * runs of the database are not offered. A reload changes nothing.
 */
function isVisitor(): boolean {
  const began = ifPossible(() => sessionStorage.getItem(KEY), null);
  const isShared = began === null ? isPlayHash(location.hash) : began === 'yes';
  const visits = isShared && PAGES.some((page) => page.isShared && page.at === location.pathname);
  ifPossible(() => sessionStorage.setItem(KEY, visits ? 'yes' : 'no'), undefined);
  return visits;
}

render(<App />, document.getElementById('page')!);
afterDrawing();
