import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

/** One step of the breadcrumbs of a page. */
export interface TrailLink {
  readonly href: string;
  readonly label: string;
}

/** The breadcrumbs of this page, its title, and the title of the window. */
export function Title(props: {
  readonly trail: readonly TrailLink[];
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
