import { render } from 'preact';
import { App } from './app.js';
import { afterDrawing } from '../pipeline/pages/client/window.js';

render(<App />, document.getElementById('page')!);
afterDrawing();
