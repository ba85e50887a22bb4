// The thread of a run that talks to the queue; the other end is
// src/pipeline/queue/queue-pool.ts.
import { serveCoordinator } from '../src/pipeline/queue/coordinator.js';

await serveCoordinator();
