// Makes the workbench as a static site (dist/try) installable, and lets it work offline: adds its
// manifest, its icons and a service worker that keeps all of its files.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { PNG } from 'pngjs';

/** The letter n as the picture of a 5x5 puzzle, as in icon.svg. */
const MARK = ['#.##.', '##..#', '#...#', '#...#', '#...#'];
const INK = [0x3a, 0x7b, 0xbf];
const ICON_SIDES = [192, 512];

const MANIFEST = {
  name: 'nonomill workbench',
  short_name: 'nonomill',
  description: 'Draw a picture, and see whether it makes a good nonogram.',
  start_url: './',
  scope: './',
  display: 'standalone',
  background_color: '#f7f6f3',
  theme_color: '#ffffff',
  icons: ICON_SIDES.map((side) => ({
    src: `./icon-${side}.png`,
    sizes: `${side}x${side}`,
    type: 'image/png',
    purpose: 'any maskable',
  })),
};

const LINKS = `  <link rel="manifest" href="./manifest.webmanifest" />
    <link rel="apple-touch-icon" href="./icon-192.png" />
  </head>`;

/** Adds to a built site what makes it installable. */
export function makeInstallable(folder) {
  const page = join(folder, 'index.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace('</head>', LINKS));
  writeFileSync(join(folder, 'manifest.webmanifest'), `${JSON.stringify(MANIFEST, null, 2)}\n`);
  for (const side of ICON_SIDES) writeFileSync(join(folder, `icon-${side}.png`), icon(side));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'sw.js')
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split(sep)
        .join('/'),
    )
    .sort();
  const digest = createHash('sha256');
  for (const file of files) digest.update(file).update(readFileSync(join(folder, file)));
  writeFileSync(join(folder, 'sw.js'), serviceWorker(files, digest.digest('hex').slice(0, 12)));
}

/** The mark in the middle of a white square, with the border that rounded icons need. */
function icon(side) {
  const image = new PNG({ width: side, height: side });
  const cell = Math.floor((side * 0.6) / MARK.length);
  const from = Math.floor((side - cell * MARK.length) / 2);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [row, column] = [Math.floor((y - from) / cell), Math.floor((x - from) / cell)];
      const ink = MARK[row]?.[column] === '#' ? INK : [255, 255, 255];
      image.data.set([...ink, 255], 4 * (y * side + x));
    }
  }
  return PNG.sync.write(image);
}

/**
 * The service worker: it keeps the files of one version. Pages come from the network if it is
 * there, so that a new version is seen at the next visit; the files of the old one stay until no
 * page uses them.
 */
function serviceWorker(files, version) {
  return `const PREFIX = 'nonomill ' + self.registration.scope + ' ';
const CACHE = PREFIX + '${version}';
const FILES = ${JSON.stringify(['./', ...files.filter((file) => file !== 'index.html')])};

self.addEventListener('install', (event) => {
  // From the host itself: what the browser keeps for some minutes may be a page of the old version.
  const fresh = FILES.map((file) => new Request(file, { cache: 'reload' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys().then((names) =>
      Promise.all(
        names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
      ),
    ),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  const kept = () => caches.match(request.mode === 'navigate' ? './' : request, { ignoreSearch: true });
  event.respondWith(
    request.mode === 'navigate'
      ? fetch(request).catch(async () => (await kept()) ?? Response.error())
      : kept().then((found) => found ?? fetch(request)),
  );
});
`;
}
