import { didYouMean } from '../../../solver/core/text/suggest.js';
import { flagsOf, type Command } from '../frame/command.js';
import type { Applied, Parsed } from '../frame/command-line.js';
import { TYPED, type OptionInForce } from '../frame/option-in-force.js';
import { UsageError } from '../terminal/outcome.js';
import type { ConfigFile } from './config-file.js';
import { ConfigReader, NIGHTS, OF_NIGHTS, type NamedNight } from './config-reader.js';
import { keepToFolder, whyRefused } from './orders.js';

/**
 * Adds to a command line what a file says: what is typed wins over the night that it names, that
 * over the defaults of the command. @throws UsageError for what the file should not say, with its
 * place.
 */
export function applyConfig(
  command: Command,
  { operands, words }: Parsed,
  file: ConfigFile | null,
  commandNames: readonly string[],
): Applied {
  const typed = new Set(words.keys());
  const runName =
    command.name === OF_NIGHTS ? operands.find((word) => /^@./.test(word)) : undefined;
  if (file === null) {
    keepToFolder(null, []);
    if (runName !== undefined) throw noNights(runName);
    return { operands, words, typed, inForce: [], refusal: null };
  }
  const reader = new ConfigReader(file, command);
  reader.requireTables(commandNames);
  const found = new Map(reader.defaults());
  const namedRuns = command.name === OF_NIGHTS ? reader.nights() : new Map<string, NamedNight>();
  const chosen = runName === undefined ? undefined : namedRuns.get(runName.slice(1));
  if (runName !== undefined) {
    if (chosen === undefined) throw unknownNight(runName, file, [...namedRuns.keys()]);
    if (operands.length > 1) {
      throw new UsageError(
        'NM_OPTIONS_CONFLICT',
        `${runName} names its own corpora: leave the others out`,
      );
    }
    const word = runName.slice(1);
    found.set('name', { name: 'name', word, reach: 'none', from: reader.placeOf([NIGHTS, word]) });
    for (const [name, one] of chosen.flags) found.set(name, one);
  }
  const all = new Map<string, string | true>();
  const ofFile: OptionInForce[] = [];
  for (const [name, one] of found) {
    if (one === null || typed.has(name) || againstTyped(command, name, typed)) continue;
    all.set(name, one.word);
    ofFile.push(one);
  }
  const inForce = [...ofFile];
  for (const [name, word] of words) {
    const reach = flagsOf(command).find((flag) => flag.name === name)?.reach ?? 'none';
    all.set(name, word);
    inForce.push({ name, word, reach, from: TYPED });
  }
  keepToFolder(file, inForce);
  const corpora = all.has('retry') ? [] : (chosen?.corpora ?? []);
  return {
    operands: chosen === undefined ? operands : corpora,
    words: all,
    typed,
    inForce,
    refusal: whyRefused(file, chosen === undefined ? ofFile : [...ofFile, chosen.named]),
  };
}

/** Flags of which one excludes the other: one that is typed wins over one of the file. */
const AGAINST: readonly (readonly [string, string])[] = [
  ['report', 'no-report'],
  ['json', 'gate-format'],
  ['resume', 'retry'],
];

function againstTyped(command: Command, name: string, typed: ReadonlySet<string>): boolean {
  // What a retry cannot do anything with is there for the other runs.
  if (command.name === OF_NIGHTS && typed.has('retry') && NOT_FOR_RETRY.includes(name)) return true;
  return AGAINST.some(
    ([one, other]) => (name === one && typed.has(other)) || (name === other && typed.has(one)),
  );
}

const NOT_FOR_RETRY = ['limit', 'shard', 'format', 'images', 'name', 'ignore-start'];

function noNights(runName: string): UsageError {
  return new UsageError(
    'NM_NIGHT_UNKNOWN',
    `${runName} is a night, and there is no nonomill.toml here that says what it does: ` +
      `name a file with --config, or a corpus of this name as ./${runName}`,
  );
}

function unknownNight(runName: string, file: ConfigFile, known: readonly string[]): UsageError {
  const names = known.map((name) => `@${name}`);
  return new UsageError(
    'NM_NIGHT_UNKNOWN',
    `${file.name} has no night ${runName}${didYouMean(runName, names) || (names.length > 0 ? `; it has ${names.join(', ')}` : '')}`,
  );
}
