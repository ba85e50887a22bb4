import { flagsOf, type Command } from '../frame/command.js';
import type { Flag } from '../frame/flag.js';

/** What a shell has to know about a command. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  /** What is completed after the command: files, one of a few words, or nothing. */
  readonly operands: 'none' | 'files' | readonly string[];
  readonly flags: readonly CompletedFlag[];
}

export interface CompletedFlag {
  /** With its dashes. */
  readonly word: string;
  readonly help: string;
  /**
   * The kind of its value: one of a few words, or `any` if nothing is known; `none` for a switch.
   */
  readonly value: 'none' | 'file' | 'folder' | 'any' | readonly string[];
}

const HELP: CompletedFlag = { word: '--help', help: 'This help.', value: 'none' };

/** What shells have to know about all commands, including `help`, which is not one of them. */
export function completedWords(commands: readonly Command[]): CompletedCommand[] {
  const names = commands.map(({ name }) => name);
  const completed = commands.map((command) => ({
    name: command.name,
    summary: command.summary,
    operands: operandsOf(command),
    flags: [...flagsOf(command).map(completedFlag), HELP],
  }));
  return [
    ...completed,
    { name: 'help', summary: 'What a command does.', operands: names, flags: [] },
  ];
}

function operandsOf({ operands }: Command): CompletedCommand['operands'] {
  if (operands.max === 0) return 'none';
  return operands.choices ?? 'files';
}

function completedFlag({ name, help, value, choices }: Flag<unknown>): CompletedFlag {
  return { word: `--${name}`, help, value: value === null ? 'none' : (choices ?? kindOf(value)) };
}

/** By what the help shows for the value: `file`, `dir`, `file|dir/`, `mask.png`. */
function kindOf(value: string): 'file' | 'folder' | 'any' {
  if (value === 'dir') return 'folder';
  return /^file|\.\w+$/.test(value) ? 'file' : 'any';
}
