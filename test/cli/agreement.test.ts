import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAgreement } from '../../src/cli/gates.js';
import type { Terminal } from '../../src/cli/terminal.js';
import { countCrossChecks } from '../../src/store/offenders.js';
import { RunWriter } from '../../src/store/run-writer.js';
import { RUN_START, columnsOf, resultOf, temporaryStore } from '../store/samples.js';

test('a run on which the engines differ fails, and lists every puzzle with both verdicts', (t) => {
  const store = temporaryStore(t);
  const writer = new RunWriter(store);
  const runId = writer.startRun(RUN_START);
  const source = { sha256: 'aa', format: 'csv', path: 'in/a.csv', bytes: 1, label: 'a.csv' };
  const { sourceId } = writer.addSource(source);
  const said: string[] = [];
  const terminal = { say: (message: string) => said.push(message) } as unknown as Terminal;

  writer.write(sourceId, columnsOf(0, 1), [resultOf({ crossCheck: 'agree' }), resultOf()], []);
  assert.equal(checkAgreement(store, runId, terminal), 'done');
  assert.deepEqual(said, []);

  const error = 'the solver says unique, CaDiCaL finds several';
  writer.write(sourceId, columnsOf(2), [resultOf({ crossCheck: 'differ', error })], []);
  assert.equal(checkAgreement(store, runId, terminal), 'failed');
  assert.match(said[0], /DIFFERS on 1 puzzle/);
  assert.match(said[1], /a\.csv#2, 2x2: unique.*in\/a\.csv: the solver says unique, CaDiCaL finds/);
  assert.deepEqual(
    [...countCrossChecks(store, runId)],
    [
      ['agree', 1],
      ['differ', 1],
    ],
  );
});
