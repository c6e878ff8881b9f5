/** A client of OpenEnv's WebSocket, as small as can be; and connections that keep to no protocol. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { WebSocket } from 'ws';

// biome-ignore lint/suspicious/noExplicitAny: what comes back is looked at, not worked with
export type Message = { type: string; data: any };

export class Client {
  readonly socket: WebSocket;
  readonly #came: Message[] = [];
  #tell = (): void => {};
  /** Resolves with the code, once the connection has ended. */
  readonly closed: Promise<number>;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (bytes) => {
      this.#came.push(JSON.parse(String(bytes)));
      this.#tell();
    });
    // Whatever goes wrong ends it.
    socket.on('error', () => {});
    this.closed = new Promise((resolve) => socket.once('close', (code) => resolve(code)));
    this.socket.once('close', () => this.#tell());
  }

  /** @param base as OpenEnv's clients take it: `http://host:port`, or with a path */
  static async open(base: string, headers: Record<string, string> = {}): Promise<Client> {
    const client = new Client(new WebSocket(`${base.replace(/^http/, 'ws')}/ws`, { headers }));
    await once(client.socket, 'open');
    return client;
  }

  /** The status of the answer to a handshake that is refused, and its body. */
  static async refused(base: string, headers: Record<string, string> = {}) {
    const socket = new WebSocket(`${base.replace(/^http/, 'ws')}/ws`, { headers });
    const [request, response] = await once(socket, 'unexpected-response');
    let text = '';
    for await (const part of response) text += part;
    request.destroy();
    return { status: response.statusCode as number, json: JSON.parse(text) };
  }

  /** Sends a message, or text as it is. */
  send(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** The next message. @throws when the connection ends before it */
  async next(): Promise<Message> {
    while (this.#came.length === 0) {
      if (this.socket.readyState === WebSocket.CLOSED) throw new Error('the connection has ended');
      await new Promise<void>((resolve) => {
        this.#tell = resolve;
      });
    }
    return this.#came.shift() as Message;
  }

  ask(message: unknown): Promise<Message> {
    this.send(message);
    return this.next();
  }

  /** @param data JSON text when its form matters */
  reset(data: Record<string, unknown> | string = {}): Promise<Message> {
    return this.ask(`{"type":"reset","data":${typeof data === 'string' ? data : JSON.stringify(data)}}`);
  }

  step(action: string): Promise<Message> {
    return this.ask({ type: 'step', data: { action } });
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.closed;
  }
}

/** A connection that has become a WebSocket, without anybody who keeps to its rules. */
export const rawSocket = async (base: string): Promise<Socket> => {
  const { hostname, port, pathname } = new URL(base);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  const head = [
    `GET ${pathname.replace(/\/$/, '')}/ws HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const [answer] = await once(socket, 'data');
  if (!String(answer).startsWith('HTTP/1.1 101')) throw new Error(String(answer));
  return socket;
};

/** A frame of text as clients must send it: masked, here with zeros. */
export const frame = (text: Buffer, { fin = true, opcode = 1, masked = true } = {}): Buffer => {
  const head = Buffer.alloc(10);
  head[0] = (fin ? 0x80 : 0) | opcode;
  head[1] = (masked ? 0x80 : 0) | 127;
  head.writeBigUInt64BE(BigInt(text.length), 2);
  return Buffer.concat([head, Buffer.alloc(masked ? 4 : 0), text]);
};
