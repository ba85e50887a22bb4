// The thread of a run that talks to the queue; the other end is src/pool/queue/queue-pool.ts.
import { serveCoordinator } from '../src/pool/queue/coordinator/serve-coordinator.js';

await serveCoordinator();
