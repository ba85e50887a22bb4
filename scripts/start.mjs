// `npm start`: installs what is missing, builds, and runs the sample corpora of data/. With
// arguments (`npm start -- solve puzzle.non`) it runs nonomill with them instead.
import './suitable-node.mjs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { prepareToRun, root } from './prepare.mjs';

prepareToRun();
const given = process.argv.slice(2);
const args = given.length > 0 ? given : ['run', 'data', '--name', 'sample'];
const child = spawn(process.execPath, [join(root, 'bin', 'nonomill.js'), ...args], {
  cwd: given.length > 0 ? process.cwd() : root,
  stdio: 'inherit',
});
// The child gets the terminal's signals itself and drains; this process waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => signal !== 'SIGINT' && child.kill(signal));
}
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === null ? 1 : 130);
});
