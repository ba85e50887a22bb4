import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { addressToDraft } from '../../../solver/core/puzzle/address.js';
import { fingerprint } from '../../../solver/core/puzzle/fingerprint.js';
import { pack } from '../../../solver/core/puzzle/packed.js';
import type { Puzzle } from '../../../solver/core/puzzle/types.js';
import { validate } from '../../../solver/core/puzzle/validate.js';
import { rejectPlace } from '../../../solver/core/text/corpora-text.js';
import { countText } from '../../../solver/core/text/numbers.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { fileErrorCode, systemReason } from '../../../solver/core/text/system-errors.js';
import { rate } from '../../../solver/craft/library/solve.js';
import { readGameLine, type PlayedGame } from '../../../solver/craft/replay/played-game.js';
import { scoresByFingerprint } from '../../store/queries/stored-results.js';
import { withStore } from '../frame/with-store.js';
import { Failure } from '../terminal/outcome.js';

/** A game of a log, without its moves, and how hard its puzzle is; null if that is not known. */
export interface LoggedGame extends Omit<PlayedGame, 'moves' | 'rating'> {
  readonly person: string;
  readonly moves: number;
  readonly rating: { readonly stars: number; readonly score: number } | null;
}

export interface PlayedLogs {
  readonly games: readonly LoggedGame[];
  readonly rejects: number;
}

/** How many refused lines are told one by one. */
const TOLD = 10;

/**
 * Reads the games of logs, a person in each, and joins them with the scores of their puzzles: those
 * of the latest run of the database that has one, else by rating the puzzle in the line, else what
 * the line says. Lines that hold no game are told, and left out.
 * @param db the database; null for the usual one, if it is there
 * @throws Failure if a file cannot be read
 */
export async function readPlayedLogs(
  files: readonly string[],
  db: { readonly path: string; readonly given: boolean },
  say: (text: string) => void,
): Promise<PlayedLogs> {
  const reader = new LogReader(say);
  for (const [i, person] of namesOf(files).entries()) await reader.read(files[i], person);
  reader.tellRest();
  const ratings = await ratingsOf(reader, db);
  return {
    games: reader.games.map((game) => ({
      ...game,
      rating: ratings.get(game.fingerprint) ?? game.rating,
    })),
    rejects: reader.rejects,
  };
}

/**
 * What people are called: by their files, without the ending, or with the whole path if that names
 * two of them.
 */
function namesOf(files: readonly string[]): string[] {
  const short = files.map((file) => plainText(basename(file).replace(/\.(ndjson|jsonl)$/i, '')));
  return short.map((name, i) =>
    short.indexOf(name) === i && short.lastIndexOf(name) === i ? name : plainText(files[i]),
  );
}

class LogReader {
  readonly games: LoggedGame[] = [];
  /** The puzzles that lines hold, by their fingerprints. */
  readonly puzzles = new Map<string, Puzzle>();
  /** The fingerprints of puzzles as addresses hold them. */
  private readonly names = new Map<string, string>();
  rejects = 0;
  /** The file of each solved game, by its puzzle, its start and how long it took. */
  private readonly files = new Map<string, string>();
  /** The places of the games of this file, by their puzzle and start. */
  private readonly own = new Map<string, number>();

  constructor(private readonly say: (text: string) => void) {}

  async read(file: string, person: string): Promise<void> {
    let line = 0;
    this.own.clear();
    try {
      const handle = await open(file);
      try {
        for await (const text of handle.readLines()) {
          line++;
          if (text.trim() === '') continue;
          const reason = this.add(text.replace(/^\ufeff/, ''), file, person);
          if (reason !== null)
            this.reject({ path: plainText(file), ordinal: line - 1, line }, reason);
        }
      } finally {
        await handle.close();
      }
    } catch (error) {
      throw new Failure(fileErrorCode(error), `${plainText(file)}: ${systemReason(error, 'read')}`);
    }
  }

  /** Why a line is refused, or null. */
  private add(text: string, file: string, person: string): string | null {
    const { game, reason } = readGameLine(text);
    if (game === undefined) return reason;
    if (game.solved && game.ms === 0) return 'a puzzle cannot be solved in no time: "ms" is 0';
    const wrong = game.puzzle === null ? null : this.wrongPuzzle(game.puzzle, game.fingerprint);
    if (wrong !== null) return wrong;
    const logged: LoggedGame = {
      ...game,
      person,
      moves: game.moves.length,
      rating: game.rating ?? null,
    };
    const key = `${game.fingerprint} ${game.start}`;
    if (game.solved) {
      const whole = `${key} ${game.ms}`;
      const other = this.files.get(whole) ?? file;
      if (other !== file) {
        return `this game is in ${plainText(other)}, too: a file must have all games of one person`;
      }
      this.files.set(whole, file);
    }
    const before = this.own.get(key);
    if (before === undefined) {
      this.own.set(key, this.games.length);
      this.games.push(logged);
    } else if (logged.ms >= this.games[before].ms) {
      // A log that was exported twice has a game as it was then, and as it went on.
      this.games[before] = logged;
    }
    return null;
  }

  /** Why a puzzle, as an address holds it, is not the one that is named; null if it is. */
  private wrongPuzzle(text: string, name: string): string | null {
    let own = this.names.get(text);
    if (own === undefined) {
      const draft = addressToDraft(text);
      const puzzle = draft === null ? undefined : validate(draft).puzzle;
      if (puzzle === undefined) return '"puzzle" is not a puzzle as addresses hold it';
      own = fingerprint(pack(puzzle), 0, puzzle.palette);
      this.names.set(text, own);
      this.puzzles.set(own, puzzle);
    }
    return own === name ? null : `"puzzle" has the fingerprint ${own}, not ${name}`;
  }

  private reject(place: Parameters<typeof rejectPlace>[0], reason: string): void {
    this.rejects++;
    if (this.rejects <= TOLD) this.say(`nonomill: ${rejectPlace(place)}: ${reason}; left out`);
  }

  tellRest(): void {
    const more = this.rejects - TOLD;
    if (more > 0) this.say(`nonomill: ${countText(more)} more lines were left out`);
  }
}

type Ratings = Map<string, NonNullable<LoggedGame['rating']>>;

async function ratingsOf(
  { games, puzzles }: LogReader,
  { path, given }: { readonly path: string; readonly given: boolean },
): Promise<Ratings> {
  const names = [...new Set(games.map((game) => game.fingerprint))];
  const found: Ratings = new Map(
    given || existsSync(path)
      ? await withStore(path, (store) => Promise.resolve(scoresByFingerprint(store, names)))
      : [],
  );
  for (const name of names) {
    const puzzle = puzzles.get(name);
    if (puzzle === undefined || found.has(name)) continue;
    const difficulty = rate(puzzle);
    if (difficulty !== null) {
      found.set(name, { stars: difficulty.stars, score: difficulty.difficulty });
    }
  }
  return found;
}
