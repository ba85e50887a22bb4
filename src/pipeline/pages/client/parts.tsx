import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { keepReady, type Page, type useFetched } from './window.js';
import { STATE_WORDS } from '../../record/outcome.js';
import type { RunEntry } from '../served-database.js';
import { doneText, paceTexts, percentText, shareDone, roundText } from '../../record/progress.js';

/** What surrounds every page: a link to its content, the name, the navigation. */
export function Frame(props: {
  /** Where the name leads. */
  readonly home: string;
  readonly places: readonly Pick<Page, 'at' | 'label'>[];
  readonly path: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { home, places, path, children } = props;
  useEffect(() => {
    // Who does nothing here does not fetch it. What has the focus may be gone before it comes.
    const begin = ({ target }: Event): void => {
      const parts = [target as Element];
      for (let part = parts[0].parentElement; part !== null; part = part.parentElement) {
        parts.push(part);
      }
      void import('./keep-focus.js').then(({ keepFocus }) => keepFocus(parts));
    };
    document.addEventListener('focusin', begin, { once: true });
  }, []);
  return (
    <>
      <a class="skip" href="#content" onClick={skipToContent}>
        Skip to the content
      </a>
      <header class="masthead">
        <div class="masthead-inner">
          <a class="brand" href={home}>
            <Mark />
            nonomill
          </a>
          {places.length > 0 && (
            <nav aria-label="Main">
              <ul class="places">
                {places.map(({ at, label }) => (
                  <li key={at}>
                    <a href={at} aria-current={isAt(at, path) ? 'page' : undefined}>
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

/** What follows the `#` of an address may hold a puzzle: it stays. */
function skipToContent(event: Event): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

function isAt(href: string, path: string): boolean {
  return href === path || (href === '/' && path.startsWith('/runs/'));
}

/** The letter n as the picture of a 5x5 puzzle. */
function Mark(): JSX.Element {
  return (
    <svg viewBox="0 0 5 5" aria-hidden="true">
      <path d="M0 0h1v1h1v1H1v3H0zM2 0h2v1H2zM4 1h1v4H4z" />
    </svg>
  );
}

/** The breadcrumbs of this page, its title, and the title of the window. */
export function Title(props: {
  readonly trail: readonly { readonly href: string; readonly label: string }[];
  readonly title: string;
  readonly children?: JSX.Element | null;
}): JSX.Element {
  const { trail, title, children } = props;
  useEffect(() => {
    document.title = `${title} - nonomill`;
  }, [title]);
  return (
    <header>
      {trail.length > 0 && (
        <nav aria-label="Where you are">
          <ol class="trail">
            {trail.map(({ href, label }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div class="title-row">
        <h1>{title}</h1>
        {children}
      </div>
    </header>
  );
}

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
  readonly for: ReturnType<typeof useFetched<T>>;
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

/** Loads the code of a part once it is shown: a first visit does not wait for it. */
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

/** A status: a word, a colour and a shape, so that it can be told without colours. */
export function Badge({ word }: { readonly word: string }): JSX.Element {
  return <span class={`badge ${word}`}>{word}</span>;
}

/** Green only if it is complete and no gate failed; `gates` is left out if it has none. */
export function StateBadge({
  state,
  gates = null,
}: Pick<RunEntry, 'state'> & Partial<Pick<RunEntry, 'gates'>>): JSX.Element {
  if (gates === null) return <span class={`badge ${state}`}>{STATE_WORDS[state]}</span>;
  const { failed } = gates;
  const word = STATE_WORDS[state];
  if (failed === null) return <span class="badge">{word}, gates not judged</span>;
  if (failed.length === 0) return <span class={`badge ${state}`}>{word}, gates hold</span>;
  return (
    <span class="badge contradiction many-words">
      {word}, {failed.length === 1 ? 'gate' : 'gates'} failed: {failed.join(', ')}
    </span>
  );
}

/** How far a run is that is not complete, as its terminal shows it. */
export function ProgressOfRun({ progress }: Pick<RunEntry, 'progress'>): JSX.Element | null {
  if (progress === null) return null;
  const share = shareDone(progress);
  const words = [percentText(progress), doneText(progress), ...paceTexts(progress)];
  const text = words.filter((word) => word !== null).join(' · ');
  return (
    <div>
      {share !== null && (
        <div
          class="meter"
          role="progressbar"
          aria-label="How far this run is"
          aria-valuenow={Math.floor(100 * share)}
          aria-valuetext={text}
        >
          <span class="done" style={{ width: `${100 * share}%` }} />
        </div>
      )}
      <p class="small">{text}</p>
      {progress.round !== undefined && <p class="small">{roundText(progress.round)}</p>}
    </div>
  );
}

/** Why a run is not complete, and how to go on with it; nothing for any other run. */
export function HowToResume(props: {
  readonly run: RunEntry;
  readonly database: string;
}): JSX.Element | null {
  const { run, database } = props;
  if (run.state !== 'stopped' && run.state !== 'interrupted') return null;
  const title =
    run.state === 'stopped'
      ? 'This run stopped without notice'
      : 'This run was interrupted before its end';
  return (
    <Notice kind="doubt" title={title}>
      {run.state === 'stopped' && 'It was killed, or the machine stopped. '}
      What it found until then is kept. {goOn(run.command, database)}
    </Notice>
  );
}

/** A race is typed again as it was, as `run --resume` does not know the other program. */
function goOn(command: RunEntry['command'], database: string): JSX.Element {
  const typed = <code>nonomill {command}</code>;
  if (command === 'referee') return <>To judge the claims again, type its {typed} again.</>;
  if (command === 'race') {
    return (
      <>
        To go on with it, type its {typed} again, with <code>--resume</code>.
      </>
    );
  }
  return (
    <>
      To go on with it:{' '}
      <code>
        nonomill {command} --resume --db {database}
      </code>
    </>
  );
}
