import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/**
 * Measured values by name. With a file, each one is appended to it as soon as it is known, and
 * those of an earlier run are there already: a long measurement can be done in pieces.
 */
export class Kept<Value extends object> {
  private readonly values = new Map<string, Value>();

  constructor(private readonly file: string | null) {
    if (file === null || !existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line === '') continue;
      const { name, value } = JSON.parse(line) as { name: string; value: Value };
      this.values.set(name, value);
    }
  }

  /** The value of this name; null if it is not known. */
  find(name: string): Value | null {
    return this.values.get(name) ?? null;
  }

  /** The value of this name, measured now unless it is known. */
  get(name: string, measure: () => Value): Value {
    const known = this.values.get(name);
    if (known !== undefined) return known;
    const value = measure();
    this.values.set(name, value);
    if (this.file !== null) appendFileSync(this.file, `${JSON.stringify({ name, value })}\n`);
    return value;
  }
}
