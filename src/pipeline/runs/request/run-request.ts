import type { Readable } from 'node:stream';
import type { Status } from '../../../solver/core/result/outcome.js';
import type { RunObserver } from './run-observer.js';
import type { RunGates } from '../../record/outcome.js';
import type { OptionsInForce, OtherSolver, KeptStudy } from '../../record/options.js';
import type { MatchingOption, MatchingPart } from './matching-options.js';
import type { StopRequest } from './stop-request.js';

/**
 * What `nonomill run` was asked for, checked: plain, frozen data, with all defaults filled in. The
 * report is not part of it: it looks at the database once the run is over.
 */
export interface RunRequest extends MatchingPart {
  /**
   * Files, folders, globs, or `-` for standard input, in the order given. None for a retry, or to
   * go on with the latest unfinished run, whatever its corpora.
   */
  readonly corpora: readonly string[];
  /** The database file; made if there is none. */
  readonly db: string;
  readonly name: string | null;
  /** Threads of this machine: at least 1, or at least 0 with a queue. May differ on `resume`. */
  readonly threads: number;
  /** The queue whose workers solve, and how long it may be silent; null if this machine solves. */
  readonly queue: { readonly url: string; readonly timeoutMs: number } | null;
  /** Files of folders and patterns that are passed over: patterns, or names at any depth. */
  readonly ignore: readonly string[];
  /** The name of the format of every corpus; null to recognise it by extension, then by content. */
  readonly format: string | null;
  /** Whether pictures (PNG) are read as puzzles; left out if nobody can ask for that. */
  readonly images?: boolean;
  /** Whether start positions are left out of the puzzles. */
  readonly ignoreStart: boolean;
  readonly mode: RunMode;
  /** Milliseconds after which the run stops cleanly and can be resumed; or null. */
  readonly stopAfterMs: number | null;
  /**
   * The time, in milliseconds of the epoch, at which it does the same; left out or null for none.
   */
  readonly until?: number | null;
  /** The priority of this process, 0 to 19; left out or null to leave it. */
  readonly nice?: number | null;
  /** The load of the machine above which threads rest; left out or null for none. */
  readonly maxLoad?: number | null;
  /** Whether each commit waits until it is on the disk: then a power cut takes nothing back. */
  readonly durable: boolean;
  /**
   * What must hold of the results: kept with the run, and looked at once it is over. Left out: what
   * the run that goes on was asked before, and nothing of a new one.
   */
  readonly gates?: RunGates;
  /** The gates of a new run, if `gates` is left out: the gates that a config file names. */
  readonly newGates?: RunGates;
  /**
   * Options that a config file, or the command line, has set, with where each came from; left out
   * without a file.
   */
  readonly inForce?: OptionsInForce;
  /**
   * Whether what was solved before is taken over, and from which database besides that of the run;
   * left out or null: as in the run that goes on, and nothing by a new one.
   */
  readonly reuse?: ReuseOption | null | undefined;
  /** Whose answers these are; left out if nonomill solves. */
  readonly solver?: OtherSolver;
  /** The run that this one does again; left out if there is none. */
  readonly again?: RunDoneAgain;
  /** What the puzzles are drawn for; left out if they come from corpora. */
  readonly study?: KeptStudy;
}

/** A run that is done again, whose corpora the new one names as it did. */
interface RunDoneAgain {
  /** What it is called: `run 3`. */
  readonly label: string;
  /** As they were typed, and the folder in which. */
  readonly corpora: readonly string[];
  readonly folder: string;
  /** Its files, in the order of the corpora of the request. */
  readonly paths: readonly string[];
}

/** That results of earlier runs are taken over. */
export interface ReuseOption {
  /** Another database that is asked as well, from the root; or null. */
  readonly from: string | null;
}

/** What is to be solved: everything, what is missing, or what ended with one of `statuses`. */
export type RunMode =
  | { readonly kind: 'new' }
  | {
      readonly kind: 'resume';
      /**
       * The options that the user gives, which must be those of the run; the others are as the
       * run has them. Left out: all are given.
       */
      readonly given?: readonly MatchingOption[];
    }
  | {
      readonly kind: 'retry';
      readonly statuses: readonly Status[];
      /** The options that the user gives. Of the others, what to find out is as in the run. */
      readonly given: readonly MatchingOption[];
    };

export interface RetryRequest extends RunRequest {
  readonly mode: Extract<RunMode, { kind: 'retry' }>;
}

export function isRetry(request: RunRequest): request is RetryRequest {
  return request.mode.kind === 'retry';
}

/** Whether the latest run of the database is meant, whatever its corpora. */
export function isAboutLatest({ mode, corpora, study }: RunRequest): boolean {
  return (
    mode.kind === 'retry' || (mode.kind === 'resume' && corpora.length === 0 && study === undefined)
  );
}

/** What a run reports to, and what can stop it. */
export interface RunControls {
  readonly observer: RunObserver;
  readonly stop: StopRequest;
  /** The version of nonomill, stored with the run. */
  readonly toolVersion: string;
  /** What a corpus `-` is read from; left out: the standard input of the process. */
  readonly standardInput?: () => Readable;
}
