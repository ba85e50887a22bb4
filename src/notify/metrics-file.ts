import { renameSync, writeFileSync } from 'node:fs';
import { systemReason } from '../text/system-errors.js';

/** How often the file is written, in milliseconds: as often as it is usually read. */
const EVERY_MS = 15_000;

/** A file of metrics, always whole: written aside and renamed. The first time that this fails, there is a warning. */
export class MetricsFile {
  private timer: NodeJS.Timeout | null = null;
  private hasWarned = false;

  constructor(
    private readonly path: string,
    private readonly text: () => string,
    private readonly warn: (message: string) => void,
    private readonly everyMs = EVERY_MS,
  ) {}

  /** Writes it now, and from time to time. */
  start(): void {
    this.write();
    this.timer ??= setInterval(() => this.write(), this.everyMs);
    this.timer.unref();
  }

  /** Writes it for the last time. */
  end(): void {
    if (this.timer === null) return;
    clearInterval(this.timer);
    this.write();
  }

  private write(): void {
    const aside = `${this.path}.part`;
    try {
      writeFileSync(aside, this.text());
      renameSync(aside, this.path);
    } catch (error) {
      if (this.hasWarned) return;
      this.hasWarned = true;
      this.warn(`the metrics cannot be written: ${this.path}: ${systemReason(error, 'write')}`);
    }
  }
}
