import { render } from 'preact';
import { Frame } from './parts/frame.js';
import { TryPage } from './pages/try.js';

render(
  <Frame places={[]} path="">
    <TryPage />
  </Frame>,
  document.getElementById('page')!,
);
