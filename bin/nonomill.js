#!/usr/bin/env node
// Starts the built program; in a clone that was never built, says how to build it.
import { existsSync } from 'node:fs';

const main = new URL('../dist/src/main.js', import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  process.stderr.write('nonomill is not built yet: run "npm start" in its folder once.\n');
  process.exitCode = 1;
}
