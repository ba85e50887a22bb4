import { render } from 'preact';
import { App } from './app.js';
import { afterDrawing } from './window/ready.js';

render(<App />, document.getElementById('page')!);
afterDrawing();
