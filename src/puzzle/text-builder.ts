/** How many characters make a piece: the number of arguments of a call is limited. */
const PIECE = 4096;

/** The codes of the piece being built; nothing is built while something else is. */
const codes: number[] = new Array<number>(PIECE + 64).fill(0);

/**
 * Builds ASCII text from its character codes. For the clues of a 5x5 puzzle that takes a third
 * of the time of adding strings, and leaves one flat string: added strings stay a tree of some
 * forty nodes, a kilobyte, until someone reads them.
 */
export class TextBuilder {
  private at = 0;
  private before = '';

  /** Adds a short text of ASCII characters. */
  ascii(text: string): void {
    if (this.at > PIECE) this.flush();
    for (let i = 0; i < text.length; i++) codes[this.at++] = text.charCodeAt(i);
  }

  /** Adds a whole number that is not negative. */
  number(value: number): void {
    if (value < 10) {
      codes[this.at++] = 48 + value;
    } else if (value < 100) {
      codes[this.at++] = 48 + Math.floor(value / 10);
      codes[this.at++] = 48 + (value % 10);
    } else {
      this.ascii(String(value));
    }
  }

  finish(): string {
    this.flush();
    return this.before;
  }

  private flush(): void {
    const text = String.fromCharCode.apply(null, codes.slice(0, this.at));
    this.before = this.before === '' ? text : this.before + text;
    this.at = 0;
  }
}
