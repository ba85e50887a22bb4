import type { CompletedCommand, CompletedFlag } from './completed-words.js';
import { quoted } from './quoted.js';

/** The script for zsh, whose completion has to be on (`compinit`). */
export function zshScript(commands: readonly CompletedCommand[]): string {
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
