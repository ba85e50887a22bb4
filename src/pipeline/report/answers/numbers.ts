const BLOCK = 1024;

/** A list of numbers in blocks, so that none is copied while it grows. */
export class NumberBlocks {
  private readonly blocks: Float64Array[] = [];
  private length = 0;

  push(value: number): void {
    const at = this.length % BLOCK;
    if (at === 0) this.blocks.push(new Float64Array(BLOCK));
    this.blocks[this.blocks.length - 1][at] = value;
    this.length++;
  }

  absorb(other: NumberBlocks): void {
    let left = other.length;
    for (const block of other.blocks) {
      for (let i = 0; i < Math.min(left, BLOCK); i++) this.push(block[i]);
      left -= BLOCK;
    }
  }

  /** All of them in one array. */
  take(): Float64Array {
    const all = new Float64Array(this.length);
    this.blocks.forEach((block, i) => {
      const at = i * BLOCK;
      all.set(block.subarray(0, Math.min(BLOCK, this.length - at)), at);
    });
    return all;
  }
}
