// In a process of its own: what it looks at belongs to the whole process.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { folderWith } from '../../support/temporary.js';

const skip = process.platform === 'win32' ? 'needs signals' : false;
const SINK = new URL('../../../src/pipeline/cli/terminal/input-output.js', import.meta.url).href;
const PROOFS = new URL('../../../src/pipeline/runs/pool/', import.meta.url).href;

const FILE = `
  const { openSink } = await import('${SINK}');
  const sink = await openSink({ out: 'book.pdf', force: false }, {});
  await sink.write('half of it');
`;
const PROOF = `
  const { openProofFolder } = await import('${PROOFS}proof-folder.js');
  const { ProofFile } = await import('${PROOFS}proof-folder.js');
  openProofFolder('.');
  new ProofFile('.').write('half of it');
`;
const WAIT = `console.log('ready'); setInterval(() => undefined, 1000);`;

/** What is left in a folder in which a program was ended by a signal, and how it ended. */
async function leftBy(
  program: string,
  signal: NodeJS.Signals,
): Promise<{ files: string[]; code: number | null; signal: string | null }> {
  const folder = folderWith({});
  const words = ['--input-type=module', '-e', program + WAIT];
  const child = spawn(process.execPath, words, { cwd: folder, stdio: 'pipe' });
  const [said] = (await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit'),
  ])) as unknown[];
  assert.ok(Buffer.isBuffer(said), 'it ended before it was ready');
  assert.notDeepEqual(readdirSync(folder), []);
  child.kill(signal);
  const [code, by] = (await once(child, 'exit')) as [number | null, string | null];
  return { files: readdirSync(folder), code, signal: by };
}

for (const [what, program] of Object.entries({ 'a file': FILE, 'a proof': PROOF })) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    test(
      `${signal} removes ${what} that is not finished, and ends the process`,
      { skip },
      async () => {
        assert.deepEqual(await leftBy(program, signal), { files: [], code: null, signal });
      },
    );
  }
  test(
    `${what} that is not finished is gone after an exit of somebody else`,
    { skip },
    async () => {
      const exits = `process.on('SIGINT', () => process.exit(7)); ${program}`;
      assert.deepEqual(await leftBy(exits, 'SIGINT'), { files: [], code: 7, signal: null });
    },
  );
}

test('a finished file stays, and signals are left to those who listen', { skip }, async () => {
  const program = `${FILE} await sink.done();
    if (process.listenerCount('SIGINT') + process.listenerCount('exit') > 0) process.exit(1);`;
  const { files, signal } = await leftBy(program, 'SIGINT');
  assert.deepEqual([files, signal], [['book.pdf'], 'SIGINT']);
});
