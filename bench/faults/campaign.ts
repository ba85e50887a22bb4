import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomNumbers } from '../support/random-puzzles.js';
import { SCHEDULE } from './attacks/attacks.js';
import type { Attack } from './attack.js';
import { Samples } from './samples.js';
import { Tally } from './fault-tally.js';

/** What a campaign is asked for. */
export interface CampaignOptions {
  readonly minutes: number;
  readonly seed: number;
  /** Only the attack of this name; with `times`, to repeat a failure. */
  readonly only: string | null;
  readonly times: number;
  /** How many attacks go on at the same time: most of them wait for something, most of the time. */
  readonly atOnce: number;
}

/** Attacks until the time is over, a few at once; returns how many failed. */
export async function campaign(options: CampaignOptions): Promise<number> {
  const root = mkdtempSync(join(tmpdir(), 'nonomill-faults-'));
  const attacks = possible(options.only);
  const samples = new Samples(join(root, 'samples'));
  for (const sample of samples.all) await samples.expected(sample);
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
        attack.run({
          folder,
          samples,
          random: randomNumbers(seed),
          tried: (what) => tally.tried(what),
        }),
      );
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, goOn));
  if (tally.failed === 0) rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  tally.print();
  return tally.failed;
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
  for (const [{ name }, why] of missing) if (why !== null) say(`left out: ${name}, ${why}`);
  const there = wanted.filter((attack) => missing.get(attack) === null);
  if (there.length === 0) throw new Error(`no attack to try is called ${only ?? 'anything'}`);
  return there;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
