// No two modules of src export the same name, which a reader would take for the same thing, and no
// name has a word that only those who were there would understand. Left out are the library, whose
// functions are called as what they are made of, and the assembly of the engine, which is a program
// of its own. `export from` hands a name on: that is no second one.
import { readFileSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { root } from './prepare.mjs';

const APART = [
  join('solver', 'engine', 'assembly'),
  join('solver', 'craft', 'library'),
  join('pipeline', 'runs', 'node-library'),
];
/** Words of this house alone, with what every engineer calls it. */
const PRIVATE = {
  rival: 'external',
  wing: 'package or layer',
  door: 'export',
  desk: 'buffer',
};
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
const isPrivate = ([name]) => wordsOf(name).some((word) => word in PRIVATE);
const unclear = [...homes].filter(isPrivate);
for (const [name, places] of unclear) {
  const word = wordsOf(name).find((one) => one in PRIVATE);
  process.stderr.write(`"${name}" (${places[0]}): say ${PRIVATE[word]} for ${word}\n`);
}
if (twice.length + unclear.length > 0) process.exit(1);

/** The words of a name, in small letters: `openDoors` has open, doors and door. */
function wordsOf(name) {
  const words = name.split(/_|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());
  return words.flatMap((word) => [word, word.replace(/s$/, '')]);
}
