import yargs, { type Argv } from 'yargs';
import { command, flagsOf, type Command, PARSING, parsedFlags } from '../command.js';
import { readChoice } from '../flag.js';

/** Each asks nonomill what can be typed, and completes files if that is nothing. */
const SCRIPTS = {
  bash: `# Completion of nonomill in bash. In ~/.bashrc:
#   eval "$(nonomill completion bash)"
_nonomill() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  local words="$(SHELL=bash nonomill completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}")"
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _nonomill nonomill
`,
  zsh: `#compdef nonomill
# Completion of nonomill in zsh. In ~/.zshrc, after compinit:
#   eval "$(nonomill completion zsh)"
_nonomill() {
  local -a reply
  reply=(\${(f)"$(SHELL=zsh nonomill completion zsh -- "\${(@)words[2,CURRENT]}")"})
  if (( $#reply )); then
    _describe nonomill reply
  else
    _files
  fi
}
compdef _nonomill nonomill
`,
  fish: `# Completion of nonomill in fish. In ~/.config/fish/config.fish:
#   nonomill completion fish | source
function __nonomill
  set -l words (commandline -opc) (commandline -ct)
  set -l offered (SHELL=fish nonomill completion fish -- $words[2..])
  if set -q offered[1]
    printf '%s\\n' $offered
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c nonomill -e
complete -c nonomill -f -a '(__nonomill)'
`,
  powershell: `# Completion of nonomill in PowerShell. In the file that $PROFILE names:
#   nonomill completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName nonomill -ScriptBlock {
  param($word, $line, $place)
  $words = @($line.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.StartOffset -lt $place } | ForEach-Object { $_.Extent.Text })
  # PowerShell gives no empty word to a program.
  if ($word -eq '') { $words += '""' }
  $shell = $env:SHELL
  $env:SHELL = 'powershell'
  try {
    nonomill completion powershell '--' @words |
      Where-Object { $_.StartsWith($word) } |
      ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
  } finally {
    $env:SHELL = $shell
  }
}
`,
} as const;

type Shell = keyof typeof SCRIPTS;

const SHELLS = Object.keys(SCRIPTS) as readonly Shell[];

/** The command `completion`; `commandsFor` loads those that a command line can need. */
export function completionCommand(
  commandsFor: (words: readonly string[]) => Promise<readonly Command[]>,
): Command {
  return command({
    name: 'completion',
    summary: 'Completion of commands and flags in a shell.',
    operands: `<${SHELLS.join('|')}>`,
    missing: 'a shell',
    takesMore: true,
    choices: SHELLS,
    description:
      'Writes a script that lets the shell complete commands, flags and their values. With words ' +
      'after it, the last of them unfinished (completion bash -- run --ti), it lists what that can ' +
      'become: so the script asks at each Tab.',
    sections: {},
    examples: {
      'eval "$(nonomill completion bash)"': 'In ~/.bashrc.',
      'eval "$(nonomill completion zsh)"': 'In ~/.zshrc, after compinit.',
      'nonomill completion fish | source': 'In ~/.config/fish/config.fish.',
      'nonomill completion powershell | Out-String | iex': 'In the file that $PROFILE names.',
    },
    check([shell, ...words]) {
      const isEmpty = (word: string): boolean => shell === 'powershell' && word === '""';
      return {
        shell: readChoice(shell, SHELLS),
        words: words.map((word) => (isEmpty(word) ? '' : word)),
      };
    },
    async execute({ shell, words }, { terminal }) {
      if (words.length === 0) {
        await terminal.print(SCRIPTS[shell]);
        return 'done';
      }
      const known = await commandsFor(words.length === 1 ? [] : words);
      const offered = await completions(words[0] === 'help' ? words.slice(1) : words, known);
      await terminal.print(offered.map((word) => `${word}\n`).join(''));
      return 'done';
    },
  });
}

/** What the last of `words` can become, with its meaning for some shells; empty for a file. */
async function completions([first, ...rest]: readonly string[], commands: readonly Command[]) {
  const current = rest.at(-1) ?? first;
  const named = commands.find(({ name }) => name === first);
  const argv = rest.length === 0 ? firstWords(commands) : named && furtherWords(named);
  if (argv === undefined) return [];
  for (const { name, choices } of named === undefined ? [] : flagsOf(named)) {
    if (choices !== undefined && rest.length > 0) argv.choices(name, choices);
  }
  const offered = await argv.getCompletion(rest.length === 0 ? [first] : rest);
  const fitting = offered.filter((word) => current.startsWith('-') || !word.startsWith('-'));
  return fitting.length > 0 || rest.length !== 1 ? fitting : [...(named?.choices ?? [])];
}

function firstWords(commands: readonly Command[]): Argv {
  const argv = withoutHelp();
  for (const { name, summary } of commands) argv.command(name, summary);
  return argv
    .command('help', 'What a command does.')
    .option('help', { type: 'boolean', describe: 'The commands.' })
    .option('version', { type: 'boolean', describe: 'The version.' });
}

function furtherWords(named: Command): Argv {
  const argv = withoutHelp().exitProcess(false).parserConfiguration(PARSING);
  for (const { name, help, hasValue } of parsedFlags(named)) {
    const type = hasValue ? 'string' : 'boolean';
    argv.option(name, { type, nargs: hasValue ? 1 : 0, describe: help });
  }
  return argv;
}

function withoutHelp(): Argv {
  return yargs().scriptName('nonomill').help(false).version(false);
}
