// A thread that helps with one puzzle; the other end is src/pipeline/runs/pool/shared-puzzle.ts.
import { serveHelp } from '../src/pipeline/runs/pool/shared-puzzle.js';

serveHelp();
