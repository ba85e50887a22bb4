/** `text` in single quotes, as bash, zsh and fish read it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'"'"'`)}'`;
}
