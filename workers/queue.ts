// The thread of a run that talks to the queue; the other end is src/queue/queue-pool.ts.
import { serveCoordinator } from '../src/queue/coordinator/serve-coordinator.js';

await serveCoordinator();
