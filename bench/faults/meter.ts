import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { start, type Ended, type Setting } from './program.js';

/**
 * Loaded into a program that is measured: writes down the milliseconds of processor time it took.
 */
const METER = `import { writeFileSync } from 'node:fs';
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeFileSync(process.env.METER, String((user + system) / 1000));
});
`;

/** How a command ended, and how long it kept processors busy. */
export interface Metered {
  readonly ended: Ended;
  /** All threads together; null if a signal ended it. A busy machine hardly changes it. */
  readonly cpuMs: number | null;
}

/** Runs `nonomill <words>` to its end; two small files in `folder` measure it. */
export async function metered(
  folder: string,
  words: readonly string[],
  setting: Setting = {},
): Promise<Metered> {
  const script = join(folder, 'meter.mjs');
  const meter = join(folder, 'meter');
  writeFileSync(script, METER);
  const env = { METER: meter, NODE_OPTIONS: `--import=${script}` };
  const ended = await start(words, { ...setting, env }).ended;
  return { ended, cpuMs: existsSync(meter) ? Number(readFileSync(meter, 'utf8')) : null };
}
