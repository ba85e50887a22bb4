import { Table } from '../memory/memory';

/** What an explanation needs: places in the line, in the order in which they were tried. */
export class Needed {
  /** Cells; with several colours, cell * values + value. */
  static places: Table<i32> = changetype<Table<i32>>(0);
  static count: i32 = 0;
}
