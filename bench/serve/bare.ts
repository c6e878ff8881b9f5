/** What HTTP takes at the least: a server of Node's own in its own process, which reads a body and answers at once. */
import { once } from 'node:events';
import { execa } from 'execa';
import { HttpClient } from './http-client.ts';

const SERVER = `
const { createServer } = require('node:http');
const answer = process.argv[1];
const server = createServer((incoming, outgoing) => {
  incoming.on('data', () => {});
  incoming.on('end', () => {
    outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length }).end(answer);
  });
});
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

/** @param reward that each call is said to have come to */
export const withBareServer = async (
  reward: number,
  body: (client: HttpClient) => Promise<void>,
): Promise<void> => {
  const answer = JSON.stringify({ status: 'ok', reward, stdout: ' '.repeat(240) }); // as long as ours
  const child = execa(process.execPath, ['-e', SERVER, answer], { reject: false, buffer: false });
  const [port] = await once(child.stdout, 'data');
  const client = new HttpClient(`http://127.0.0.1:${Number(port)}`);
  try {
    await body(client);
  } finally {
    await client.close();
    child.kill();
    await child;
  }
};
