import { render } from 'preact';
import { App } from './app.js';
import { afterDrawing } from './ready.js';

render(<App />, document.getElementById('page')!);
afterDrawing();
