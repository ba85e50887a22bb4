import { rmSync } from 'node:fs';
import type { Attack } from './attack.js';

/** An attack that takes longer is worth a line: something may have waited in vain. */
const LONG_MS = 100_000;

/** What a campaign has tried, and what came of it. */
export class Tally {
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
      say(`\nFAILED: ${attack.name}; its files are in ${folder}\n${what.slice(0, 3000)}`);
      say(
        `to repeat it: npm run bench -- faults --attack "${attack.name}" --times 1 --seed ${seed}\n`,
      );
    }
    const ms = performance.now() - began;
    if (ms > LONG_MS) say(`${attack.name}, seed ${seed}, took ${(ms / 1000).toFixed(0)} s`);
    this.seconds.set(attack.name, (this.seconds.get(attack.name) ?? 0) + ms / 1000);
  }

  /** The table of what was tried, and the closing line. */
  print(): void {
    for (const [what, times] of [...this.counts].sort())
      say(`${String(times).padStart(7)}  ${what}`);
    const took = [...this.seconds].map(([name, seconds]) => `${name} ${seconds.toFixed(0)} s`);
    say(`\ntime: ${took.join(', ')}`);
    say(this.failed === 0 ? 'lost: nothing' : `lost: see the ${this.failed} failures above`);
    say(`\n${this.passed} passed, ${this.failed} failed`);
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
