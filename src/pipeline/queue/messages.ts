import * as v from 'valibot';
import { solverVersion } from '../files/program.js';
import { type PackedBatch, viewBatch } from '../../solver/core/puzzle/packed-batch.js';
import type { BatchLimits, PackedResults } from '../runs/pool/pool.js';
import {
  clueEnd,
  coloursOf,
  firstClue,
  hasKnownFlags,
  hasStart,
  heightOf,
  sizeOf,
  startWords,
  unpack,
  widthOf,
  wordsOf,
  type PackedWords,
} from '../../solver/core/puzzle/packed.js';
import { MAX_BLOCK_LENGTH, MAX_COLOURS, type Cells } from '../../solver/core/puzzle/types.js';
import { DEFAULT_LIMITS, validate } from '../../solver/core/puzzle/validate.js';
import { hash } from 'node:crypto';
import type { PuzzleResult, ResultInCells } from '../../solver/core/result/result.js';
import { cellsToText } from '../../solver/core/puzzle/text.js';
import { kindReason, SOLVED_COLUMNS } from '../../solver/core/result/result-columns.js';
import { checkPacked } from '../../solver/core/puzzle/check.js';
import { ruleBrokenBy, sizeReason } from '../record/result-rules.js';
import type { Redis } from './bullmq.js';
import { PREFIX } from './link.js';

const countField = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const duration = v.pipe(v.number(), v.finite(), v.minValue(0));
const shortText = v.pipe(v.string(), v.maxLength(200));

/** The build that sent a message: another may have other columns, in another order. */
const ofThisBuild = v.pipe(
  v.string(),
  v.check((build) => build === solverVersion()),
);

/** A stranger's `value` as `schema` has it. @throws what `refused` makes of the first bad field. */
function readFields<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  refused = (reason: string) => new Error(reason),
): v.InferOutput<Schema> {
  const { success, output, issues } = v.safeParse(schema, value, { abortEarly: true });
  if (success) return output;
  const field = v.getDotPath(issues[0]);
  throw refused(field === null ? 'it is not an object' : `its ${field} is not one`);
}

/** Names a run: 32 hexadecimal digits, which are allowed in a key of Redis. */
const runKey = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));

/** Names a worker: 16 hexadecimal digits. */
const workerId = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));

const workerCard = v.object({
  id: workerId,
  host: shortText,
  cpu: shortText,
  threads: v.pipe(countField, v.maxValue(65_536)),
  version: shortText,
  solver: shortText,
  node: shortText,
});

/** A RunWorker with the hash of its solver. */
export type WorkerCard = Readonly<v.InferOutput<typeof workerCard>>;

const runCard = v.object({ run: runKey, host: shortText, version: shortText, solver: shortText });

/** What a coordinator says about its run. */
export type RunCard = Readonly<v.InferOutput<typeof runCard>>;

/** Infinity travels as null. */
const orInfinity = (schema: typeof countField | typeof duration) =>
  v.pipe(
    v.nullable(schema),
    v.transform((value) => value ?? Infinity),
  );

/** What is asked of the solver, as it travels: new limits are added here; folders mean nothing. */
const LIMITS = v.object({
  timeoutMs: orInfinity(duration),
  maxSteps: orInfinity(countField),
  memoryBytes: orInfinity(duration),
  count: v.union([v.literal('exact'), countField]),
  guessDepth: countField,
  crossCheck: v.optional(duration),
  difficulty: v.optional(v.boolean()),
  prove: v.optional(v.boolean()),
  sliceMs: orInfinity(duration),
} satisfies Record<Exclude<keyof BatchLimits, 'proveTo' | 'proofFormat'>, v.GenericSchema>);

const ASKED = v.object({ version: ofThisBuild, run: runKey });

const WORK = v.object({
  ...ASKED.entries,
  /** In the form of `batchToText`. */
  batch: v.string(),
  limits: LIMITS,
});

/** Only who asks and the thread that does it know what a task and its answer are. */
const TASK = v.object({ task: v.looseObject({}), ...ASKED.entries });

/** What a coordinator sends to whichever worker takes it. */
type WorkMessage = Readonly<v.InferInput<typeof WORK> | v.InferInput<typeof TASK>>;

/** The same message, read. */
type Work = { readonly run: string } & (
  { readonly batch: PackedBatch; readonly limits: BatchLimits } | { readonly task: object }
);

export function toWorkMessage(work: Work): WorkMessage {
  const { run } = work;
  const version = solverVersion();
  if ('task' in work) return { version, run, task: { ...work.task } };
  return { version, run, batch: batchToText(work.batch), limits: { ...work.limits } };
}

/** @throws Error that says what is wrong with a message. */
export function readWorkMessage(message: unknown): Work {
  if (v.is(TASK, message)) return message;
  const { run, batch, limits } = readFields(WORK, message);
  return { run, batch: textToBatch(batch), limits };
}

/** What was asked about the puzzles of a batch, as part of their names. */
export function askedOf(limits: BatchLimits): string {
  return JSON.stringify({ ...limits, sliceMs: 0 }, Object.keys(LIMITS.entries));
}

/** More than any batch that a run makes. */
const MOST_WORDS = 1 << 26;

/** A batch as text: its words, mostly small, as LEB128 in base64: a third of their bytes. */
export function batchToText(batch: PackedBatch): string {
  const words = new Uint32Array(batch);
  const bytes = Buffer.allocUnsafe(words.length * 5);
  let at = 0;
  for (let i = 0; i < words.length; i++) {
    let word = words[i];
    while (word > 0x7f) {
      bytes[at++] = (word & 0x7f) | 0x80;
      word >>>= 7;
    }
    bytes[at++] = word;
  }
  return bytes.toString('base64', 0, at);
}

/**
 * The batch that `batchToText` wrote.
 * @throws Error if it is not one, or holds a puzzle that validation would refuse: what comes
 * through a queue is a stranger's input.
 */
export function textToBatch(text: string): PackedBatch {
  const bytes = Buffer.from(text, 'base64');
  const words = new Uint32Array(countWords(bytes));
  let at = 0;
  for (let i = 0; i < words.length; i++) {
    let byte = bytes[at++];
    let word = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[at++];
      word |= (byte & 0x7f) << shift;
    }
    words[i] = word;
  }
  const batch = words.buffer;
  const { words: packed, offsets } = viewBatch(batch);
  if (offsets.length === 0) throw new Error('the batch is empty');
  for (const [i, offset] of offsets.entries()) {
    const reason = puzzleReason(packed, offset);
    if (reason !== null) throw new Error(`puzzle ${i} of the batch: ${reason}`);
  }
  return batch;
}

function countWords(bytes: Buffer): number {
  let words = 0;
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    if (++length > 5) throw new Error('a word of the batch is too long');
    if (bytes[i] > 0x7f) continue;
    words++;
    length = 0;
  }
  if (length > 0 || words < 2) throw new Error('the batch is cut off');
  if (words > MOST_WORDS) throw new Error(`the batch has ${words} words`);
  return words;
}

function puzzleReason(words: Int32Array, offset: number): string | null {
  const length = wordsOf(words, offset);
  const width = widthOf(words, offset);
  const height = heightOf(words, offset);
  const colours = coloursOf(words, offset);
  if (!(width >= 1 && height >= 1 && width + height <= length)) return 'its size is not possible';
  if (colours < 1 || colours > MAX_COLOURS || !hasKnownFlags(words, offset)) {
    return 'its colours are not possible';
  }
  let at = firstClue(offset);
  const end = offset + length;
  let [areSound, difference] = [true, 0];
  for (let line = 0; line < width + height; line++) {
    if (at >= end || words[at] < 0 || words[at] > end - at) return 'its clues are cut off';
    const isRow = line < height;
    const filled = filledByBlack(words, at, isRow ? width : height);
    if (filled < 0) areSound = false;
    difference += isRow ? filled : -filled;
    at += words[at] + 1;
  }
  const wordsOfStart = hasStart(words, offset) ? startWords(width * height) : 0;
  if (end - at !== wordsOfStart) return 'its length is not that of its clues';
  // Nearly every puzzle is seen to be sound without an object for each of its clues.
  const isUsual = Math.max(width, height) <= DEFAULT_LIMITS.maxSide && wordsOfStart === 0;
  if (isUsual && areSound && difference === 0) return null;
  const { rows, columns, start } = unpack(words, offset);
  // Names of colours do not travel; only their number matters.
  const palette = colours === 1 ? null : new Array<string>(colours + 1).fill('#000000');
  const draft = { width, height, rows, columns, palette, start, goal: null };
  return validate(draft).reason ?? null;
}

/** Cells that the clue at `at` fills if all its blocks are of the first colour and fit; or -1. */
function filledByBlack(words: PackedWords, at: number, length: number): number {
  const end = clueEnd(words, at);
  let filled = 0;
  for (let i = at + 1; i < end; i++) {
    // A block of the first colour is its length.
    if (!(words[i] >= 1 && words[i] <= MAX_BLOCK_LENGTH)) return -1;
    filled += words[i];
  }
  return filled + Math.max(0, words[at] - 1) <= length ? filled : -1;
}

const SIGNED = v.object({
  /** The id of the batch that it answers. */
  batch: v.string(),
  /** Who sends it: the results of a worker that is gone have its name, too. */
  worker: workerCard,
});

/** Some results: see PackedResults. */
const PART = v.object({ count: countField, columns: v.array(v.unknown()), pictures: v.string() });

const RESULT = v.object({
  version: ofThisBuild,
  ...SIGNED.entries,
  heldMs: duration,
  /** The results of its first puzzles, in order, at least one. */
  parts: v.array(PART),
  /** The names of these puzzles (`puzzleNames`), for a coordinator that has forgotten the batch. */
  puzzles: v.string(),
});

const ANSWER = v.object({ answer: v.unknown(), version: ofThisBuild, ...SIGNED.entries });

/** What a worker sends back of one batch, or of a task. */
export type ResultMessage =
  | (Omit<v.InferOutput<typeof RESULT>, 'parts'> & { readonly parts: readonly PackedResults[] })
  | v.InferOutput<typeof ANSWER>;

/** The same message, read. */
type WorkerAnswer = PuzzleAnswer | Omit<v.InferOutput<typeof ANSWER>, 'version'>;

interface PuzzleAnswer extends Omit<v.InferOutput<typeof RESULT>, 'version' | 'parts'> {
  readonly results: readonly ResultInCells[];
}

export class RefusedMessage extends Error {
  constructor(
    reason: string,
    /** The batch that it answers and who sent it, as far as it says both. */
    readonly from: Pick<WorkerAnswer, 'batch' | 'worker'> | null,
  ) {
    super(reason);
  }
}

const NAME_LENGTH = 16;

/** An answer before it travels; `puzzles` are the names of the puzzles that have results. */
interface NewAnswer extends Pick<PuzzleAnswer, 'batch' | 'worker' | 'heldMs'> {
  readonly parts: readonly PackedResults[];
  readonly puzzles: readonly string[];
}

export function toResultMessage(
  answer: NewAnswer | Exclude<WorkerAnswer, PuzzleAnswer>,
): ResultMessage {
  const version = solverVersion();
  if ('answer' in answer) return { version, ...answer };
  return { version, ...answer, puzzles: answer.puzzles.join('') };
}

/** @throws RefusedMessage for what is wrong, but for pictures, or what depends on puzzle sizes. */
export function readResultMessage(message: unknown): WorkerAnswer {
  if (v.is(ANSWER, message)) return message;
  const refused = (reason: string): RefusedMessage => {
    const { success, output } = v.safeParse(SIGNED, message);
    return new RefusedMessage(reason, success ? output : null);
  };
  const { batch, worker, heldMs, puzzles, parts } = readFields(RESULT, message, refused);
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  if (count === 0 || count * NAME_LENGTH !== puzzles.length) {
    throw refused('its puzzles are not named');
  }
  const results = parts.flatMap((part) => {
    const unpacked = unpackResults(part);
    if (typeof unpacked === 'string') throw refused(`it is broken: ${unpacked}`);
    return unpacked;
  });
  return { batch, worker, heldMs, results, puzzles };
}

/** Names the first puzzles of a batch, or all, each by its content and what was asked about it. */
export function puzzleNames(batch: PackedBatch, asked: string, count?: number): string[] {
  const { words, offsets } = viewBatch(batch);
  const question = Buffer.from(asked);
  let bytes = Buffer.alloc(1 << 12);
  return offsets.slice(0, count).map((offset) => {
    const own = new Uint8Array(batch, offset * 4, wordsOf(words, offset) * 4);
    const length = own.length + question.length;
    if (length > bytes.length) bytes = Buffer.alloc(2 * length);
    bytes.set(own);
    bytes.set(question, own.length);
    return hash('sha1', bytes.subarray(0, length), 'base64').slice(0, NAME_LENGTH);
  });
}

export function namesIn(puzzles: string): string[] {
  const count = puzzles.length / NAME_LENGTH;
  return Array.from({ length: count }, (_, i) =>
    puzzles.slice(i * NAME_LENGTH, (i + 1) * NAME_LENGTH),
  );
}

/** What a ResultPacker packed, or in words what is wrong with it; pictures are not looked at. */
export function unpackResults({
  count,
  columns,
  pictures,
}: PackedResults): ResultInCells[] | string {
  if (columns.length !== SOLVED_COLUMNS.length)
    return `it has not got ${SOLVED_COLUMNS.length} columns`;
  const shared = sharedValues(columns);
  if (typeof shared === 'string') return shared;
  const shown = new ShownPictures(pictures);
  // Adding fields one by one takes longer.
  const results = Array.from({ length: count }, () => ({ ...shared }));
  for (const [i, { field, kind, isNull }] of SOLVED_COLUMNS.entries()) {
    const column = columns[i];
    const values = Array.isArray(column) ? (column as unknown[]) : null;
    if (values === null && (kind.is !== 'cells' || column === null)) continue;
    if (values !== null && values.length !== count)
      return `its ${field} is not there ${count} times`;
    for (let place = 0; place < count; place++) {
      const value = values === null ? column : values[place];
      const isMissing = value === null && isNull !== undefined;
      if (kind.is === 'cells' && !isMissing) {
        const cells = shown.next(value);
        if (cells === null) return `result ${place}: its ${field} is not a picture`;
        results[place][field] = cells;
        continue;
      }
      const reason = isMissing ? null : kindReason(kind, value, Infinity);
      if (reason !== null) return `result ${place}: its ${field} is not ${reason}`;
      results[place][field] = value;
    }
  }
  return results as unknown as ResultInCells[];
}

/** What all results have in common, null for the rest, or what is wrong; pictures never are. */
function sharedValues(columns: readonly unknown[]): Record<string, unknown> | string {
  const shared: Record<string, unknown> = {};
  for (const [i, { field, kind, isNull }] of SOLVED_COLUMNS.entries()) {
    const column = columns[i];
    const isShared = !Array.isArray(column) && kind.is !== 'cells';
    const isMissing = column === null && isNull !== undefined;
    const reason = isShared && !isMissing ? kindReason(kind, column, Infinity) : null;
    if (reason !== null) return `result 0: its ${field} is not ${reason}`;
    shared[field] = isShared ? column : null;
  }
  return shared;
}

/** Results of the first puzzles of a batch with their pictures as text. */
export function textResults(batch: PackedBatch, results: readonly ResultInCells[]): PuzzleResult[] {
  const { words, offsets } = viewBatch(batch);
  return results.map((result, i) => {
    const { width, height, colours } = sizeOf(words, offsets[i]);
    const textOf = (cells: Cells | null): string | null =>
      cells && cellsToText(cells, width, height, colours);
    const { solution, secondSolution } = result;
    return { ...result, solution: textOf(solution), secondSolution: textOf(secondSolution) };
  });
}

const CELLS_AT_ONCE = 1 << 14;

/** The pictures of a message, which may be a stranger's. */
class ShownPictures {
  private readonly bytes: Uint8Array;
  private at = 0;
  /** Where the cells of pictures are, and how many of these are taken. */
  private cells = new Uint8Array(0);
  private used = 0;

  constructor(text: string) {
    this.bytes = Buffer.from(text, 'base64');
  }

  /** The next one, of which a column says `size`; null if that cannot be, or it is cut off. */
  next(size: unknown): Cells | null {
    if (typeof size !== 'number' || !Number.isSafeInteger(size) || size === 0) return null;
    const { bytes, at } = this;
    const end = at + (size < 0 ? -size : Math.ceil(size / 8));
    if (end > bytes.length) return null;
    this.at = end;
    if (size < 0) return new Uint8Array(bytes.subarray(at, end));
    const cells = this.room(size);
    for (let i = 0; i < size; i++) cells[i] = (bytes[at + (i >> 3)] >> (7 - (i & 7))) & 1;
    return cells;
  }

  /** Memory for `size` cells, shared by many: memory for each picture costs more to collect. */
  private room(size: number): Cells {
    if (this.used + size > this.cells.length) {
      this.cells = new Uint8Array(Math.max(size, CELLS_AT_ONCE));
      this.used = 0;
    }
    this.used += size;
    return this.cells.subarray(this.used - size, this.used);
  }
}

/**
 * Why results that came from a stranger cannot be those of the first puzzles of `batch`, or null:
 * every picture is checked against its clues, and every verdict against the pictures that it needs.
 * Only solving could show whether there is a further solution. Values fit their columns already.
 */
export function resultsReason(
  batch: PackedBatch,
  results: readonly ResultInCells[],
): string | null {
  const { words, offsets } = viewBatch(batch);
  if (results.length > offsets.length) {
    return `${results.length} results for ${offsets.length} puzzles`;
  }
  for (const [i, result] of results.entries()) {
    const offset = offsets[i];
    const reason =
      picturesReason(words, offset, result) ??
      sizeReason(result, widthOf(words, offset) * heightOf(words, offset)) ??
      verdictReason(result);
    if (reason !== null) return `puzzle ${i}: ${reason}`;
  }
  return null;
}

function picturesReason(
  words: PackedWords,
  offset: number,
  { solution, secondSolution }: ResultInCells,
): string | null {
  let first: Cells | null = null;
  for (const cells of [solution, secondSolution]) {
    if (cells === null) continue;
    const reason = checkPacked(words, offset, cells, first);
    if (reason !== null) return reason;
    if (first !== null && Buffer.compare(first, cells) === 0)
      return 'its two solutions are the same';
    first = cells;
  }
  return null;
}

/** Whether the columns fit each other; of a worker's verdicts none is without its pictures. */
function verdictReason(result: ResultInCells): string | null {
  const { status, solution, secondSolution } = result;
  if (status === 'solved') return 'it does not say whether its solution is the only one';
  if (status === 'unique' && solution === null) return 'it is called unique without its solution';
  if (status === 'multiple' && secondSolution === null) {
    return 'it is called multiple without two solutions';
  }
  return ruleBrokenBy(result);
}

/** Someone who is, or was, at the queue; times are those of Redis. */
export type SeenCard<Card> = Card & { readonly seenMsAgo: number };

/** Entries that nobody renews are gone after a day at the latest. */
const CARD_SECONDS = 86_400;

/** Sets the time of an id in the index, in milliseconds, and its entry. */
const ANNOUNCE = `
  local time = redis.call('TIME')
  redis.call('ZADD', KEYS[1], time[1] * 1000 + math.floor(time[2] / 1000), ARGV[1])
  redis.call('SET', KEYS[2], ARGV[2], 'EX', ARGV[3])`;

/** Characters of a reason that a stranger may have written. */
const MOST_REASON = 500;

/** Who is at the queue: ids sorted by when they were last seen, by Redis's clock, and cards. */
export class CardRegistry<Card extends object> {
  private readonly index: string;

  private constructor(
    private readonly redis: Redis,
    private readonly kind: 'worker' | 'run',
    private readonly schema: v.GenericSchema<Card>,
  ) {
    this.index = `${PREFIX}:${kind}s`;
  }

  static workers(redis: Redis): CardRegistry<WorkerCard> {
    return new CardRegistry<WorkerCard>(redis, 'worker', workerCard);
  }

  static runs(redis: Redis): CardRegistry<RunCard> {
    return new CardRegistry<RunCard>(redis, 'run', runCard);
  }

  /** Notes that `id` is there, in one command: what was announced before a removal stays before. */
  async announce(id: string, card: Card): Promise<void> {
    const text = JSON.stringify(card);
    await this.redis.eval(ANNOUNCE, 2, this.index, this.key(id), id, text, CARD_SECONDS);
  }

  async remove(id: string): Promise<void> {
    await this.redis.multi().zrem(this.index, id).del(this.key(id)).del(this.shutOutKey(id)).exec();
  }

  /** Asks `id` to leave the queue: it looks for that whenever it announces itself. */
  async shutOut(id: string, reason: string): Promise<void> {
    await this.redis.set(this.shutOutKey(id), reason, 'EX', `${CARD_SECONDS}`);
  }

  /** Why `id` is to leave the queue, or null if it is not. */
  async whyShutOut(id: string): Promise<string | null> {
    return (await this.redis.get(this.shutOutKey(id)))?.slice(0, MOST_REASON) ?? null;
  }

  async has(id: string): Promise<boolean> {
    return (await this.redis.zscore(this.index, id)) !== null;
  }

  /** Everybody with a valid entry, the latest seen last. Broken entries are removed. */
  async all(): Promise<readonly SeenCard<Card>[]> {
    const [seconds, microseconds] = await this.redis.time();
    const now = seconds * 1000 + Math.floor(microseconds / 1000);
    const found = await this.redis.zrange(this.index, '0', '-1', 'WITHSCORES');
    if (found.length === 0) return [];
    const ids = found.filter((_, i) => i % 2 === 0);
    const cards = await this.redis.mget(ids.map((id) => this.key(id)));
    const seen: SeenCard<Card>[] = [];
    for (const [i, id] of ids.entries()) {
      const card = this.read(cards[i]);
      if (card === null) await this.remove(id);
      else seen.push({ ...card, seenMsAgo: now - Number(found[2 * i + 1]) });
    }
    return seen;
  }

  private read(text: string | null): Card | null {
    try {
      return readFields(this.schema, JSON.parse(text ?? ''));
    } catch {
      return null;
    }
  }

  private key(id: string): string {
    return `${PREFIX}:${this.kind}:${id}`;
  }

  private shutOutKey(id: string): string {
    return `${this.key(id)}:shut-out`;
  }
}
