import { isLoopback } from '../../../solver/core/text/loopback.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { isWithin, keepWithin } from '../../files/real-place.js';
import { shownWord, TYPED, type OptionInForce } from '../frame/option-in-force.js';
import { REACHES, isPath } from '../frame/reach.js';
import { UsageError } from '../terminal/outcome.js';
import type { ConfigFile } from './config-file.js';
import { NO_QUEUE } from '../flags/queue-flags.js';

// Who gives orders: whoever types a command, and a file that is named with it. A file that was
// merely found, in a downloaded corpus say, says how puzzles are solved, and no more.

/**
 * Why a command is refused because of what a file says to it: orders of one that was merely found.
 * Null if it may go on.
 */
export function whyRefused(file: ConfigFile, options: readonly OptionInForce[]): UsageError | null {
  if (file.isNamed) return null;
  const lines = options.flatMap((option) => {
    const why = whyBeyond(file, option);
    return why === null ? [] : [`${option.from}: ${optionLine(option)} ${why}`];
  });
  if (lines.length === 0) return null;
  return new UsageError(
    'NM_CONFIG_UNTRUSTED',
    `${lines.join('\n')}\nA config file may say that only if it is named, and ${file.name} was merely found here.`,
    `Read it; to follow it, add --config ${file.name}.`,
  );
}

/** `on-end = "./upload.sh"`, with its secrets masked. */
function optionLine(option: OptionInForce): string {
  const word = shownWord(option);
  return `${option.name} = ${word === true ? 'true' : plainText(JSON.stringify(word))}`;
}

/**
 * Keeps what a command writes in the folder of a file that was merely found, if that says where to
 * write, but for what was typed: also what follows from it, and whatever links are made meanwhile.
 */
export function keepToFolder(file: ConfigFile | null, inForce: readonly OptionInForce[]): void {
  const written = inForce.filter(({ reach, word }) => reach === 'write' && word !== true);
  const typed = written.filter(({ from }) => from === TYPED);
  const isBound = file?.isNamed === false && typed.length < written.length;
  keepWithin(isBound ? file.folder : null, typed.flatMap(pathsOf));
}

/** A word that may be a path or a list of them, as all that it can be. */
function pathsOf({ word }: OptionInForce): string[] {
  return word === true ? [] : [word, ...word.split(',')];
}

function whyBeyond({ folder }: ConfigFile, option: OptionInForce): string | null {
  const { word, reach } = option;
  if (word === true) return REACHES[reach];
  if (isPath(reach)) {
    const paths = pathsOf(option);
    // Windows greets the machine of such a path with the name and the password of the user.
    if (paths.some((path) => /^[\\/]{2}/.test(path))) return REACHES.send;
    if (reach === 'read') return null;
    if (paths.every((path) => path === '-' || isWithin(folder, path))) return null;
  }
  if (reach === 'listen' && isLoopback(word)) return null;
  if (reach === 'send' && word === NO_QUEUE) return null;
  return REACHES[reach];
}
