// A thread that helps to check a proof; the other end is src/pipeline/runs/pool/shared-check.ts.
import { serveChecking } from '../src/pipeline/runs/pool/shared-check.js';

serveChecking();
