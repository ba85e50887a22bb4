// What must work in a folder into which the package was installed, one function for each check: it
// throws if something does not.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PUZZLES = `width,height,rows,columns
3,3,1 1/1/1 1,1 1/1/1 1
2,2,1/1,1/1
`;

/** `folder` has the package installed; `node` is the Node.js to use, `env` its environment. */
export function checksOf({ folder, node, env, root }) {
  writeFileSync(join(folder, 'puzzles.csv'), PUZZLES);
  const bin = join(folder, 'node_modules', 'nonomill', 'bin', 'nonomill.js');

  function nonomill(...words) {
    const { status, stdout, stderr } = spawnSync(node, [bin, ...words], {
      ...{ cwd: folder, env, encoding: 'utf8' },
    });
    assert.equal(status, 0, `nonomill ${words.join(' ')}: ${stdout}${stderr}`);
    return { stdout, stderr };
  }

  return {
    'nonomill is a command of the folder': () => {
      const windows = process.platform === 'win32';
      const command = join(folder, 'node_modules', '.bin', windows ? 'nonomill.cmd' : 'nonomill');
      const options = { cwd: folder, env, encoding: 'utf8', shell: windows };
      const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
      assert.equal(spawnSync(command, ['--version'], options).stdout.trim(), version);
    },
    'run solves a corpus and writes a report': () => {
      const { byStatus } = JSON.parse(nonomill('run', 'puzzles.csv', '--json', '--quiet').stdout);
      assert.equal(byStatus.unique, 1);
      assert.equal(byStatus.multiple, 1);
      assert.ok(existsSync(join(folder, 'reports', 'run-1', 'index.html')));
      assert.ok(existsSync(join(folder, 'reports', 'nonomill.sqlite')));
    },
    'solve draws a puzzle': () => {
      assert.match(nonomill('solve', 'puzzles.csv').stdout, /one solution/);
    },
    'convert writes another format': () => {
      nonomill('convert', 'puzzles.csv', 'puzzles.json');
      assert.equal(JSON.parse(readFileSync(join(folder, 'puzzles.json'), 'utf8')).length, 2);
    },
    'serve shows the run': () => servesPages({ node, bin, folder, env }),
  };
}

async function servesPages({ node, bin, folder, env }) {
  const server = spawn(node, [bin, 'serve', '--port', '0'], { cwd: folder, env });
  try {
    const address = await addressIn(server);
    const page = await fetch(address);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /<script/);
    const runs = await fetch(new URL('/api/runs', address));
    assert.equal(runs.status, 200);
  } finally {
    server.kill();
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  }
}

/** The address that the server says it listens on. */
async function addressIn(server) {
  let said = '';
  for (const stream of [server.stdout, server.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      said += `${line}\n`;
      server.emit('said');
    });
  }
  server.on('exit', () => server.emit('said'));
  for (;;) {
    const address = /http:\/\/\S+/.exec(said);
    if (address !== null) return address[0];
    if (server.exitCode !== null) throw new Error(`serve ended: ${said}`);
    await once(server, 'said');
  }
}
