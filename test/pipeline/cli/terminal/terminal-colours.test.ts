import assert from 'node:assert/strict';
import { test } from 'node:test';
import { colourDepth, type Environment } from '../../../../src/pipeline/cli/terminal/terminal.js';
import { terminalColours } from '../../../../src/pipeline/cli/terminal/terminal-colours.js';

function onTerminal(env: Environment): number {
  return colourDepth(true, env);
}

test('a terminal shows the colours that it says it has', () => {
  assert.equal(onTerminal({ TERM: 'xterm-256color', COLORTERM: 'truecolor' }), 24);
  assert.equal(onTerminal({ TERM: 'xterm', COLORTERM: '24bit' }), 24);
  assert.equal(onTerminal({ TERM: 'xterm-256color' }), 8);
  assert.equal(onTerminal({ TERM: 'tmux-256color' }), 8);
  assert.equal(onTerminal({ TERM: 'xterm' }), 4);
});

test('COLORTERM is believed inside tmux, too', () => {
  const tmux = { TERM: 'tmux-256color', TMUX: '/tmp/tmux-1/default,1,0' };
  assert.equal(onTerminal(tmux), 8);
  assert.equal(onTerminal({ ...tmux, COLORTERM: 'truecolor' }), 24);
});

test('NO_COLOR, a dumb terminal and a pipe have no colours, unless FORCE_COLOR asks', () => {
  const env = { TERM: 'xterm-256color', COLORTERM: 'truecolor' };
  assert.equal(onTerminal({ ...env, NO_COLOR: '1' }), 1);
  assert.equal(onTerminal({ ...env, TERM: 'dumb' }), 1);
  assert.equal(colourDepth(false, env), 1);
  assert.equal(colourDepth(false, { ...env, FORCE_COLOR: '1' }), 4);
  assert.equal(colourDepth(false, { FORCE_COLOR: '3' }), 24);
  assert.equal(onTerminal({ ...env, FORCE_COLOR: '0' }), 1);
});

test('colours become the nearest of the fixed 256, or of the basic 16', () => {
  const palette = ['#ffffff', '#000000', '#ff0000', '#5f87af', '#767676'];
  const grounds = (depth: 4 | 8): string[] =>
    terminalColours(palette, depth).map(({ ground }) => ground);
  assert.deepEqual(grounds(8), ['48;5;231', '48;5;16', '48;5;196', '48;5;67', '48;5;243']);
  assert.deepEqual(grounds(4), ['107', '40', '101', '100', '104']);
});

test('colours of a palette stay different as long as there are enough', () => {
  const greys = Array.from({ length: 16 }, (_, i) => `#${`0${i.toString(16)}`.repeat(3)}`);
  for (const depth of [4, 8] as const) {
    const grounds = terminalColours(greys, depth).map(({ ground }) => ground);
    assert.equal(new Set(grounds).size, 16, String(depth));
  }
  const more = Array.from({ length: 32 }, () => '#ff0000');
  assert.equal(new Set(terminalColours(more, 4).map(({ text }) => text)).size, 16);
});

test('text on a colour can be read', () => {
  const [light, dark] = terminalColours(['#ffff00', '#00008b'], 24);
  assert.equal(light.ink, '30');
  assert.equal(dark.ink, '97');
  for (const depth of [4, 8, 24] as const) {
    const [grey] = terminalColours(['#808080'], depth);
    assert.equal(grey.faint, grey.ink, 'no grey dot on grey');
  }
});
