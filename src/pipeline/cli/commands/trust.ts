import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { CONFIG_NAMES, configIn, readConfig } from '../config/config-file.js';
import { ordersIn, type Order } from '../config/orders.js';
import { revoke, trust, trustIn, trustedFiles } from '../config/trusted-files.js';
import { command, type Command, type CommandContext } from '../frame/command.js';
import { listOf, switchFlag, type FlagValues } from '../frame/flag.js';
import { shownWord } from '../frame/option-in-force.js';
import { type CommandOutcome, UsageError } from '../terminal/outcome.js';
import { isAgreed } from '../terminal/is-agreed.js';

const flags = {
  yes: switchFlag({
    name: 'yes',
    reach: 'unasked',
    help: 'Do not ask; needed where nobody is at the keyboard.',
    alsoTried: ['y', 'force'],
  }),
  revoke: switchFlag({
    name: 'revoke',
    reach: 'none',
    help: 'Stop trusting the file.',
    alsoTried: ['remove', 'deny', 'forget'],
  }),
  list: switchFlag({
    name: 'list',
    reach: 'none',
    help: 'List the files that are trusted.',
    alsoTried: ['show', 'ls'],
  }),
};

/** The command that trusts config files; `configurable` loads the commands that they speak to. */
export function trustCommand(configurable: () => Promise<readonly Command[]>): Command {
  return command({
    name: 'trust',
    summary: 'Let a config file reach beyond its folder.',
    operands: { usage: '[file]', min: 0, max: 1, missing: '' },
    description:
      'A nonomill.toml that merely lies in the folder may say how puzzles are solved, and what is written there. It may not run a program, ' +
      'send anything, listen on the network, remove or overwrite without asking, or write elsewhere. A command is refused ' +
      'if the file says such a thing to it, unless the file is named with --config, or was trusted.\n\n' +
      'This shows these lines, asks, and remembers where the file lies and its hash, in the configuration folder of this user ' +
      '($XDG_CONFIG_HOME or ~/.config; on Windows %APPDATA%). Once the file is changed, it needs to be trusted again.',
    flags,
    examples: {
      'nonomill trust': 'The nonomill.toml in this folder.',
      'nonomill trust /srv/book/nonomill.toml --yes': 'Without asking, for a crontab.',
      'nonomill trust --revoke': 'The file in this folder is trusted no longer.',
    },
    check: checkTrust,
    execute: (options, context) => execute(options, context, configurable),
  });
}

interface TrustOptions extends FlagValues<typeof flags> {
  readonly file: string | null;
}

function checkTrust(
  [file = null]: readonly (string | null)[],
  values: FlagValues<typeof flags>,
): TrustOptions {
  const asked = Object.values(values).filter(Boolean).length;
  if (asked > 1)
    throw new UsageError('NM_OPTIONS_CONFLICT', '--yes, --revoke and --list exclude each other');
  if (values.list && file !== null)
    throw new UsageError('NM_OPTIONS_CONFLICT', '--list takes no file: it lists all');
  return { ...values, file };
}

async function execute(
  { file, yes, list, revoke: takesBack }: TrustOptions,
  { terminal, typed }: CommandContext,
  configurable: () => Promise<readonly Command[]>,
): Promise<CommandOutcome> {
  if (typed.some((word) => /^--config(=|$)/.test(word))) {
    throw new UsageError(
      'NM_OPTIONS_CONFLICT',
      'trust takes the file itself: nonomill trust <file>',
    );
  }
  if (list) {
    for (const one of trustedFiles()) await terminal.print(`${plainText(one)}\n`);
    return 'done';
  }
  const path = fileOf(file);
  const name = plainText(path);
  if (takesBack) {
    terminal.say(revoke(path) ? `${name} is trusted no longer.` : `${name} was not trusted.`);
    return 'done';
  }
  const read = await readConfig(path, false);
  const orders = ordersIn(read, await configurable());
  if (orders.length === 0) {
    terminal.say(`${name} says nothing that needs trust.`);
    return 'done';
  }
  await terminal.print(orders.map((order) => `${orderText(order)}\n`).join(''));
  if (trustIn(read) === 'trusted') {
    terminal.say(`${name} is trusted already, as it is.`);
    return 'done';
  }
  if (!yes && !(await isAgreed(terminal, 'Trust the file that says this?', '--yes'))) {
    terminal.say(`${name} is not trusted.`);
    return 'done';
  }
  trust(read);
  terminal.say(`${name} is trusted, as long as it stays as it is.`);
  return 'done';
}

/** The config file that is meant: the one named, or that of the folder named, or of this folder. */
function fileOf(named: string | null): string {
  const isFolder = statSync(named ?? '.', { throwIfNoEntry: false })?.isDirectory() === true;
  if (named === null || (isFolder && !isConfig(named))) {
    const found = configIn(named ?? '.');
    if (found !== null) return found;
    throw new UsageError(
      'NM_FILE_ABSENT',
      `there is no ${listOf(CONFIG_NAMES)} in ${plainText(named ?? 'this folder')}`,
    );
  }
  if (isConfig(named)) return named;
  throw new UsageError(
    'NM_ARGUMENTS',
    `only a file called ${listOf(CONFIG_NAMES)} is found where it lies: name another with --config, which trusts it`,
  );
}

function isConfig(path: string): boolean {
  return CONFIG_NAMES.some((name) => name === basename(path));
}

/** A line as a person judges it: commands are whole, of an address only where it leads. */
function orderText({ option, why }: Order): string {
  const { name, from, word, reach } = option;
  const shown = reach === 'send' ? shownWord(option) : word;
  return `${from}: ${name} = ${shown === true ? 'true' : plainText(JSON.stringify(shown))} ${why}`;
}
