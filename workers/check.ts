// A thread that helps to check a proof; the other end is src/runs/pool/shared-check.ts.
import { serveChecking } from '../src/runs/pool/shared-check.js';

serveChecking();
