import type { ComponentChildren, JSX } from 'preact';
import type { Fetched } from '../window/fetched.js';
import { Title } from './title.js';

/** A message with a title; screen readers read `bad` ones at once. */
export function Notice(props: {
  readonly kind: 'good' | 'doubt' | 'bad' | 'plain';
  readonly title: string;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class={`notice ${props.kind}`} role={props.kind === 'bad' ? 'alert' : undefined}>
      <strong>{props.title}</strong>
      {props.children !== undefined && <div>{props.children}</div>}
    </div>
  );
}

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
