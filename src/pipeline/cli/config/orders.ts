import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { isLoopback } from '../../../solver/core/text/loopback.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { codeOf } from '../../../solver/core/text/system-errors.js';
import { BESIDE_DATABASE } from '../../files/database-files.js';
import { shownWord, type OptionInForce } from '../frame/option-in-force.js';
import { REACHES } from '../frame/reach.js';
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

function whyBeyond({ folder }: ConfigFile, { word, reach }: OptionInForce): string | null {
  if (word !== true) {
    // Windows greets the machine of such a path with the name and the password of the user.
    if (reach === 'read' && word.split(',').some(isOfMachine)) return REACHES.send;
    if (reach === 'listen' && isLoopback(word)) return null;
    if (reach === 'write') {
      return [word, ...word.split(',')].every((path) => isWithin(folder, path))
        ? null
        : REACHES.write;
    }
    if (reach === 'send' && word === NO_QUEUE) return null;
  }
  return REACHES[reach];
}

function isOfMachine(path: string): boolean {
  return path.startsWith('\\\\');
}

/**
 * Whether a file of this path, and what a database has beside it, is in a folder or below it,
 * through whatever links.
 */
function isWithin(folder: string, path: string): boolean {
  if (path === '-') return true;
  try {
    const own = realPlace(folder);
    return BESIDE_DATABASE.every((end) => isBelow(own, realPlace(path + end)));
  } catch {
    // What cannot be looked at is not known to be in it.
    return false;
  }
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
}

function isBelow(folder: string, place: string): boolean {
  const way = relative(folder, place);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** As many links as Linux follows. */
const MOST_LINKS = 40;

/**
 * The path that a file has, or would have, without any links.
 * @throws Error of the file system
 */
function realPlace(path: string, links = 0): string {
  const place = isAbsolute(path) ? path : process.cwd() + sep + path;
  try {
    return realpathSync.native(place);
  } catch (error) {
    if (links > MOST_LINKS || !isMissing(error)) throw error;
  }
  const above = dirname(place);
  if (above === place) return place;
  const folder = realPlace(above, links);
  const own = join(folder, basename(place));
  const target = linkOf(own);
  return target === null
    ? own
    : realPlace(isAbsolute(target) ? target : folder + sep + target, links + 1);
}

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
