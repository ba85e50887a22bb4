import { readFileSync } from 'node:fs';
import { NotReplaced, replaceFile, whyNotReplaced } from '../../files/replace-file.js';
import { systemReason } from '../../../solver/core/text/system-errors.js';

/** How often the file is written, in milliseconds: as often as it is usually read. */
const EVERY_MS = 15_000;

/** How every text of metrics begins. */
const START = '# HELP nonomill_';

/**
 * A file of metrics, always whole: written aside and renamed, and only in the place of an earlier
 * one. The first time that this fails, there is a warning.
 */
export class MetricsFile {
  private timer: NodeJS.Timeout | null = null;
  private hasWarned = false;

  constructor(
    private readonly path: string,
    private readonly text: () => string,
    private readonly warn: (message: string) => void,
    private readonly everyMs = EVERY_MS,
  ) {}

  /** Why it must not be written, or null: something else has its name. */
  get refusal(): string | null {
    return whyNotReplaced(this.path, START) ?? whyNotReplaced(this.aside, START);
  }

  private get aside(): string {
    return `${this.path}.part`;
  }

  /** Writes it now, and from time to time. */
  start(): void {
    this.write();
    this.timer ??= setInterval(() => this.write(), this.everyMs);
    this.timer.unref();
  }

  /** Writes it for the last time, also if it was not written before. */
  end(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.write();
  }

  /** What an earlier run has written there; nothing if there is none. */
  earlier(): string {
    try {
      return readFileSync(this.path, 'utf8');
    } catch {
      return '';
    }
  }

  private write(): void {
    try {
      replaceFile(this.path, this.text(), START, this.aside);
    } catch (error) {
      if (this.hasWarned) return;
      this.hasWarned = true;
      const reason =
        error instanceof NotReplaced
          ? error.message
          : `${this.path}: ${systemReason(error, 'write')}`;
      this.warn(`the metrics cannot be written: ${reason}`);
    }
  }
}
