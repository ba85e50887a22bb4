// Loaded before a program of a simulated run, whose cores are slowed down: whatever happens at a queue every few
// seconds happens less often by the same factor, so that it costs as much for each puzzle as it does in truth.
import { DEFAULT_TIMINGS } from '../../src/queue/link/timings.js';

const slower = Number(process.env.NONOMILL_BENCH_SLOWER ?? 1);
const timings: Record<string, number> = { ...DEFAULT_TIMINGS };
for (const name in timings) timings[name] *= slower;
Object.assign(DEFAULT_TIMINGS, timings);
