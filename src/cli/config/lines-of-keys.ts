// On which lines the keys of a config file are. The parsers do not say that; what they accepted is
// well formed.

/** The line of a key in TOML, from 1, after those of its tables; null if it cannot be found. */
export function lineInToml(text: string, keys: readonly string[]): number | null {
  let table: readonly string[] = [];
  for (const [i, line] of text.split('\n').entries()) {
    const header = /^\s*\[\[?([^\]]+)\]/.exec(line);
    if (header !== null) table = parts(header[1]);
    const key = header === null ? /^\s*([^#=]+?)\s*=/.exec(line)?.[1] : undefined;
    const path = key === undefined ? table : [...table, ...parts(key)];
    const isHere = header !== null || key !== undefined;
    // An inline table, `run = { timeout = "1s" }`, has the keys that are missing on its line.
    const isInline = key !== undefined && path.every((part, j) => part === keys[j]);
    if (isHere && (same(path, keys) || isInline)) return i + 1;
  }
  return null;
}

/** The same in JSON. */
export function lineInJson(text: string, keys: readonly string[]): number | null {
  let at = 0;
  for (const key of keys) {
    const found = text.slice(at).search(new RegExp(`${escaped(JSON.stringify(key))}\\s*:`));
    if (found < 0) return null;
    at += found + 1;
  }
  return text.slice(0, at).split('\n').length;
}

/** `a."b.c"` as its parts. */
function parts(key: string): string[] {
  const found = key.match(/"[^"]*"|'[^']*'|[^.\s]+/g) ?? [];
  return found.map((part) => part.replace(/^["']|["']$/g, ''));
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((part, i) => part === other[i]);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
