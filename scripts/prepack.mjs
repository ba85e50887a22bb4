// What npm calls before it packs or publishes, with --no-ignore-scripts (.npmrc says to run no
// scripts): the package has all that it needs, built of today's sources.
import { prepareToRun } from './prepare.mjs';

prepareToRun();
