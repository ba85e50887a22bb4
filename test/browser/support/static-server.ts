import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { readAssets } from '../../../src/web/app.js';

const FOLDER = fileURLToPath(new URL('../../../../dist/try/', import.meta.url));

/** A server of files and nothing else, below a path of its own as on many hosts. */
export async function serveFiles(): Promise<Server> {
  const assets = readAssets(FOLDER);
  const server = createServer((request, response) => {
    const path = new URL(request.url!, 'http://x').pathname.replace(/^\/puzzles/, '');
    const asset = assets.get(path === '/' ? '/index.html' : path);
    response.writeHead(asset === undefined ? 404 : 200, { 'content-type': asset?.type ?? '' });
    response.end(asset?.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
