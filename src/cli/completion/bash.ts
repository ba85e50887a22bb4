import type { CompletedCommand, CompletedFlag } from './completed-words.js';

/**
 * The script for bash 3 and later. What it does not know it leaves to bash, which completes files.
 */
export function bashScript(commands: readonly CompletedCommand[]): string {
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
