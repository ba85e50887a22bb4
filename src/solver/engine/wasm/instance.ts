import { NonomillError } from '../../core/text/nonomill-error.js';
import type { PackedWords } from '../../core/puzzle/packed.js';
import type { Cells } from '../../core/puzzle/types.js';
import type { SaidEvents } from './event-reader.js';
import { moduleBytes } from './module.js';

/** What the engine asks of JavaScript while it works. */
interface EngineHost {
  /** Whether the time is over: asked every 0.1 ms or so. */
  isTimeOver(): boolean;
  writeSettings(): void;
  /** Takes the number of the stage that begins, or -1, and what was counted so far. */
  tellStage?(stage: number, sums: readonly number[]): void;
  /** Takes what it says of its work. */
  hear?(said: SaidEvents): void;
}

/** What every room of the compiled module needs of it. */
export interface BaseExports {
  readonly memory: WebAssembly.Memory;
  readonly settingsAt: () => number;
  readonly open: (words: number) => number;
}

/** An instance of the compiled module, with views of its memory. */
export class Instance<Exports extends BaseExports> {
  readonly exports: Exports;
  /** Views of the memory, which `look` makes again after it has grown. */
  words = new Int32Array(0);
  doubles = new Float64Array(0);
  cells = new Uint8Array(0);

  /** @throws RangeError if the machine has no memory for it */
  constructor(module: WebAssembly.Module, host: EngineHost) {
    const { exports } = new WebAssembly.Instance(module, {
      memory: {
        noRoom: () => {
          throw new RangeError('the allocation of memory for the engine failed');
        },
      },
      statistics: {
        tellStage: (stage: number, at: number, count: number) => {
          this.look();
          host.tellStage?.(stage, [...this.doubles.subarray(at >>> 3, (at >>> 3) + count)]);
        },
      },
      budget: { isTimeOver: () => host.isTimeOver(), writeSettings: () => host.writeSettings() },
      events: {
        hear: (at: number, count: number) => {
          this.look();
          const from = at >>> 2;
          host.hear?.({ words: this.words, from, to: from + count, cells: this.cells });
        },
      },
      // What a debug build does if a check fails.
      env: {
        abort: (_message: number, file: number, line: number) => {
          throw new Error(`the engine failed a check: ${this.text(file)}:${line}`);
        },
      },
    });
    // A copy, whose fields are found sooner.
    this.exports = { ...(exports as unknown as Exports) };
    this.look();
  }

  /** Makes the views again if the memory has grown. */
  look(): void {
    // Views of a memory that has grown are empty; asking for its buffer takes far longer.
    if (this.words.length > 0) return;
    const { buffer } = this.exports.memory;
    this.words = new Int32Array(buffer);
    this.doubles = new Float64Array(buffer);
    this.cells = new Uint8Array(buffer);
  }

  /** Gives back all tables and hands over `count` words of a puzzle; returns their address. */
  open(words: PackedWords, offset: number, count: number): number {
    const at = this.exports.open(count);
    this.look();
    const to = at >>> 2;
    for (let i = 0; i < count; i++) this.words[to + i] = words[offset + i];
    return at;
  }

  /** A copy of the solution at an address, as is fastest for so many cells; null at address 0. */
  solutionAt(at: number, count: number): Cells | null {
    if (at === 0) return null;
    if (count > MOST_SHARED) return this.cells.slice(at, at + count);
    if (count <= 64) {
      const cells = new Uint8Array(count);
      for (let i = 0; i < count; i++) cells[i] = this.cells[at + i];
      return cells;
    }
    const words = (count + 3) >>> 2;
    if (room.used + words > room.words.length) room = newRoom();
    const from = room.used;
    for (let i = 0; i < words; i++) room.words[from + i] = this.words[(at >>> 2) + i];
    room.used += words;
    return new Uint8Array(room.words.buffer, 4 * from, count);
  }

  /** The whole number with limbs of 32 bits at an address, the lowest first; null at address 0. */
  numberAt(at: number, limbs: number): bigint | null {
    if (at === 0) return null;
    let number = 0n;
    for (let i = limbs - 1; i >= 0; i--) {
      number = (number << 32n) | BigInt(this.words[(at >>> 2) + i] >>> 0);
    }
    return number;
  }

  /** A string of AssemblyScript: the word before it is its size in bytes. */
  private text(at: number): string {
    const { buffer } = this.exports.memory;
    const [size] = new Int32Array(buffer, at - 4, 1);
    return new TextDecoder('utf-16le').decode(new Uint8Array(buffer, at, size));
  }
}

/** Solutions of more than 64 and up to so many cells share a buffer: one costs ten lines. */
const MOST_SHARED = 256;

let room = newRoom();

function newRoom(): { readonly words: Int32Array<ArrayBuffer>; used: number } {
  return { words: new Int32Array(1024), used: 0 };
}

let compiled: WebAssembly.Module | undefined;

/**
 * The module, compiled when this thread first asks for it.
 * @throws EngineError without WebAssembly, or if a policy without 'wasm-unsafe-eval' forbids it
 */
export function engineModule(): WebAssembly.Module {
  compiled ??= compile();
  return compiled;
}

/**
 * The module for another thread, which need not compile it and runs what was optimized here; null
 * where modules cannot be handed over. @throws EngineError as `engineModule`
 */
export function sharableModule(): WebAssembly.Module | null {
  const module = engineModule();
  try {
    return structuredClone(module);
  } catch {
    return null;
  }
}

/** Takes the module that another thread has compiled; to be called before this one needs it. */
export function useModule(module: WebAssembly.Module): void {
  compiled ??= module;
}

/** For those who let others work with the engine. @throws EngineError without WebAssembly */
export function requireWebAssembly(): void {
  if (typeof WebAssembly !== 'undefined') return;
  throw new EngineError(
    'NM_NO_WEBASSEMBLY',
    'puzzles are solved in WebAssembly, which is missing here: use a browser that has it, or Node.js without --jitless',
  );
}

function compile(): WebAssembly.Module {
  requireWebAssembly();
  try {
    return new WebAssembly.Module(moduleBytes());
  } catch (error) {
    if (error instanceof WebAssembly.CompileError || error instanceof EvalError) {
      throw new EngineError(
        'NM_NO_WEBASSEMBLY',
        'puzzles are solved in WebAssembly, which is forbidden here: the content security policy of the page must ' +
          "have 'wasm-unsafe-eval' in its script-src",
        { cause: error },
      );
    }
    throw noRoom(error);
  }
}

/** What is thrown if an instance could not be made. */
export function noRoom(error: unknown): unknown {
  if (!(error instanceof RangeError)) return error;
  const message =
    'there is no memory for an instance of the engine: allow the process more of it (ulimit -v)';
  return new EngineError('NM_NO_MEMORY', message, { cause: error });
}

/** The engine cannot be started here; the message says what to do. */
export class EngineError extends NonomillError {
  override readonly name = 'EngineError';

  constructor(
    override readonly code: 'NM_NO_WEBASSEMBLY' | 'NM_NO_MEMORY',
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(code, message, options);
  }
}
