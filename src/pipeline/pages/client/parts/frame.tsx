import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';

interface Place {
  readonly at: string;
  readonly label?: string;
}

/** What surrounds every page: a link to its content, the name, the navigation. */
export function Frame(props: {
  /** Where the name leads. */
  readonly home: string;
  readonly places: readonly Place[];
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
      void import('../window/keep-focus.js').then(({ keepFocus }) => keepFocus(parts));
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
