/**
 * Bytes that are put in at the end and taken from the front, always in one piece. The contents are
 * copied each time that they double, not for each piece that comes.
 */
export class ByteQueue {
  private store: Buffer = Buffer.alloc(0);
  private from = 0;
  private to = 0;
  /** Whether `store` is the caller's own piece: nothing may be written after it. */
  private isPiece = true;

  /** The contents; a view, valid until more is put in. */
  get bytes(): Buffer {
    return this.store.subarray(this.from, this.to);
  }

  get length(): number {
    return this.to - this.from;
  }

  /** Puts `piece` in; it must not be changed any more. */
  push(piece: Buffer): void {
    const { length } = this;
    if (length === 0) {
      this.store = piece;
      this.isPiece = true;
      this.from = 0;
      this.to = piece.length;
      return;
    }
    if (this.isPiece || this.to + piece.length > this.store.length) {
      const grown = Buffer.allocUnsafe(length + Math.max(length, piece.length));
      this.bytes.copy(grown);
      this.store = grown;
      this.isPiece = false;
      this.from = 0;
      this.to = length;
    }
    piece.copy(this.store, this.to);
    this.to += piece.length;
  }

  /** Takes `count` bytes from the front. */
  drop(count: number): void {
    this.from += count;
  }
}
