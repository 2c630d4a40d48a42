// A port for a server of our own: with a fixed one a test might talk to somebody else's.
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that nobody listens on. @returns {Promise<number>} */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}
