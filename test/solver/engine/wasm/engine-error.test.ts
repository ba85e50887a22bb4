import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const LIBRARY = new URL('../../../../src/index.js', import.meta.url).href;
const BIN = fileURLToPath(new URL('../../../../../bin/nonomill.js', import.meta.url));

/**
 * What a fresh process says that carries out `script` before it solves a puzzle with the library.
 */
function saidAfter(script: string): string {
  const text = `${script}
    const { EngineError, NonomillError, solve } = await import(${JSON.stringify(LIBRARY)});
    try { solve({ rows: [[1]], columns: [[1]] }); } catch (error) {
      if (error instanceof EngineError && error instanceof NonomillError) console.log(error.code, error.message);
    }`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', text]);
  return `${stdout.toString()}${stderr.toString()}`;
}

test('where WebAssembly is missing, the library says so by an error with a code', () => {
  const said = saidAfter('delete globalThis.WebAssembly;');
  assert.match(said, /^NM_NO_WEBASSEMBLY puzzles are solved in WebAssembly, which is missing here/);
});

test('where it is forbidden, the error names what allows it', () => {
  const said = saidAfter(
    "WebAssembly.Module = class { constructor() { throw new WebAssembly.CompileError('refused'); } };",
  );
  assert.match(
    said,
    /^NM_NO_WEBASSEMBLY .* forbidden here: .*'wasm-unsafe-eval' in its script-src/,
  );
});

test('where there is no memory for an instance, the error says so', () => {
  const said = saidAfter(
    "WebAssembly.Instance = class { constructor() { throw new RangeError('out of memory'); } };",
  );
  assert.match(said, /^NM_NO_MEMORY there is no memory for an instance of the engine/);
});

test('the command line says it in one line, and what tells more', () => {
  const words = ['--jitless', BIN, 'solve', '-'];
  const input = '{"rows":[[1]],"columns":[[1]]}';
  const { status, stderr } = spawnSync(process.execPath, words, { input });
  assert.equal(status, 1);
  assert.match(
    stderr.toString(),
    /^nonomill: puzzles are solved in WebAssembly, which is missing here: .*\n"nonomill doctor" says what of this machine holds runs back\.\n$/,
  );
});
