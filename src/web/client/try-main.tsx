import { render } from 'preact';
import { Frame } from './parts/frame.js';
import { TryPage } from './try/try.js';

render(
  <Frame places={[]} path="">
    <TryPage />
  </Frame>,
  document.getElementById('page')!,
);
