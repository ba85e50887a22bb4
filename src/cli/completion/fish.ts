import type { CompletedCommand, CompletedFlag } from './completed-words.js';
import { quoted } from './quoted.js';

/** The script for fish 3 and later. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ name, summary, flags, operands }) => {
    const after = `complete -c nonomill -n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c nonomill -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
      ...operandLines(after, operands),
      ...flags.map(
        (flag) => `${after} -l ${flag.word.slice(2)}${valueOf(flag)} -d ${quoted(flag.help)}`,
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

function valueOf({ value }: CompletedFlag): string {
  if (value === 'none') return '';
  if (value === 'any') return ' -x';
  if (value === 'file') return ' -r -F';
  if (value === 'folder') return ` -x -a '(__fish_complete_directories)'`;
  return ` -x -a ${quoted(value.join(' '))}`;
}
