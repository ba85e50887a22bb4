import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Progress,
  type TimeLeft,
  doneText,
  paceTexts,
  percentText,
  progressJson,
  readProgress,
  shareDone,
  stillProgress,
  Pace,
  CountedWork,
  roundText,
} from '../../../src/pipeline/record/progress.js';
import {
  type RoundLimits,
  curedStatuses,
  hasRound,
  limitIn,
  limitListText,
  roundCount,
  storedLimits,
  isInShard,
  readShard,
  shardText,
  typedOptions,
} from '../../../src/pipeline/record/options.js';
import {
  type RunRetry,
  retryText,
  GATE_REQUIREMENTS,
  gatesVerdict,
  isNeedsGate,
  penalisedMs,
  timeLimits,
} from '../../../src/pipeline/record/outcome.js';
import { ROOT } from '../../support/nonomill.js';
import { randomNumbers } from '../../support/random-puzzle.js';
import { assertEach } from '../../support/tests.js';
import { holds } from '../../support/property.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const PROGRESS: Progress = {
  done: 66_731,
  total: 151_234,
  isEstimate: true,
  perSecond: 1234,
  timeLeft: { fromMs: 2.2 * MINUTE, toMs: 4.4 * MINUTE },
};

test('count, total and percent are of one kind, the percent is that of the total as it is shown', () => {
  assert.equal(doneText(PROGRESS), '66,731 of about 151,000 done');
  assert.equal(percentText(PROGRESS), '44 %');
  assert.equal(shareDone(PROGRESS), 66_731 / 151_000);
  const exact = { ...PROGRESS, isEstimate: false };
  assert.equal(doneText(exact), '66,731 of 151,234 done');
  assert.equal(shareDone(exact), 66_731 / 151_234);
});

test('an estimate that was too low is never all, nor less than what is done', () => {
  const over = { ...PROGRESS, done: 1004, total: 1004 };
  assert.equal(doneText(over), '1,004 of about 1,004 done');
  assert.equal(percentText(over), '99 %');
  assert.equal(percentText({ ...over, isEstimate: false }), '100 %');
});

test('without a total there is a count alone, and of nothing no share', () => {
  assert.equal(doneText({ ...PROGRESS, total: null }), '66,731 done');
  assert.equal(percentText({ ...PROGRESS, total: null }), null);
  assert.equal(shareDone({ ...PROGRESS, done: 0, total: 0, isEstimate: false }), null);
});

test('the rate and the time left follow, as far as they are known', () => {
  assert.deepEqual(paceTexts(PROGRESS), ['1,234/s', '2 to 5 min left']);
  assert.deepEqual(paceTexts({ ...PROGRESS, perSecond: 0, timeLeft: null }), []);
});

test('a time left that is well known is one time, any other a range in round numbers', () => {
  const texts: readonly (readonly [from: number, to: number, text: string])[] = [
    [0, 0, '1 s left'],
    [200, 900, '1 s left'],
    [45 * SECOND, 45 * SECOND, '45 s left'],
    [2 * MINUTE, 2.3 * MINUTE, '2m 9s left'],
    [8 * HOUR, 9 * HOUR, '8h 29m left'],
    [1400, 3200, '1 to 4 s left'],
    [31 * SECOND, 64 * SECOND, '30 to 65 s left'],
    [50 * SECOND, 2.5 * MINUTE, '50 s to 3 min left'],
    [12.3 * MINUTE, 17.1 * MINUTE, '12 to 18 min left'],
    [50 * MINUTE, 1.6 * HOUR, '50 min to 2 h left'],
    [1.1 * HOUR, 1.9 * HOUR, '65 min to 2 h left'],
    [30 * HOUR, 80 * HOUR, '30 h to 4 days left'],
  ];
  for (const [fromMs, toMs, text] of texts) {
    const progress = { ...PROGRESS, perSecond: 0, timeLeft: { fromMs, toMs } };
    assert.deepEqual(paceTexts(progress), [text]);
  }
});

test('what was written as JSON is read back, and nothing else', () => {
  const more = { ...PROGRESS, rejects: 7 };
  assert.deepEqual(readProgress(progressJson(more)), PROGRESS);
  const still = stillProgress({ ...PROGRESS, total: null });
  assert.deepEqual(still, { ...PROGRESS, total: null, perSecond: 0, timeLeft: null });
  assert.deepEqual(readProgress(progressJson(still)), still);
  for (const text of [null, '', '{', '[]', '7', '{"done":-1}', '{"done":"1","total":2}']) {
    assert.equal(readProgress(text), null);
  }
  const odd = { ...PROGRESS, timeLeft: { fromMs: 1, toMs: 'soon' } };
  assert.equal(readProgress(JSON.stringify(odd))!.timeLeft, null);
});

const LOOK_MS = 100;

const SEEDS = 20;

interface Look {
  readonly at: number;
  readonly left: TimeLeft | null;
  /** The time that it took from then on. */
  readonly truly: number;
}

/** Looks ten times a second at work whose pieces take these times, one after the other. */
function looks(pieces: readonly number[]): Look[] {
  const pace = new Pace();
  const all = pieces.reduce((sum, ms) => sum + ms, 0);
  const found: Look[] = [];
  let [done, ended] = [0, 0];
  for (let at = 0; at < all; at += LOOK_MS) {
    while (done < pieces.length && ended + pieces[done] <= at) ended += pieces[done++];
    pace.note(at, done);
    const left = pace.timeLeft(at, done, pieces.length - done);
    found.push({ at, left, truly: all - at });
  }
  return found;
}

function shareOf<T>(items: readonly T[], holds: (item: T) => boolean): number {
  return items.filter(holds).length / items.length;
}

test('even work has one time left, which is right from the third second on', () => {
  for (const { at, left, truly } of looks(Array<number>(3000).fill(20))) {
    if (at < 2000) assert.equal(left, null);
    else {
      assert.ok(left !== null && left.toMs <= 1.05 * left.fromMs + 100, String(at));
      assert.ok(Math.abs(left.toMs - truly) <= 0.05 * truly + 100, `${at}: ${left.toMs}, ${truly}`);
    }
  }
});

test('uneven work has a range, nearly always, and most of them hold', () => {
  let held = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const random = randomNumbers(seed);
    // One in fifty takes a thousand times as long, as a limit of ten seconds does.
    const pieces = Array.from({ length: 3000 }, () => (random() < 0.02 ? 5000 : 5 + 10 * random()));
    const late = looks(pieces).filter(({ at }) => at > 10_000);
    const there = late.filter(({ left }) => left !== null);
    assert.ok(there.length > 0.9 * late.length, `seed ${seed}: ${there.length} of ${late.length}`);
    const holds = shareOf(
      there,
      ({ left, truly }) => left!.fromMs <= truly + 1000 && truly <= left!.toMs + 5000,
    );
    held += holds / SEEDS;
    assert.ok(there.every(({ left }) => left!.toMs <= 9.1 * left!.fromMs));
  }
  assert.ok(held > 0.75, String(held));
});

test('work that becomes slower shows in the range, and the old pace is forgotten after minutes', () => {
  const pieces = [...Array<number>(6000).fill(10), ...Array<number>(3000).fill(200)];
  const found = looks(pieces);
  const soon = found.find(({ at }) => at >= 80_000)!.left!;
  assert.ok(soon.toMs > 1.5 * soon.fromMs);
  const later = found.find(({ at }) => at >= 300_000)!;
  assert.ok(Math.abs(later.left!.toMs - later.truly) < 0.05 * later.truly);
});

test('nothing is said before anything is done, nor once nothing was done for minutes', () => {
  const pace = new Pace();
  pace.note(0, 0);
  assert.equal(pace.timeLeft(60_000, 0, 100), null);
  pace.note(60_000, 1);
  assert.ok(pace.timeLeft(60_000, 1, 99) !== null);
  for (let at = 61_000; at < 600_000; at += 1000) pace.note(at, 1);
  assert.equal(pace.timeLeft(600_000, 1, 99), null);
});

test('doubt makes a range wider, and a stall does not make it endless', () => {
  const pace = new Pace();
  for (let at = 0; at <= 10_000; at += 500) pace.note(at, at);
  const [sure, unsure] = [0, 0.5].map((doubt) => pace.timeLeft(10_000, 10_000, 50_000, doubt)!);
  assert.deepEqual([sure.fromMs, sure.toMs].map(Math.round), [50_000, 50_000]);
  assert.deepEqual([unsure.fromMs, unsure.toMs].map(Math.round), [33_333, 75_000]);
  for (let at = 10_500; at <= 40_000; at += 500) pace.note(at, 10_000);
  const stalled = pace.timeLeft(40_000, 10_000, 50_000)!;
  assert.ok(stalled.toMs < 1_000_000, String(stalled.toMs));
});

test('counted work has a rate at once, and a time left after two seconds if its total is known', () => {
  let ms = 0;
  const work = new CountedWork(() => ms);
  const at = (time: number, done: number, total: number | null) => {
    ms = time;
    work.note(done, total);
    return work.progress();
  };
  const early = { done: 100, total: 1000, isEstimate: false, perSecond: 100, timeLeft: null };
  assert.deepEqual(at(1000, 100, 1000), early);
  assert.equal(at(2000, 200, null).timeLeft, null);
  const { timeLeft } = at(4000, 400, 1000);
  assert.deepEqual([timeLeft?.fromMs, timeLeft?.toMs].map(Math.round as never), [6000, 6000]);
  assert.deepEqual(at(10_000, 1000, 1000).timeLeft, null);
});

test('a total that was too low is what is done, and an estimate is called one', () => {
  const work = new CountedWork(() => 0);
  work.note(12, 10, true);
  const { done, total, isEstimate } = work.progress();
  assert.deepEqual([done, total, isEstimate], [12, 12, true]);
});

const ROUND = { round: 2, of: 3, open: 1204, puzzles: 3310, decided: 96, mostMs: 4_800_000 };

test('a round says which it is, what is open, what it decided and how long it can take', () => {
  assert.equal(
    roundText(ROUND),
    'round 2 of 3: 1,204 of 3,310 open, 96 decided in this round, 1h 20m more at most',
  );
});

test('what nobody knows of a round is left out', () => {
  const expected = 'round 2: 96 decided in this round';
  assert.equal(roundText({ ...ROUND, of: null, open: null, mostMs: null }), expected);
});

test('a round that was noted with the progress of a run is read again, without what others wrote', () => {
  const progress = { done: 1, total: 2, isEstimate: false, perSecond: 1, timeLeft: null };
  assert.deepEqual(readProgress(progressJson({ ...progress, round: ROUND }))?.round, ROUND);
  assert.equal(readProgress(progressJson(progress))?.round, undefined);
  assert.equal(stillProgress({ ...progress, round: ROUND }).round?.mostMs, null);
  for (const other of [null, 7, {}, { ...ROUND, open: -1 }, { ...ROUND, round: '2' }]) {
    const text = JSON.stringify({ ...progress, round: other });
    assert.equal(readProgress(text)?.round, undefined);
  }
});

/** The limits of the first rounds, as long as they grow. */
function limitsOf(name: 'timeoutMs' | 'memoryMiB', lists: RoundLimits): number[] {
  const limits: number[] = [];
  for (let round = 1; round === 1 || hasRound(lists, round); round++) {
    limits.push(limitIn(name, lists, round));
  }
  return limits;
}

test('a list has a round for each of its limits', () => {
  const lists: RoundLimits = { timeoutMs: [1000, 30_000, 600_000] };
  assert.deepEqual(limitsOf('timeoutMs', lists), [1000, 30_000, 600_000]);
  assert.equal(roundCount(lists), 3);
});

test('a list that grows has four times as much each round, up to what a limit can be', () => {
  const lists: RoundLimits = { memoryMiB: [16, 100, 'x4'] };
  const limits = limitsOf('memoryMiB', lists);
  assert.deepEqual(limits.slice(0, 4), [16, 100, 400, 1600]);
  assert.equal(limits.at(-1), 2 ** 20);
  assert.equal(roundCount(lists), null);
});

test('with several lists there are as many rounds as the longest has, and the others stay at their last limit', () => {
  const lists: RoundLimits = { timeoutMs: [1, 2, 3], maxSteps: [10, 20] };
  assert.equal(roundCount(lists), 3);
  assert.equal(limitIn('maxSteps', lists, 3), 20);
  assert.ok(hasRound(lists, 3) && !hasRound(lists, 4));
  assert.deepEqual(curedStatuses(lists), ['timeout', 'steps']);
});

test('without lists there is one round, whose results no other one changes', () => {
  assert.equal(roundCount({}), 1);
  assert.ok(!hasRound({}, 2));
  assert.deepEqual(curedStatuses({}), []);
});

test('limits are told as they are typed; of what is stored the first counts, whatever others wrote', () => {
  const listed = limitListText([1000, 4000, 'x4'], (ms) => `${ms}ms`);
  assert.equal(listed, '1000ms,4000ms..');
  assertEach(
    [5, [7, 'x4'], null, ['x4'], 'x', {}],
    (maxSteps) => storedLimits({ maxSteps }).maxSteps,
    [5, 7, ...Array<null>(4).fill(null)],
  );
});

const RETRY: RunRetry = {
  startedAt: '',
  finishedAt: null,
  statuses: ['timeout'],
  puzzles: 5,
  tried: 5,
  reused: 0,
  decided: 3,
  timeoutMs: 2000,
  maxSteps: null,
  memoryMiB: null,
  round: null,
  wallMs: 9000,
};

test('a retry in words says what was tried under which limits, and what came of it', () => {
  assert.equal(retryText(RETRY), 'timeout with 2.00 s: 3 of 5 decided');
  assert.equal(
    retryText({ ...RETRY, statuses: ['steps', 'crash'], maxSteps: 1, memoryMiB: 64, tried: 4 }),
    'steps, crash with 2.00 s, 1 step, 64 MiB: 3 of 4 decided, 1 not tried',
  );
  assert.equal(retryText({ ...RETRY, round: 2 }), 'round 2 with 2.00 s: 3 of 5 decided');
  assert.equal(retryText({ ...RETRY, timeoutMs: null }), 'timeout with no limit: 3 of 5 decided');
});

test('every entry is in exactly one part, and the parts differ by one entry at most', () => {
  holds(100, [fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 500 })], (of, entries) => {
    const counts = Array.from({ length: of }, (_, i) => {
      const shard = { part: i + 1, of };
      return Array.from({ length: entries }, (__, at) => isInShard(at, shard)).filter(Boolean)
        .length;
    });
    const all = counts.reduce((sum, count) => sum + count, 0);
    assert.equal(all, entries);
    assert.ok(Math.max(...counts) - Math.min(...counts) <= 1);
  });
});

test('a part is read as it is written, and what is not a part is refused', () => {
  assert.deepEqual(readShard('2/8'), { part: 2, of: 8 });
  assert.equal(shardText({ part: 2, of: 8 }), '2/8');
  const others = ['0/8', '9/8', '2', '2/', '/8', '-1/8', '1/0', '2/8x', '1.5/8', '1/1000000'];
  for (const wrong of others) {
    assert.equal(readShard(wrong), null, wrong);
  }
});

test('stored options are told as the flags that one types, and what else is stored by its path', () => {
  const stored = {
    timeoutMs: [1000, 90_000, 'x4'],
    maxSteps: 100_000,
    stopAfterMs: 28_800_000,
    again: 'run 1',
    memoryMiB: null,
    noDifficulty: true,
    ignoreStart: false,
    reuseFrom: 'old.sqlite',
    require: ['line', 'goal'],
    corpora: ['a.csv', 'b.csv'],
    machine: { cores: 8, memoryMiB: 16_000 },
    inForce: { count: { value: '3', from: 'nonomill.toml' } },
  };
  assert.deepEqual(typedOptions(stored), [
    ['--timeout', '1s,90s..'],
    ['--max-steps', '100000'],
    ['--stop-after', '8h'],
    ['again', 'run 1'],
    ['--no-difficulty', ''],
    ['--reuse-from', 'old.sqlite'],
    ['--require', 'line,goal'],
    ['corpora', 'a.csv,b.csv'],
    ['machine.cores', '8'],
    ['machine.memoryMiB', '16000'],
  ]);
  assert.deepEqual(typedOptions({ timeoutMs: 7_200_000, memoryMiB: 64 }), [
    ['--timeout', '2h'],
    ['--memory', '64'],
  ]);
});

test('options of a race, of claims and of a study are told as those of their commands', () => {
  const race = { kind: 'race', command: './solve {file}', format: 'non', verdict: null, runs: 3 };
  assert.deepEqual(typedOptions({ rival: race }), [
    ['--cmd', './solve {file}'],
    ['--format', 'non'],
    ['--runs', '3'],
  ]);
  assert.deepEqual(typedOptions({ rival: { kind: 'referee', claims: 'fast.csv' } }), [
    ['claims', 'fast.csv'],
  ]);
  const study = { kind: 'phase', sizes: ['5x5'], densities: [0.2, 0.5], error: 0.01, seed: 7 };
  assert.deepEqual(typedOptions({ timeoutMs: 1500, study }), [
    ['--timeout', '1500ms'],
    ['--sizes', '5x5'],
    ['--densities', '0.2,0.5'],
    ['--until-error', '0.01'],
    ['--seed', '7'],
  ]);
});

test('the verdict of all gates is one sentence', () => {
  assert.equal(gatesVerdict(1, 0), 'The gate holds');
  assert.equal(gatesVerdict(3, 0), 'All 3 gates hold');
  assert.equal(gatesVerdict(1, 1), 'The gate does not hold');
  assert.equal(gatesVerdict(3, 1), '1 of 3 gates does not hold');
  assert.equal(gatesVerdict(3, 3), '3 of 3 gates do not hold');
});

test('each gate has its paragraph, and its column in the table, in docs/pipeline/exit-codes.md', () => {
  const page = readFileSync(join(ROOT, 'docs/pipeline/exit-codes.md'), 'utf8');
  const table = page.split('\n').find((line) => line.startsWith('| the corpus holds'))!;
  const words = GATE_REQUIREMENTS.filter((gate) => !isNeedsGate(gate));
  assert.match(page, /^- `--require needs=lookahead`: /m);
  for (const flag of ['strict', ...words.map((gate) => `require ${gate}`)]) {
    assert.match(page, new RegExp(`^- \`--${flag}\`: `, 'm'), flag);
    assert.ok(table.includes(`| \`--${flag}\` |`), flag);
  }
});

test('PAR-2 counts a puzzle without a verdict as twice the limit, or twice its time without one', () => {
  assert.equal(penalisedMs('unique', 3, 100), 3);
  for (const status of ['timeout', 'memory', 'crash'] as const) {
    assert.equal(penalisedMs(status, 3, 100), 200);
    assert.equal(penalisedMs(status, 3, null), 6);
    assert.equal(penalisedMs(status, 250, 100), 250);
  }
});

test('the limits of a run are found among its options, and an infinite one means none', () => {
  assert.deepEqual(timeLimits({ timeoutMs: 5 }), { timeoutMs: 5, bySteps: false });
  assert.deepEqual(timeLimits({ timeoutMs: null, maxSteps: 9 }), {
    timeoutMs: null,
    bySteps: true,
  });
  const retry = { timeoutMs: 7, maxSteps: null };
  assert.deepEqual(timeLimits({ timeoutMs: 5 }, [retry]), { timeoutMs: 7, bySteps: false });
  assert.deepEqual(timeLimits({ timeoutMs: 5 }, [retry, { timeoutMs: null, maxSteps: 9 }]), {
    timeoutMs: null,
    bySteps: true,
  });
  assert.deepEqual(timeLimits({ maxSteps: null }), { timeoutMs: null, bySteps: false });
});
