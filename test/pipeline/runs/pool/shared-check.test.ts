import assert from 'node:assert/strict';
import { closeSync, openSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { DEFAULT_SOLVE_LIMITS } from '../../../../src/solver/engine/model/limits.js';
import type { ProofReport } from '../../../../src/solver/engine/proof-checker.js';
import { Prover } from '../../../../src/solver/engine/solver/prove.js';
import { solvePuzzle } from '../../../../src/solver/engine/solver/solve.js';
import {
  SharedCheck,
  checkInThreads,
  type Helping,
} from '../../../../src/pipeline/runs/pool/shared-check.js';
import { damage } from '../../../support/damage.js';
import { sealed } from '../../../support/sealed.js';
import { checkProof } from '../../../support/check-proof.js';
import { depth } from '../../../support/depth.js';
import { dominoes } from '../../../support/long-puzzles.js';
import { randomNumbers } from '../../../support/random-puzzle.js';
import { smallDisk } from '../../../support/small-disk.js';
import { folderWith } from '../../../support/temporary.js';

const PUZZLE = dominoes(9);
const PROOF = proofOf();
const EXPECTED = checkProof(PUZZLE, PROOF);

function proofOf(): string {
  const pieces: string[] = [];
  const { solution } = solvePuzzle(PUZZLE);
  new Prover().prove(PUZZLE, solution === null ? [] : [solution], DEFAULT_SOLVE_LIMITS, (piece) =>
    pieces.push(piece),
  );
  return pieces.join('');
}

/** Others help from the first piece on that is enough. */
async function shared(text: string, helping: Helping = {}): Promise<ProofReport> {
  const check = new SharedCheck(PUZZLE, { threads: 3, afterMs: 0, ...helping });
  try {
    for (let at = 0; at < text.length; at += 999) check.write(text.slice(at, at + 999));
    const report = await check.end();
    assert.equal([...check.text()].join(''), text);
    return report;
  } finally {
    await check.close();
  }
}

/** The same text in a file that is there already. */
async function inFile(text: string, helping: Helping = {}): Promise<ProofReport> {
  const file = openSync(join(folderWith({ proof: text }), 'proof'), 'r');
  try {
    return await checkInThreads(PUZZLE, file, text.length, { threads: 3, ...helping });
  } finally {
    closeSync(file);
  }
}

/** Does some work while temporary files are in another folder. */
async function withTemporary<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

test('a proof that several threads check holds as if one did, and leaves no file', async () => {
  assert.ok(EXPECTED.valid && EXPECTED.clauses > 1000 && PROOF.length > 200_000);
  const folder = folderWith({});
  assert.deepEqual(await withTemporary(folder, () => shared(PROOF)), EXPECTED);
  assert.deepEqual(readdirSync(folder), []);
});

test('a fault is found by whichever thread has to follow it, and named as by one alone', async () => {
  const lines = PROOF.trimEnd().split('\n').slice(0, -1);
  const random = randomNumbers(7);
  let faults = 0;
  while (faults < depth(4, 40)) {
    const text = sealed(damage(lines, random).lines);
    const expected = checkProof(PUZZLE, text);
    if (expected.valid) continue;
    faults++;
    assert.deepEqual(await shared(text), expected);
    assert.deepEqual(await inFile(text), expected);
  }
  const cut = PROOF.slice(0, -40);
  assert.deepEqual(await shared(cut), checkProof(PUZZLE, cut));
  assert.deepEqual(await inFile(cut), checkProof(PUZZLE, cut));
});

test('if a thread dies that helped, all is checked again', async () => {
  const folder = folderWith({ 'dies.mjs': 'process.exit(1);\n', 'fails.mjs': 'throw 1;\n' });
  for (const name of ['dies.mjs', 'fails.mjs', 'missing.mjs']) {
    const helper = pathToFileURL(join(folder, name));
    assert.deepEqual(await shared(PROOF, { helper }), EXPECTED);
    assert.deepEqual(await inFile(PROOF, { helper }), EXPECTED);
  }
});

test('a proof in a file is checked by several, each of whom can refuse it', async () => {
  assert.deepEqual(await inFile(PROOF), EXPECTED);
  const fault = { valid: false, line: 1, reason: 'the reason' };
  const refusing =
    "import { parentPort } from 'node:worker_threads';\n" +
    `parentPort.postMessage(${JSON.stringify(fault)});\n`;
  const helper = pathToFileURL(join(folderWith({ 'refuses.mjs': refusing }), 'refuses.mjs'));
  assert.deepEqual(await inFile(PROOF, { helper }), fault);
});

test('a file that is cut off meanwhile is no proof', async () => {
  const path = join(folderWith({ proof: PROOF.slice(0, -5000) }), 'proof');
  const file = openSync(path, 'r');
  await assert.rejects(checkInThreads(PUZZLE, file, PROOF.length, { threads: 3 }), /shorter/);
  closeSync(file);
});

test('if no thread can be started, one checks it alone', async () => {
  const helper = new URL('http://127.0.0.1/nothing.mjs');
  assert.deepEqual(await shared(PROOF, { helper }), EXPECTED);
  assert.deepEqual(await inFile(PROOF, { helper }), EXPECTED);
});

test('without room for a file one thread checks it alone, also if the disk is full in the middle', async (t) => {
  const nowhere = join(folderWith({}), 'missing');
  assert.deepEqual(await withTemporary(nowhere, () => shared(PROOF)), EXPECTED);
  const disk = smallDisk(t, '64k');
  if (disk === null) return;
  assert.deepEqual(await withTemporary(disk, () => shared(PROOF)), EXPECTED);
  assert.deepEqual(readdirSync(disk), []);
});

test('a check that is given up ends its threads, and its file never has a name', async () => {
  const folder = folderWith({});
  await withTemporary(folder, async () => {
    const check = new SharedCheck(PUZZLE, { threads: 3, afterMs: 0 });
    for (let at = 0; at < PROOF.length / 2; at += 999) check.write(PROOF.slice(at, at + 999));
    // Whatever ends the process now leaves nothing.
    assert.deepEqual(readdirSync(folder), []);
    await check.close();
    await check.close();
  });
});
