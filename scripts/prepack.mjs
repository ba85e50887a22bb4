// What `npm pack` and `npm publish` call first: a package from a clone has all that it needs, built of today's sources.
import { prepareToRun } from './prepare.mjs';

prepareToRun();
