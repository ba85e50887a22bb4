import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { isLoopback } from '../../../solver/core/text/loopback.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { codeOf } from '../../../solver/core/text/system-errors.js';
import { BESIDE_DATABASE } from '../../files/database-files.js';
import type { Command } from '../frame/command.js';
import { shownWord, type OptionInForce } from '../frame/option-in-force.js';
import { REACHES } from '../frame/reach.js';
import { UsageError } from '../terminal/outcome.js';
import type { ConfigFile } from './config-file.js';
import { ConfigReader, OF_NIGHTS } from './config-reader.js';
import { trustFolder, trustIn } from './trusted-files.js';
import { NO_QUEUE } from '../flags/queue-flags.js';

// Who gives orders: whoever types a command, and a file that is named with it or was trusted. A
// file that was merely found, in a downloaded corpus say, says how puzzles are solved, and no more.

/** A line of a config file that reaches beyond the work on the files of its folder. */
export interface Order {
  readonly option: OptionInForce;
  /** What it would do. */
  readonly why: string;
}

/**
 * Why a command is refused because of what a file says to it: orders of one that was merely found.
 * Null if it may go on.
 * @throws Failure if it cannot be found out whether the file is trusted
 */
export function whyRefused(file: ConfigFile, options: readonly OptionInForce[]): UsageError | null {
  const orders = file.isNamed ? [] : ordersAmong(file, options);
  if (orders.length === 0) return null;
  const trust = trustIn(file);
  if (trust === 'trusted') return null;
  const lines = orders.map(({ option, why }) => `${option.from}: ${optionLine(option)} ${why}`);
  const since =
    trust === 'changed'
      ? 'it has changed since it was trusted'
      : 'it was only found here: nobody named it, or trusted it';
  return new UsageError(
    'NM_CONFIG_UNTRUSTED',
    `${lines.join('\n')}\n${file.name} may not say that, as ${since}.`,
    `--config ${file.name} follows it this once; "nonomill trust ${file.name}" trusts it as it is from now on.`,
  );
}

/** `on-end = "./upload.sh"`, with its secrets masked. */
function optionLine(option: OptionInForce): string {
  const word = shownWord(option);
  return `${option.name} = ${word === true ? 'true' : plainText(JSON.stringify(word))}`;
}

/**
 * All that a file says to any command, or to a night, and that needs trust.
 * @throws UsageError for what the file should not say
 */
export function ordersIn(file: ConfigFile, commands: readonly Command[]): Order[] {
  const names = commands.map(({ name }) => name);
  const options = commands.flatMap((command) => {
    const reader = new ConfigReader(file, command);
    reader.requireTables(names);
    const namedRuns = command.name === OF_NIGHTS ? [...reader.nights().values()] : [];
    const found = [reader.defaults(), ...namedRuns.map(({ flags }) => flags)].flatMap((flags) =>
      [...flags.values()].filter((option) => option !== null),
    );
    return [...found, ...namedRuns.map(({ named }) => named)];
  });
  const lines = new Map(options.map((option) => [`${option.from}\n${option.name}`, option]));
  return ordersAmong(file, [...lines.values()]);
}

function ordersAmong(file: ConfigFile, options: readonly OptionInForce[]): Order[] {
  return options.flatMap((option) => {
    const why = whyBeyond(file, option);
    return why === null ? [] : [{ option, why }];
  });
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
 * through whatever links; what belongs to the trust of this user never is.
 */
function isWithin(folder: string, path: string): boolean {
  if (path === '-') return true;
  try {
    const own = realPlace(folder);
    const trust = realPlace(trustFolder());
    return BESIDE_DATABASE.every((end) => {
      const place = realPlace(path + end);
      return isBelow(own, place) && !isBelow(trust, place);
    });
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
