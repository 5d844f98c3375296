/**
 * Answers pipelined requests one at a time: a client that sends many and reads nothing occupies the memory of one reply. Node alone
 * handles them concurrently (RFC 9112 section 9.3.2 allows it).
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum of unanswered requests per connection; real clients send fewer. */
export const MOST_UNANSWERED = 32;
/** Maximum of unread reply bytes over all connections. */
export const MOST_UNSENT = 64 * 2 ** 20;

type Exchange = readonly [request: IncomingMessage, response: ServerResponse];

/** Replies to invalid input on a connection after all its requests. */
export type AnswerLast = (socket: Socket, answer: () => void) => void;

/** For a server that has its handler and no other listener yet. */
export function answerInTurn(server: Server): AnswerLast {
  const handlers = server.listeners('request') as RequestListener[];
  /** Unanswered requests; the first is being answered. */
  const unanswered = new Map<Socket, Exchange[]>();
  const last = new WeakMap<Socket, () => void>();

  const answerFirst = (socket: Socket, exchanges: Exchange[]): void => {
    const [first] = exchanges;
    if (first === undefined || !socket.writable) {
      unanswered.delete(socket);
      if (socket.writable) last.get(socket)?.();
      return;
    }
    const [request, response] = first;
    response.once('close', () => {
      exchanges.shift();
      answerFirst(socket, exchanges);
    });
    for (const handle of handlers) handle.call(server, request, response);
  };

  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    endLargest([...unanswered.keys()]);
    const exchanges = unanswered.get(socket) ?? [];
    unanswered.set(socket, exchanges);
    exchanges.push([request, response]);
    if (exchanges.length === 1) answerFirst(socket, exchanges);
    else if (exchanges.length > MOST_UNANSWERED) socket.destroy();
  });

  return (socket, answer) => {
    // After the first error, the parser reports one for everything that follows.
    if (last.has(socket)) return;
    last.set(socket, answer);
    const exchanges = unanswered.get(socket) ?? [];
    const [request, response] = exchanges.at(-1) ?? [];
    // Its body is invalid: this is its reply.
    if (request?.complete === false && response?.headersSent === false) exchanges.pop();
    if (exchanges.length === 0) answer();
  };
}

/** Closes the connection with the most unread bytes if the total is too high. */
function endLargest(sockets: readonly Socket[]): void {
  const unsent = sockets.reduce((sum, { writableLength }) => sum + writableLength, 0);
  if (unsent <= MOST_UNSENT) return;
  sockets.reduce((one, other) => (other.writableLength > one.writableLength ? other : one)).destroy();
}
