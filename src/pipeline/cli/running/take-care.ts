import { beNice } from '../../runs/pool/be-nice.js';
import type { Terminal } from '../terminal/terminal.js';

/**
 * Lowers the priority of this process, if that is asked for; if it is not possible, the work goes
 * on all the same.
 */
export function takeCare(nice: number | null, terminal: Terminal): void {
  const reason = nice === null ? null : beNice(nice);
  if (reason !== null) terminal.say(`nonomill: the priority stays as it is (--nice): ${reason}`);
}
