import { between, pick, type Arena, type Attack } from '../attack.js';
import { nonomill, shown } from '../program.js';

const LINES = 30;

/**
 * Streams puzzles under ids that JavaScript does not hold: each answer has the id as it was
 * written.
 */
export const strangeIds: Attack = {
  name: 'strange ids',
  async run(arena) {
    const ids = Array.from({ length: LINES }, () => idOf(arena));
    const command = pick(arena, ['solve', 'check', 'hint']);
    const input = ids.map((id) => `{"id":${id},"rows":[[2],[1]],"columns":[[2],[1]]}\n`).join('');
    const ended = await nonomill([command, '--stream', '--threads', '2'], { input });
    // 1: without cells there is nothing to check, which is said under the id.
    if (ended.code !== 0 && ended.code !== 1) throw new Error(shown(ended));
    const answers = ended.stdout.trimEnd().split('\n');
    for (const [i, id] of ids.entries()) {
      arena.tried(`an id of a stream: ${id.startsWith('"') ? 'a text' : 'a number'}`);
      const answer = answers.at(i) ?? 'nothing';
      if (answer.startsWith(`{"id":${id},`)) continue;
      throw new Error(`${command}: id ${id} came back in ${answer}; ${shown(ended)}`);
    }
  },
};

function idOf(arena: Arena): string {
  const digits = (count: number): string =>
    Array.from({ length: count }, (_, i) => between(arena, i === 0 ? 1 : 0, 9)).join('');
  return pick(arena, [
    () => digits(between(arena, 1, 40)),
    () => `-${digits(between(arena, 1, 25))}`,
    () => `${digits(3)}.${digits(between(arena, 1, 30))}0`,
    () => `${digits(2)}e${between(arena, -400, 400)}`,
    () => `"${digits(20)}"`,
    () => String.raw`"\u00e9\ud83d\ude00 \"x\" \/"`,
  ])();
}
