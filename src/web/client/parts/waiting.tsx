import type { JSX } from 'preact';
import type { Fetched } from '../fetched.js';
import { Notice } from './notice.js';
import { Title } from './title.js';

/** Shows the fetched data, or that it is on its way, or why it did not come. */
export function Waiting<T>(props: {
  readonly for: Fetched<T>;
  /** Whether the page has no title until the data is here. */
  readonly wholePage?: boolean;
  readonly children: (data: T) => JSX.Element;
}): JSX.Element {
  const { for: fetched, wholePage, children } = props;
  if (fetched.data !== null) return children(fetched.data);
  if (fetched.state === 'failed') {
    if (wholePage !== true) return <Notice kind="bad" title={fetched.reason} />;
    return (
      <>
        <Title trail={[{ href: '/', label: 'Runs' }]} title="This cannot be shown" />
        <Notice kind="bad" title={fetched.reason}>
          <a href="/">See all runs</a>
        </Notice>
      </>
    );
  }
  return (
    <p class="soft" role="status">
      Loading …
    </p>
  );
}
