import { render } from 'preact';
import { Frame } from './parts/frame.js';
import { afterDrawing } from './ready.js';
import { TryOrPlay } from './try-or-play.js';

render(
  <Frame places={[]} path="">
    <TryOrPlay definition={null} />
  </Frame>,
  document.getElementById('page')!,
);
afterDrawing();
