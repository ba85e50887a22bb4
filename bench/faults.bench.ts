// Kills, full disks, damage and hostile requests, over and over.
// The real program is killed, suspended, starved of disk, fed with damage and pointed at everything
// that can be a path, until the time is over. Whatever happens, nothing that was committed may be
// lost, nothing may be half written, and in the end everything must equal a run that nobody
// disturbed.
//
//     --minutes 2        how long
//     --seed 1           which faults
//     --attack <name>    one kind alone; with --times 1 and the seed that a failure names it is repeated
//     --at-once 3        how many attacks at the same time
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { print } from './support/figures.js';
import { randomNumbers } from './support/puzzles.js';
import * as damage from './faults/damage.js';
import * as disks from './faults/disks.js';
import * as kills from './faults/kills.js';
import * as names from './faults/names.js';
import * as nights from './faults/nights.js';
import * as places from './faults/places.js';
import * as servers from './faults/servers.js';
import type { Arena, Attack } from './faults/attack.js';
import { Samples } from './faults/samples.js';

const ATTACKS: readonly Attack[] = [damage, disks, kills, names, nights, places, servers].flatMap(
  (subject) => Object.values(subject),
);
const SLOW = ATTACKS.filter(({ quick }) => quick === undefined);
const QUICK = ATTACKS.flatMap((attack) => Array.from({ length: attack.quick ?? 0 }, () => attack));

/** Each kind once, slow ones and quick ones in turn: a short campaign visits all. */
const EACH_ONCE = SLOW.flatMap((slow, i) => [
  slow,
  ...[...new Set(QUICK)].filter((_, k) => k % SLOW.length === i),
]);

/** The order of a campaign: each kind once, then a third of the quick ones after each slow one. */
const SCHEDULE: readonly Attack[] = [
  ...EACH_ONCE,
  ...SLOW.flatMap((slow, i) => [slow, ...QUICK.filter((_, k) => k % 3 === i % 3)]),
];

/** What a campaign is asked for. */
interface CampaignOptions {
  readonly minutes: number;
  readonly seed: number;
  /** Only the attack of this name; with `times`, to repeat a failure. */
  readonly only: string | null;
  readonly times: number;
  /** How many attacks go on at the same time: most of them wait for something, most of the time. */
  readonly atOnce: number;
}

/** Attacks until the time is over, a few at once; returns how many failed. */
async function campaign(options: CampaignOptions): Promise<number> {
  const root = mkdtempSync(join(tmpdir(), 'nonomill-faults-'));
  const attacks = possible(options.only);
  const samples = new Samples(join(root, 'samples'));
  const tally = new Tally();
  const end = performance.now() + options.minutes * 60_000;
  let next = 0;
  const goOn = async (): Promise<void> => {
    while (performance.now() < end && next < options.times) {
      const i = next++;
      const attack = attacks[i % attacks.length];
      const seed = seedOf(options.seed, i);
      const folder = join(root, `${i}`);
      mkdirSync(folder);
      await tally.note(attack, seed, folder, () =>
        inArena(attack, {
          folder,
          samples,
          isAlone: options.only !== null,
          random: randomNumbers(seed),
          tried: (what) => tally.tried(what),
        }),
      );
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, goOn));
  if (tally.failed === 0) rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  tally.say();
  return tally.failed;
}

/** One attack; and what it has begun is undone. */
async function inArena(attack: Attack, arena: Omit<Arena, 'after'>): Promise<void> {
  const undone: (() => unknown)[] = [];
  try {
    await attack.run({ ...arena, after: (undo) => undone.unshift(undo) });
  } finally {
    for (const undo of undone) await undo();
  }
}

/** The seed of the i-th attack: of the first the campaign's own, so that one number repeats it. */
function seedOf(seed: number, i: number): number {
  return i === 0 ? seed : Math.floor(randomNumbers(seed * 1_000_003 + i)() * 1e9);
}

/**
 * The attacks that this machine allows, quick ones several times; says what is left out and why.
 */
function possible(only: string | null): readonly Attack[] {
  const wanted = SCHEDULE.filter(({ name }) => only === null || name === only);
  const missing = new Map(
    [...new Set(wanted)].map((attack) => [attack, attack.missing?.() ?? null] as const),
  );
  for (const [{ name }, why] of missing) if (why !== null) print(`left out: ${name}, ${why}`);
  const there = wanted.filter((attack) => missing.get(attack) === null);
  if (there.length === 0) throw new Error(`no attack to try is called ${only ?? 'anything'}`);
  return there;
}

/** What a campaign has tried, and what came of it. */
class Tally {
  failed = 0;
  private passed = 0;
  private readonly counts = new Map<string, number>();
  private readonly seconds = new Map<string, number>();

  tried(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** Does one attack; if it fails, says how to repeat it and keeps its folder. */
  async note(
    attack: Attack,
    seed: number,
    folder: string,
    work: () => Promise<void>,
  ): Promise<void> {
    const began = performance.now();
    try {
      await work();
      this.passed++;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    } catch (error) {
      this.failed++;
      const what = error instanceof Error ? error.message : String(error);
      print(`\nFAILED: ${attack.name}; its files are in ${folder}\n${what.slice(0, 3000)}`);
      print(
        `to repeat it: npm run bench -- faults --attack "${attack.name}" --times 1 --seed ${seed}\n`,
      );
    }
    const ms = performance.now() - began;
    this.seconds.set(attack.name, (this.seconds.get(attack.name) ?? 0) + ms / 1000);
  }

  /** The table of what was tried, and the closing line. */
  say(): void {
    for (const [what, times] of [...this.counts].sort())
      print(`${String(times).padStart(7)}  ${what}`);
    const took = [...this.seconds].map(([name, seconds]) => `${name} ${seconds.toFixed(0)} s`);
    print(`\ntime: ${took.join(', ')}`);
    print(this.failed === 0 ? 'lost: nothing' : `lost: see the ${this.failed} failures above`);
    print(`\n${this.passed} passed, ${this.failed} failed`);
  }
}

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    attack: { type: 'string' },
    times: { type: 'string' },
    'at-once': { type: 'string', default: '3' },
  },
  strict: false,
});

const failed = await campaign({
  minutes: Number(values.minutes),
  seed: Number(values.seed),
  only: typeof values.attack === 'string' ? values.attack : null,
  times: Number(values.times ?? Infinity),
  atOnce: Number(values['at-once']),
});
process.exitCode = failed > 0 ? 1 : 0;
