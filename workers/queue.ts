// The thread of a run that talks to the queue; the other end is
// src/pipeline/runs/queue/queue-pool.ts.
import { serveCoordinator } from '../src/pipeline/runs/queue/coordinator/serve-coordinator.js';

await serveCoordinator();
