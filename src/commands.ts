import { PIPELINE_COMMANDS } from './pipeline/cli/commands/commands.js';
import {
  type CommandGroup,
  type Command,
  asksForVersion,
  type AddsConfig,
} from './pipeline/cli/command.js';
import { LAB_COMMANDS } from './lab/commands.js';
import { STUDIO_COMMANDS } from './studio/commands.js';

/** The table of contents: the commands of all packages, in the order of the help. */
const GROUPS: readonly CommandGroup[] = [
  ...PIPELINE_COMMANDS,
  STUDIO_COMMANDS,
  LAB_COMMANDS,
  {
    title: 'Set up',
    load: {
      doctor: async () => (await import('./pipeline/cli/commands/doctor.js')).doctor,
      completion: async () =>
        (await import('./pipeline/cli/commands/completion.js')).completionCommand(commandsFor),
    },
  },
];

const LOADERS: CommandGroup['load'] = Object.fromEntries(
  GROUPS.flatMap(({ load }) => Object.entries(load)),
);

/** All commands, in the order of the help, each with the title of its group. */
export async function allCommands(): Promise<Command[]> {
  const groups = await Promise.all(
    GROUPS.map(async ({ title, load }) => {
      const commands = await Promise.all(Object.values(load).map((one) => one()));
      return commands.map((command) => ({ ...command, group: title }));
    }),
  );
  return groups.flat();
}

/** The commands that the words of a command line can need: the one named, or else all of them. */
export async function commandsFor([first]: readonly string[]): Promise<Command[]> {
  if (asksForVersion(first)) return [];
  if (first !== undefined && Object.hasOwn(LOADERS, first)) return [await LOADERS[first]()];
  return allCommands();
}

/** Adds what a config file says, a named one or one in this folder. @throws UsageError */
export async function configFor(typed: readonly string[]): Promise<AddsConfig | undefined> {
  const [first] = typed;
  const names = Object.keys(LOADERS);
  if (first === undefined || !names.includes(first)) return undefined;
  const { findConfig, applyConfig } = await import('./pipeline/cli/config.js');
  const file = await findConfig(typed);
  return (command, parsed) => applyConfig(command, parsed, file, names);
}
