import { findFix, type FixTask, type Fixed, type NotFixed } from '../src/solver/craft/fix/fix.js';

/** A thread of `nonomill fix`: one puzzle a task. */
export default ({ pictured, options }: FixTask): Fixed | NotFixed => findFix(pictured, options);
