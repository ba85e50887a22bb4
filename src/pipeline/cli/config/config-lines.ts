// On which lines the keys of a config file are. The parsers do not say that; what they accepted is
// well formed.

/**
 * Finds the line of a key, from 1, after those of its tables; null if it cannot be found.
 */
export type LineOf = (keys: readonly string[]) => number | null;

const PART = /(?:"(?:\\.|[^"\\\n])*"|'[^'\n]*'|[\w-]+)/.source;
const KEY = `${PART}(?:[ \\t]*\\.[ \\t]*${PART})*`;
const TABLE = new RegExp(`^\\s*\\[\\[?\\s*(${KEY})`);
const SETTING = new RegExp(`^\\s*(${KEY})\\s*=`);

/** The lines of the keys of a file in TOML. */
export function linesInToml(text: string): LineOf {
  let lines: Lines | null = null;
  return (keys) => {
    lines ??= tomlLines(text);
    const line = lines.ofKeys.get(idOf(keys)) ?? lines.ofTables.get(idOf(keys));
    if (line !== undefined) return line;
    // An inline table, `run = { timeout = "1s" }`, has the keys that are missing in its statement.
    for (let i = keys.length - 1; i > 0; i--) {
      const inline = lines.ofKeys.get(idOf(keys.slice(0, i)));
      if (inline !== undefined) return inline;
    }
    return null;
  };
}

/** Lines by what names a key, or a table by its header. */
interface Lines {
  readonly ofKeys: ReadonlyMap<string, number>;
  readonly ofTables: ReadonlyMap<string, number>;
}

function tomlLines(text: string): Lines {
  const [ofKeys, ofTables] = [new Map<string, number>(), new Map<string, number>()];
  let table: readonly string[] = [];
  for (const { line, statement } of statements(text)) {
    const [, header] = TABLE.exec(statement) ?? [];
    if (header !== undefined) {
      table = partsOf(header);
      ofTables.set(idOf(table), line);
      continue;
    }
    const [, key] = SETTING.exec(statement) ?? [];
    if (key !== undefined) ofKeys.set(idOf([...table, ...partsOf(key)]), line);
  }
  return { ofKeys, ofTables };
}

function idOf(keys: readonly string[]): string {
  return JSON.stringify(keys);
}

/** Texts, comments and brackets: where a line break does not end a statement, and where it does. */
const TOKEN =
  /"""(?:\\[^]|(?!""")[^\\])*"{3,5}|'''(?:(?!''')[^])*'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|[[\]{}]|\n/g;

/** The statements of a file in TOML, each with the line on which it begins. */
function* statements(text: string): Generator<{ line: number; statement: string }> {
  let [line, start, lines, depth] = [1, 0, 1, 0];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '[' || token === '{') depth++;
    else if (token === ']' || token === '}') depth--;
    lines += token.split('\n').length - 1;
    if (token !== '\n' || depth > 0) continue;
    yield { line, statement: text.slice(start, index) };
    [start, line] = [index + 1, lines];
  }
  yield { line, statement: text.slice(start) };
}

/** `a."b.c"` as its parts. */
function partsOf(key: string): string[] {
  return (key.match(new RegExp(PART, 'g')) ?? []).map((part) => {
    if (!/^["']/.test(part)) return part;
    const bare = part.slice(1, -1);
    try {
      return part.startsWith('"') ? String(JSON.parse(part)) : bare;
    } catch {
      // TOML has a few escapes of its own.
      return bare;
    }
  });
}

/** The same of a file in JSON, where the last of several equal keys holds. */
export function linesInJson(text: string): LineOf {
  let lines: ReadonlyMap<string, number> | null = null;
  return (keys) => {
    lines ??= jsonLines(text);
    return lines.get(idOf(keys)) ?? null;
  };
}

function jsonLines(text: string): Map<string, number> {
  const lines = new Map<string, number>();
  const path: string[] = [];
  let line = 1;
  for (const [token, key] of text.matchAll(
    /("(?:\\.|[^"\\])*")\s*:|"(?:\\.|[^"\\])*"|[{}[\]]|\n/g,
  )) {
    if (token === '{' || token === '[') path.push('');
    else if (token === '}' || token === ']') path.pop();
    if (key !== undefined) {
      path[path.length - 1] = String(JSON.parse(key));
      lines.set(idOf(path), line);
    }
    line += token.split('\n').length - 1;
  }
  return lines;
}
