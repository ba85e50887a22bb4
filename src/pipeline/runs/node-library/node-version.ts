// Imported before anything that loads SQLite, which crashes on a Node.js that is too old.
import { readFileSync } from 'node:fs';
import { builtFile } from '../../files/program.js';

const manifest = JSON.parse(readFileSync(builtFile('../package.json'), 'utf8')) as {
  readonly engines: { readonly node: string };
};
const wanted = manifest.engines.node.replace('>=', '');
const [least, here] = [wanted, process.versions.node].map((text) => text.split('.').map(Number));

if (here[0] < least[0] || (here[0] === least[0] && here[1] < least[1])) {
  throw new Error(
    `nonomill/node needs Node.js ${wanted} or later; this is ${process.versions.node}.`,
  );
}
