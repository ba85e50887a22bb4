import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, resolve } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import {
  type EntrySink,
  type Format,
  type FoundEntry,
  type Held,
  HELD,
  type NamedPuzzle,
  type Parser,
  type ParserLimits,
} from '../../solver/formats/contract/format.js';
import { codeOf } from '../../solver/core/text/error-codes.js';
import { formatByName } from '../../solver/formats/registry.js';
import { CorpusError } from './bytes.js';

/** What a parser of a module may leave out of an entry: it is null. */
type Missing = 'line' | 'name' | 'title' | 'excerpt';

/** What a parser of a module finds; see `EntrySink`. */
export interface ModuleSink {
  entry(
    found: Omit<FoundEntry, 'draft' | Missing> &
      Partial<Pick<FoundEntry, Missing>> & {
        readonly draft: Pick<FoundEntry['draft'], 'rows' | 'columns'> &
          Partial<FoundEntry['draft']>;
      },
  ): void;
  reject(found: { readonly line?: number | null; readonly name?: string | null; readonly reason: string; readonly excerpt?: string }): void; // prettier-ignore
}

/** A format of your own: what `--format ./mine.mjs` loads is the default export of this kind. */
export interface FormatModule {
  /** With the dot, in lower case; files of `convert` to a folder are written with the first. */
  readonly extensions?: readonly string[];
  /** What it holds besides the clues of black-and-white puzzles. */
  readonly holds?: readonly ('colour' | 'name' | 'many' | 'title' | 'label' | 'start' | 'goal')[];
  /** A push parser: fed with text in pieces of any size, it never throws because of the text. */
  readonly createParser?: (sink: ModuleSink, limits: ParserLimits) => Parser;
  /** The text of a file in pieces. */
  readonly write?: ((puzzles: Iterable<NamedPuzzle>) => Iterable<string>) | null;
}

/** Modules that the command line has named; no others run, in no file that was found. */
const named = new Set<string>();
const loaded = new Map<string, Format>();

/** Whether a word for `--format` or `--to` is the path of a module. */
export function isFormatModule(word: string): boolean {
  return /\.[cm]?js$/i.test(word);
}

/**
 * The name of the format in a module that the command line names: its path and what it holds, since
 * what decides reading decides the entries. The module may run from now on.
 * @throws CorpusError if it cannot be read.
 */
export function nameFormatModule(word: string): string {
  const name = `${resolve(word)}@${hashOf(resolve(word))}`;
  named.add(name);
  return name;
}

/** The format of that name, or of the module that it names; null if there is none. */
export function formatNamed(name: string): Format | null {
  const at = name.lastIndexOf('@');
  const path = name.slice(0, Math.max(0, at));
  return isFormatModule(path) ? moduleFormat(name, path, name.slice(at + 1)) : formatByName(name);
}

function moduleFormat(name: string, path: string, hash: string): Format {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  // A thread reads what the main thread has told it.
  if (isMainThread && !named.has(name)) {
    const why =
      hashOf(path) === hash ? 'runs only if the command names it' : 'is another one than it was';
    throw refused(`${path} ${why}: --format ${path}`);
  }
  if (hashOf(path) !== hash) throw refused(`${path} was changed while it was used`);
  let given: unknown;
  try {
    given = createRequire(import.meta.url)(path);
  } catch (error) {
    const why =
      codeOf(error) === 'ERR_REQUIRE_ASYNC_MODULE'
        ? 'it uses await outside of functions, and formats are loaded without waiting'
        : String(error);
    throw refused(`${path}: ${why}`);
  }
  const format = formatOfModule(given, name, path);
  loaded.set(name, format);
  return format;
}

const refused = (why: string): CorpusError => new CorpusError('NM_FORMAT_MODULE', why);

/** @throws CorpusError if the module exports something else. */
function formatOfModule(given: unknown, name: string, path: string): Format {
  const found = (given as { readonly default?: FormatModule } | null)?.default;
  const isFunction = (value: unknown): boolean => value == null || typeof value === 'function';
  const { createParser = null, write = null, extensions = [], holds = [] } = found ?? {};
  const isKind =
    isFunction(createParser) && isFunction(write) && (createParser ?? write) !== null &&
    Array.isArray(extensions) && Array.isArray(holds); // prettier-ignore
  if (!isKind) {
    const expected =
      'expected a default export { extensions?, holds?, createParser?(sink, limits), write?(puzzles) }';
    throw refused(`${path}: ${expected}, with a parser or a writer`);
  }
  const unknown = (holds as readonly Held[]).find((one) => !HELD.includes(one));
  if (unknown !== undefined) {
    throw refused(`${path}: holds: expected ${HELD.join(', ')}, found ${JSON.stringify(unknown)}`);
  }
  const bare = (extensions as readonly string[]).find((one) => !/^\.[^A-Z]+$/.test(one));
  if (bare !== undefined) {
    const expected = `expected a dot and small letters, found ${JSON.stringify(bare)}`;
    throw refused(`${path}: extensions: ${expected}`);
  }
  return {
    name,
    extensions: extensions.length > 0 ? extensions : ['.txt'],
    holds: new Set(holds),
    detect: () => 0,
    createParser:
      createParser === null
        ? null
        : (sink, limits) => guarded(createParser, sink, limits, basename(path)),
    write,
  };
}

/** A parser of a module: what it leaves out is null; what it throws is a reject, and the end. */
function guarded(
  createParser: NonNullable<FormatModule['createParser']>,
  sink: EntrySink,
  limits: ParserLimits,
  title: string,
): Parser {
  let isOver = false;
  const attempt = <Result>(work: () => Result): Result | null => {
    try {
      return isOver ? null : work();
    } catch (error) {
      isOver = true;
      const reason = `${title} threw: ${String(error).slice(0, 500)}`;
      sink.reject({ line: null, name: null, reason, excerpt: '' });
      return null;
    }
  };
  const outer: ModuleSink = {
    entry({ line = null, name = null, title: called = null, label = null, excerpt, draft }) {
      const none = { width: null, height: null, palette: null, start: null, goal: null };
      const whole = { ...none, ...draft };
      if (![whole.rows, whole.columns].every(isSide)) {
        const reason = `${title}: expected lists of whole numbers for the rows and for the columns`;
        sink.reject({ line, name, kind: 'clues', reason, excerpt: excerpt?.() ?? '' });
        return;
      }
      const shown = excerpt ?? (() => '');
      sink.entry({ line, name, title: called, label, draft: whole, excerpt: shown });
    },
    reject: ({ line = null, name = null, reason, excerpt = '' }) =>
      sink.reject({ line, name, reason: `${title}: ${reason}`, excerpt: excerpt.slice(0, 120) }),
  };
  const parser = attempt(() => createParser(outer, limits));
  return {
    write: (text) => attempt(() => parser?.write(text)),
    end: () => attempt(() => parser?.end()),
  };
}

function isSide(side: unknown): boolean {
  return (
    Array.isArray(side) &&
    side.every(
      (clue: unknown) =>
        clue === null || (Array.isArray(clue) && clue.every((block) => typeof block === 'number')),
    )
  );
}

/** What a file holds, in 16 hexadecimal digits. @throws CorpusError if it cannot be read. */
function hashOf(path: string): string {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);
  } catch (error) {
    throw refused(`${path} cannot be read: ${String(error)}`);
  }
}
