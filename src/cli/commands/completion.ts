import { command, type Command } from '../frame/command.js';
import { readChoice } from '../frame/flag-kinds.js';
import { completedWords, SHELLS, SHELL_NAMES, type Shell } from '../frame/shells.js';

/** The command `completion`; `commands` loads all commands, itself included. */
export function completionCommand(commands: () => Promise<readonly Command[]>): Command {
  return command({
    name: 'completion',
    summary: 'Completion of commands and flags in a shell.',
    operands: {
      usage: `<${SHELL_NAMES.join('|')}>`,
      min: 1,
      max: 1,
      missing: 'a shell',
      choices: SHELL_NAMES,
    },
    description:
      'Writes a script that lets the shell complete commands, flags and their values. The script ' +
      'knows all that it needs: pressing Tab starts no program.',
    flags: {},
    examples: [
      { line: 'eval "$(nonomill completion bash)"', what: 'In ~/.bashrc.' },
      { line: 'eval "$(nonomill completion zsh)"', what: 'In ~/.zshrc, after compinit.' },
      { line: 'nonomill completion fish | source', what: 'In ~/.config/fish/config.fish.' },
    ],
    check: ([shell]): Shell => readChoice(shell, SHELL_NAMES),
    async execute(shell, { terminal }) {
      await terminal.print(SHELLS[shell](completedWords(await commands())));
      return 'done';
    },
  });
}
