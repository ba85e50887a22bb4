import { askAdvice } from '../../../pipeline/pages/client/solve/ask-advice.js';
import { playHash } from '../../../pipeline/pages/client/window/try-address.js';

const SIDE = 15;

/** Opens a random puzzle of two stars, to be played; false if none could be made. */
export async function playRandomOne(): Promise<boolean> {
  const seed = Math.floor(Math.random() * 2 ** 32);
  const answer = await askAdvice({ kind: 'random', side: SIDE, stars: 2, seed });
  if (answer?.kind !== 'random') return false;
  location.hash = playHash(answer.puzzle, 'A random one');
  return true;
}
