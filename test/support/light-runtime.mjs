/**
 * Takes the place of wrangler, which takes two seconds of processor time to start, for tests of `serve` that its runtime does
 * not matter to. Imported first (`--import`), it makes the program start this file instead. Started, it serves the site with
 * its handler, without the headers of a host.
 */
import childProcess from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(import.meta.url);

if (process.argv[1] === FILE)
  serve(process.argv[4], Number(process.argv.find((flag) => flag.startsWith('--port=')).slice(7)));
else {
  const { spawn } = childProcess;
  childProcess.spawn = (command, args, options) =>
    spawn(
      command,
      args.map((arg) => (arg.endsWith('wrangler.js') ? FILE : arg)),
      options,
    );
  syncBuiltinESMExports();
}

/** Does not start if there is a file `broken` beside the folder of all sites. */
function serve(site, port) {
  if (existsSync(join(site, '..', '..', '..', 'broken'))) {
    console.error('\u001b[31mbroken\u001b[0m');
    process.exit(1);
  }
  const assets = {
    async fetch({ url }) {
      const { pathname } = new URL(url);
      const names = [pathname, `${pathname}index.html`, `${pathname}.html`].map((name) => join(site, name));
      const file = names.find((name) => existsSync(name) && !name.endsWith('/'));
      return file ? new Response(readFileSync(file)) : new Response('', { status: 404 });
    },
  };
  const server = createServer(async (incoming, outgoing) => {
    try {
      const request = new Request(`http://127.0.0.1:${port}${incoming.url}`, { method: incoming.method });
      const code = readFileSync(join(site, '_worker.js'));
      const handler = await import(`data:text/javascript;base64,${code.toString('base64')}`);
      const isOfApi = incoming.url.startsWith('/v1/');
      const response = isOfApi ? await handler.default.fetch(request, { ASSETS: assets }) : await assets.fetch(request);
      outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
    } catch (error) {
      outgoing.writeHead(500).end(String(error));
    }
  });
  server.listen(port, '127.0.0.1', () => process.send(JSON.stringify({ event: 'DEV_SERVER_READY', port })));
}
