// No two modules of src export the same name, which a reader would take for the same thing. Left
// out are the library, whose functions are called as what they are made of, and the assembly of
// the engine, which is a program of its own. `export from` hands a name on: that is no second one.
import { readFileSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { root } from './prepare.mjs';

const APART = [
  join('solver', 'engine', 'assembly'),
  join('solver', 'craft', 'library'),
  join('pipeline', 'runs', 'node-library'),
];
const EXPORTED =
  /^export (?:default )?(?:async |abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

const src = join(root, 'src');
const files = readdirSync(src, { recursive: true })
  .filter((name) => /\.tsx?$/.test(name) && !APART.some((folder) => name.startsWith(folder + sep)))
  .sort();
const homes = new Map();
for (const file of files) {
  // A function with several signatures is exported once for each.
  const text = readFileSync(join(src, file), 'utf8');
  for (const name of new Set(Array.from(text.matchAll(EXPORTED), ([, found]) => found))) {
    homes.set(name, [...(homes.get(name) ?? []), file]);
  }
}
const twice = [...homes].filter(([, places]) => places.length > 1);
for (const [name, places] of twice) {
  process.stderr.write(`"${name}" means ${places.length} things: ${places.join(', ')}\n`);
}
if (twice.length > 0) process.exit(1);
