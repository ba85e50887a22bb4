#!/usr/bin/env node
// Starts the built program, unless Node.js is too old for it: its database would crash there, so
// that nothing is loaded before the version is known. In a clone it goes on under the private
// Node.js that "npm start" has fetched, and in one that was never built it says how to build it.
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const main = new URL('../dist/program/main.js', import.meta.url);
const scripts = new URL('../scripts/', import.meta.url);
if (wantedNode() !== null && existsSync(new URL('private-node/node_modules', scripts))) {
  // It starts this again, and does not return.
  await import(new URL('suitable-node.mjs', scripts).href);
}
if (process.env.NONOMILL_OUTER !== undefined && existsSync(scripts)) {
  // It was started so: signals to the older process are for this one, which ends with it.
  (await import(new URL('outer-process.mjs', scripts).href)).followOuter();
}
const problem = problemHere();
if (problem === null) {
  // What is compiled is kept where Node.js keeps it: a third less time to start.
  module.enableCompileCache?.();
  await import(main.href);
} else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}

/** The oldest version of Node.js that will do, if this one is older; else null. */
function wantedNode() {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const wanted = engines.node.replace('>=', '');
  const [least, here] = [wanted, process.versions.node].map((text) => text.split('.').map(Number));
  return here[0] < least[0] || (here[0] === least[0] && here[1] < least[1]) ? wanted : null;
}

function problemHere() {
  const wanted = wantedNode();
  if (wanted !== null) {
    const folder = fileURLToPath(new URL('..', import.meta.url));
    const instead = existsSync(scripts) ? ` "npm start" in ${folder} fetches one to use here.` : '';
    return `nonomill needs Node.js ${wanted} or later; this is ${process.versions.node} (${process.execPath}).${instead}`;
  }
  if (!hasFolder()) {
    return 'nonomill: the folder that this was started in is gone: go to another one (cd) and start it again (NM_FILE_ABSENT)';
  }
  if (!existsSync(main)) return 'nonomill is not built yet: run "npm start" in its folder once.';
  // In a clone, a build that did not end may leave a program and threads of different versions.
  const isWhole = ['.built', '.built-to-run'].some((mark) =>
    existsSync(new URL(`../dist/${mark}`, import.meta.url)),
  );
  if (isWhole || !existsSync(scripts)) return null;
  return 'The last build of nonomill did not end: run "npm start" in its folder once more.';
}

/** Packages ask where this was started while they are loaded, before a command can say anything. */
function hasFolder() {
  try {
    process.cwd();
    return true;
  } catch {
    return false;
  }
}
