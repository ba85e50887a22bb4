#!/usr/bin/env node
// Starts the built program, unless Node.js is too old for it: its database would crash there, so
// that nothing is loaded before the version is known. In a clone that was never built it says how
// to build it.
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const main = new URL('../dist/cli/main.js', import.meta.url);
const problem = problemHere();
if (problem === null) {
  // What is compiled is kept beside the program, if that can be written: a third less time to start.
  module.enableCompileCache?.(fileURLToPath(new URL('../dist/compiled', import.meta.url)));
  await import(main.href);
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}

function problemHere() {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const wanted = engines.node.replace('>=', '');
  const [least, here] = [wanted, process.versions.node].map((text) => text.split('.').map(Number));
  if (here[0] < least[0] || (here[0] === least[0] && here[1] < least[1])) {
    return `nonomill needs Node.js ${wanted} or later; this is ${process.versions.node} (${process.execPath}).`;
  }
  if (existsSync(main)) return null;
  return 'nonomill is not built yet: run "npm start" in its folder once.';
}
