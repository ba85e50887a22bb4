import { WriteStream } from 'node:tty';

/**
 * Bits of colour that an output can show: 1 means none, 4 means 16 colours, 8 means 256, 24 means
 * all.
 */
export type ColourDepth = 1 | 4 | 8 | 24;

/** The environment variables that matter for an output; `process.env` is one. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The colours that an output shows: what FORCE_COLOR says, if it is set; else none if the output is
 * not a terminal or NO_COLOR asks for none.
 *
 * Node.js knows most terminals by name, but not `tmux-256color` and the like. Inside tmux it
 * reports 256 colours (Node.js 22) or all (24), whatever COLORTERM says.
 */
export function colourDepth(isTty: boolean, env: Environment): ColourDepth {
  const forced = env.FORCE_COLOR !== undefined;
  if (!isTty && !forced) return 1;
  const depth = WriteStream.prototype.getColorDepth(env) as ColourDepth;
  if (forced || depth === 1) return depth;
  if (/^(truecolor|24bit)$/i.test(env.COLORTERM ?? '')) return 24;
  if (env.TMUX !== undefined) return 8;
  return depth < 8 && /-256color$/i.test(env.TERM ?? '') ? 8 : depth;
}
