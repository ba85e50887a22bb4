import { fingerprint } from '../../../solver/core/puzzle/fingerprint.js';
import { paletteOf, readLabel } from '../../../solver/core/puzzle/packed-batch.js';
import type { ReuseWish } from '../../record/options.js';
import { nearerWhy, type SolvedWhy } from '../../record/outcome.js';
import type { BatchBytes, PieceShare, ReusedResult } from '../../store/packed/entry-rows.js';
import { trace } from '../../files/program.js';
import { keepFewPages, openStore, type Store } from '../../store/open/open.js';
import { StoredAnswers } from './stored-answers.js';

/** What a run takes over from others, looked up by whoever makes its rows. */
export class Reuse {
  private readonly stores: Store[] = [];
  private readonly answers: StoredAnswers[] = [];

  /** Opens the databases, for reading. @throws StoreError if one of them cannot be read. */
  constructor(wish: ReuseWish) {
    try {
      for (const path of [wish.db, ...wish.others]) {
        const store = openStore(path, { readonly: true });
        this.stores.push(store);
        keepFewPages(store);
        this.answers.push(new StoredAnswers(store, wish, path === wish.db));
      }
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /**
   * The result that is taken over for the puzzle at `offset` of a batch, or why there is none.
   * `of` is the piece that it is in.
   */
  find({ words, bytes }: BatchBytes, offset: number, of: PieceShare): ReusedResult | SolvedWhy {
    const print = fingerprint(words, offset, paletteOf(words, bytes, offset));
    let why: SolvedWhy = 'new';
    for (const answers of this.answers) {
      try {
        const found = answers.find(words, offset, print);
        if (typeof found !== 'string') return found;
        why = nearerWhy(why, found);
        if (why !== 'new') continue;
        const { name, ordinal } = readLabel(words, bytes, offset);
        if (answers.former.has(of.path, name, of.firstEntry + ordinal)) why = 'changed';
      } catch (error) {
        // A database that cannot be read any more is no reason not to solve the puzzle.
        trace('store', () => `what was solved before cannot be looked up: ${String(error)}`);
      }
    }
    return why;
  }

  close(): void {
    for (const store of this.stores.splice(0)) store.close();
  }
}

/** Looks up what is taken over. */
type Finder = Pick<Reuse, 'find' | 'close'>;

/** For a database that cannot be read any more: its puzzles are solved. */
const NOTHING: Finder = { find: () => 'new', close: () => undefined };

let open: { readonly key: string; readonly finder: Finder } | null = null;

/**
 * The same for batch after batch: databases stay open until another run asks. One that cannot be
 * opened is no reason to end a thread.
 */
export function reuseFor(wish: ReuseWish): Finder {
  const key = JSON.stringify(wish);
  if (open?.key === key) return open.finder;
  closeReuse();
  open = { key, finder: finderFor(wish) };
  return open.finder;
}

function finderFor(wish: ReuseWish): Finder {
  try {
    return new Reuse(wish);
  } catch (error) {
    trace('store', () => `what was solved before cannot be opened: ${String(error)}`);
    return NOTHING;
  }
}

export function closeReuse(): void {
  open?.finder.close();
  open = null;
}
