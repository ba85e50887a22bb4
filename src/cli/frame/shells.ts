import { flagsOf, type Command } from './command.js';
import type { Flag } from './flag.js';

// yargs completes by starting the program at each Tab, which is longer than one waits, and does not know which flags
// take a file, a folder or one of a few words. These scripts know all that when they are written.

/** The shells that can be completed, each with the function that makes its script. */
export const SHELLS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

export type Shell = keyof typeof SHELLS;

export const SHELL_NAMES = Object.keys(SHELLS) as readonly Shell[];

/**
 * The script for bash 3 and later. What it does not know it leaves to bash, which completes files.
 */
function bashScript(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name);
  const values = commands.flatMap(({ name, flags }) =>
    flags.flatMap((flag) => {
      const completed = valueOf(flag);
      return completed === null ? [] : [`    '${name} ${flag.word}') ${completed}; return ;;`];
    }),
  );
  const flags = commands.map(
    (command) =>
      `    ${command.name}) flags='${command.flags.map(({ word }) => word).join(' ')}' ;;`,
  );
  const operands = commands.flatMap(({ name, operands: words }) =>
    typeof words === 'string' ? [] : [`    ${name}) words='${words.join(' ')}' ;;`],
  );
  return `# Completion of nonomill in bash. In ~/.bashrc:
#   eval "$(nonomill completion bash)"
_nonomill() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" flags='' words=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    ${offer(`${names.join(' ')} --help --version`)}
    return
  fi
  case "\${COMP_WORDS[1]} $before" in
${values.join('\n')}
  esac
  case "$word" in
    -*) case "\${COMP_WORDS[1]}" in
${indented(flags)}
    esac
    COMPREPLY=($(compgen -W "$flags" -- "$word"))
    return ;;
  esac
  [ "$COMP_CWORD" -eq 2 ] || return 0
  case "\${COMP_WORDS[1]}" in
${operands.join('\n')}
  esac
  [ -z "$words" ] || COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _nonomill nonomill
`;
}

/** The completion of a flag's value; null if that is left to bash, or there is no value. */
function valueOf({ value }: CompletedFlag): string | null {
  if (value === 'folder') return 'COMPREPLY=($(compgen -d -- "$word"))';
  return typeof value === 'string' ? null : offer(value.join(' '));
}

function offer(words: string): string {
  return `COMPREPLY=($(compgen -W '${words}' -- "$word"))`;
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join('\n');
}

/** The script for zsh, whose completion has to be on (`compinit`). */
function zshScript(commands: readonly CompletedCommand[]): string {
  const described = commands.map(
    ({ name, summary }) => `    ${quoted(`${name}:${summary.replaceAll(':', '\\:')}`)}`,
  );
  const cases = commands.map(({ name, flags, operands }) => {
    const specs = [...flags.map(flagSpec), ...operandSpec(operands)];
    const lines = specs.map((spec) => `        ${quoted(spec)}`);
    return `    ${name})\n      _arguments \\\n${lines.join(' \\\n')}\n      ;;`;
  });
  return `#compdef nonomill
# Completion of nonomill in zsh. In ~/.zshrc, after compinit:
#   eval "$(nonomill completion zsh)"
_nonomill() {
  local -a commands
  commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe -t commands command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
compdef _nonomill nonomill
`;
}

function operandSpec(operands: CompletedCommand['operands']): string[] {
  if (operands === 'none') return [];
  return operands === 'files' ? ['*:file:_files'] : [`1:word:(${operands.join(' ')})`];
}

function flagSpec({ word, help, value }: CompletedFlag): string {
  const text = `[${help.replaceAll(/[[\]\\]/g, '\\$&')}]`;
  if (value === 'none') return word + text;
  const action =
    value === 'any'
      ? ''
      : value === 'file'
        ? '_files'
        : value === 'folder'
          ? '_files -/'
          : `(${value.join(' ')})`;
  return `${word}=${text}:value:${action}`;
}

/** The script for fish 3 and later. */
function fishScript(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ name, summary, flags, operands }) => {
    const after = `complete -c nonomill -n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c nonomill -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
      ...operandLines(after, operands),
      ...flags.map(
        (flag) => `${after} -l ${flag.word.slice(2)}${fishValueOf(flag)} -d ${quoted(flag.help)}`,
      ),
    ];
  });
  return `# Completion of nonomill in fish. In ~/.config/fish/config.fish:
#   nonomill completion fish | source
complete -c nonomill -e
complete -c nonomill -n __fish_use_subcommand -l version -d 'The version.'
${lines.join('\n')}
`;
}

function operandLines(after: string, operands: CompletedCommand['operands']): string[] {
  if (operands === 'files') return [];
  return operands === 'none' ? [`${after} -f`] : [`${after} -f -a ${quoted(operands.join(' '))}`];
}

function fishValueOf({ value }: CompletedFlag): string {
  if (value === 'none') return '';
  if (value === 'any') return ' -x';
  if (value === 'file') return ' -r -F';
  if (value === 'folder') return ` -x -a '(__fish_complete_directories)'`;
  return ` -x -a ${quoted(value.join(' '))}`;
}

/** `text` in single quotes, as bash, zsh and fish read it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'"'"'`)}'`;
}

/** What a shell has to know about a command. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  /** What is completed after the command: files, one of a few words, or nothing. */
  readonly operands: 'none' | 'files' | readonly string[];
  readonly flags: readonly CompletedFlag[];
}

interface CompletedFlag {
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
