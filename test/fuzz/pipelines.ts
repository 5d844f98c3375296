/** Pipelined requests on one connection: complete ones, then perhaps a broken or unfinished one, and more. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { basic, PASSWORD, USER } from '../support/guarded-api.ts';
import { exchange } from '../support/raw-http.ts';
import { mutateBytes, type Random } from './random.ts';

interface Exchange {
  readonly request: string;
  /** The bytes of its reply; HEAD has no body. */
  readonly isHead: boolean;
}

export interface Pipelines {
  /** Sends a pipeline; throws unless replies match the requests in order and end. */
  send(random: Random): Promise<void>;
}

const HEAD = `Host: localhost\r\nAuthorization: ${basic(USER, PASSWORD)}\r\n`;
const get = (path: string, method = 'GET'): Exchange => ({
  request: `${method} ${path} HTTP/1.1\r\n${HEAD}\r\n`,
  isHead: method === 'HEAD',
});
const post = (path: string, body: string, more = ''): Exchange => ({
  request: `POST ${path} HTTP/1.1\r\n${HEAD}${more}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  isHead: false,
});

/** Replies are distinct, and each is always the same. */
const WHOLE: readonly Exchange[] = [
  get('/api/4/cpu'),
  get('/api/4/cpu/total'),
  get('/api/4/cpu/total/unit'),
  get('/api/4/pluginslist'),
  get('/api/4/all/limits'),
  get('/api/4/percpu'),
  get('/api/4/nosuch'),
  get('/api/4/cpu', 'HEAD'),
  get('/api/4/cpu', 'PUT'),
  get('/api/4/%zz'),
  get('//'),
  post('/api/4/token', '{"username":"a"}'),
  post('/api/4/token', '{"username":', 'Expect: 100-continue\r\n'),
  post('/api/4/events/clear/nosuch', ''),
];

/** Invalid requests: nothing after them gets a reply. */
const BROKEN: readonly string[] = [
  '\x00\x01\x02\r\n\r\n',
  `GET / HTTP/1.1\r\n\r\n`,
  `GET /a b HTTP/1.1\r\n${HEAD}\r\n`,
  `GET / HTTP/9.9\r\n${HEAD}\r\n`,
  `POST / HTTP/1.1\r\n${HEAD}Content-Length: x\r\n\r\n`,
  `POST / HTTP/1.1\r\n${HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
  `POST / HTTP/1.1\r\n${HEAD}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  `POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
  `GET / HTTP/1.1\r\n${HEAD}X: ${'x'.repeat(20_000)}\r\n\r\n`,
  `GET / HTTP/1.1\r\n${HEAD}X\r\n\r\n`,
];

/** An unfinished request. */
const UNFINISHED: readonly string[] = [
  'G',
  'GET /api/4/cpu HTTP/1.1\r\nHost: loc',
  `POST /api/4/token HTTP/1.1\r\n${HEAD}Content-Length: 100\r\n\r\n{`,
  `POST /api/4/token HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\nab`,
];

/** Fewer than the limit of pending requests of a connection. */
const MOST = 12;
const END_MS = 20_000;

/** @param port of a server whose replies do not change */
export async function createPipelines(port: number): Promise<Pipelines> {
  const alone = new Map<Exchange, string>();
  for (const one of WHOLE) {
    const [head, ...rest] = one.request.split('\r\nHost:');
    const last = `${head}\r\nConnection: close\r\nHost:${rest.join('\r\nHost:')}`;
    alone.set(one, stable((await exchange(port, last)).replace('HTTP/1.1 100 Continue\r\n\r\n', '')));
  }
  const some = (random: Random): Exchange[] =>
    Array.from({ length: random.below(MOST) }, () => random.one(WHOLE));
  return {
    async send(random) {
      const first = some(random);
      const end = endOf(random);
      const behind = some(random);
      const whole = first.map(({ request }) => request).join('');
      const text = whole + end.text + (end.isLast ? '' : behind.map(({ request }) => request).join(''));
      const answered = [...first, ...(end.text === '' ? behind : [])];
      const expected = answered.map((one) => alone.get(one));
      const replies = repliesIn(await converse(port, text, random), answered, end.most);
      const found = replies.map(stable);
      const wrong = expected.findIndex((reply, index) => reply !== found[index]);
      if (wrong !== -1)
        throw new Error(
          `reply ${wrong + 1} of ${expected.length} is ${JSON.stringify(found[wrong]?.slice(0, 200))} in place of ${JSON.stringify(expected[wrong]?.slice(0, 200))}, for ${JSON.stringify(text.slice(0, 2000))}`,
        );
      const more = replies.length - expected.length;
      if (more > (end.most ?? 0))
        throw new Error(`${more} replies too many, for ${JSON.stringify(text.slice(0, 2000))}`);
    },
  };
}

interface End {
  readonly text: string;
  /** Nothing is sent after it. */
  readonly isLast: boolean;
  /** Replies to it and to what follows; null: unknown. */
  readonly most: number | null;
}

function endOf(random: Random): End {
  switch (random.below(4)) {
    case 0:
      return { text: '', isLast: false, most: 0 };
    case 1:
      return { text: random.one(BROKEN), isLast: random.below(2) === 0, most: 1 };
    case 2:
      // The client disconnects in the middle.
      return { text: random.one(UNFINISHED), isLast: true, most: 1 };
    default: {
      const samples = WHOLE.map(({ request }) => Buffer.from(request));
      const text = mutateBytes(random.one(samples), random, samples).toString('latin1');
      return { text, isLast: random.below(2) === 0, most: null };
    }
  }
}

/** Sends a text in pieces and disconnects; returns all bytes until the server disconnects. */
async function converse(port: number, text: string, random: Random): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
  const chunks: Buffer[] = [];
  socket.on('data', (bytes) => chunks.push(bytes));
  // The server disconnects while bytes are in transit to it.
  socket.on('error', () => {});
  await once(socket, 'connect');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (let at = 0; at < text.length && socket.writable;) {
    const piece = text.slice(at, at + 1 + random.below(random.below(3) === 0 ? 5 : 4000));
    socket.write(piece, 'latin1');
    at += piece.length;
    if (random.below(4) === 0) await new Promise(setImmediate);
  }
  socket.end();
  const timer = setTimeout(() => socket.destroy(new Error('too late')), END_MS);
  await closed;
  clearTimeout(timer);
  if (socket.errored?.message === 'too late')
    throw new Error(`no end of ${JSON.stringify(text.slice(0, 2000))}`);
  return Buffer.concat(chunks).toString('latin1');
}

/** Replies to these requests, and to what follows; null: to these alone. Interim ones are no replies. */
function repliesIn(text: string, asked: readonly Exchange[], more: number | null): string[] {
  const replies: string[] = [];
  let at = 0;
  while (at < text.length && (more !== null || replies.length < asked.length)) {
    const end = text.indexOf('\r\n\r\n', at) + 4;
    const head = text.slice(at, end);
    const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(head) ?? [];
    if (end === 3 || status === undefined)
      throw new Error(`no reply at ${at}: ${JSON.stringify(text.slice(Math.max(0, at - 400), at + 200))}`);
    const isInterim = status.startsWith('1');
    const hasBody =
      !isInterim && status !== '204' && status !== '304' && asked[replies.length]?.isHead !== true;
    // Node's own reply to a request without a host is empty, in chunks.
    const body = /^transfer-encoding: chunked/im.test(head)
      ? 5
      : Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    const next = end + (hasBody ? body : 0);
    if (!isInterim) replies.push(text.slice(at, next));
    at = next;
  }
  return replies;
}

/** Without parts that differ between two replies to the same request. */
const stable = (reply: string): string => reply.replaceAll(/^(date|connection|keep-alive): .*\r\n/gim, '');
