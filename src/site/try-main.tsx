import { render } from 'preact';
import { Frame } from '../pipeline/pages/client/parts.js';
import { holdsPuzzle, afterDrawing } from '../pipeline/pages/client/window.js';
import { TryOrPlay } from '../studio/pages/try-or-play.js';

render(
  <Frame home="./" places={[]} path="">
    <TryOrPlay definition={null} />
  </Frame>,
  document.getElementById('page')!,
);
afterDrawing();

/** Keeps this site for when there is no network; browsers do on https and on this machine. */
function keepOffline(): void {
  navigator.serviceWorker?.register('./sw.js').catch(() => undefined);
}

// Who only looks does not fetch what working here needs.
if (holdsPuzzle(location.hash)) keepOffline();
else {
  const begin = new AbortController();
  const { signal } = begin;
  signal.addEventListener('abort', keepOffline);
  for (const event of ['pointerdown', 'keydown', 'drop', 'paste'] as const) {
    window.addEventListener(event, () => begin.abort(), { signal });
  }
}
