import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { LineHandlers } from '../../core/host.ts';
import { serveRawSocket, serveSocket } from '../../../test/support/socket-server.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { createHttpService } from './http-service.ts';

const limits = { timeoutMs: 5000, maxBytes: 1000 };
const socketPath = (): string => join(temporaryTree(), 's');
const at = (path: string) => createHttpService({ socketPath: path }, (found) => found);

async function answering(listener: RequestListener) {
  const path = socketPath();
  await serveSocket(path, listener);
  return { path, service: at(path) };
}

const json =
  (value: unknown, status = 200): RequestListener =>
  (_, response) => {
    response.statusCode = status;
    response.end(JSON.stringify(value));
  };

describe('getJson', () => {
  it('gives the document of a path', async () => {
    const { service } = await answering((request, response) =>
      response.end(JSON.stringify({ url: request.url, host: request.headers.host })),
    );
    expect(await service.getJson('/a?b=c', limits)).toEqual({ url: '/a?b=c', host: 'localhost' });
  });

  it('says what a refusal says', async () => {
    const { path, service } = await answering(json({ message: 'no such container: x' }, 404));
    await expect(service.getJson('/', limits)).rejects.toMatchObject({
      message: `${path} answered with status 404: no such container: x`,
      status: 404,
    });
  });

  it('is bounded in bytes', async () => {
    const { path, service } = await answering(json('x'.repeat(2000)));
    await expect(service.getJson('/', limits)).rejects.toThrow(`${path} sent more than 1000 bytes`);
  });

  it.each<[string, RequestListener]>([
    ['is silent', () => {}],
    [
      'trickles',
      (_, response) => {
        const timer = setInterval(() => response.write(' '), 5);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ])('is bounded in time where the service %s', async (_, listener) => {
    const { path, service } = await answering(listener);
    const asked = service.getJson('/', { ...limits, timeoutMs: 60 });
    await expect(asked).rejects.toThrow(`${path} did not answer within 0.06 seconds`);
  });

  it('says what else came in place of JSON', async () => {
    const { path, service } = await answering((_, response) => response.end('<html>'));
    await expect(service.getJson('/', limits)).rejects.toThrow(`${path} did not answer with JSON`);
  });

  it('asks again where a connection that was kept open has ended', async () => {
    const path = socketPath();
    const first = await serveSocket(path, json(1));
    const service = at(path);
    expect(await service.getJson('/', limits)).toBe(1);
    await first.stop();
    await serveSocket(path, json(2));
    expect(await service.getJson('/', limits)).toBe(2);
  });

  it('survives bytes that are not HTTP', async () => {
    const path = socketPath();
    await serveRawSocket(path, (socket) => socket.end('\0\xff garbage\r\n\r\n'));
    await expect(at(path).getJson('/', limits)).rejects.toThrow(`${path} does not speak HTTP`);
  });

  it('survives a connection that ends in the middle', async () => {
    const path = socketPath();
    await serveRawSocket(path, (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{'));
    await expect(at(path).getJson('/', limits)).rejects.toThrow(path);
  });

  it('says that nobody listens, or that there is no socket', async () => {
    const path = socketPath();
    await expect(at(path).getJson('/', limits)).rejects.toMatchObject({
      message: `${path} does not exist`,
      code: 'ENOENT',
    });
  });
});

describe('getHeaders', () => {
  it('gives those of any document', async () => {
    const { service } = await answering((_, response) => response.setHeader('X-Kind', 'a').end('OK'));
    expect(await service.getHeaders('/', limits)).toMatchObject({ 'x-kind': 'a' });
  });

  it('says what a refusal says', async () => {
    const { service } = await answering(json({ message: 'forbidden' }, 403));
    await expect(service.getHeaders('/', limits)).rejects.toMatchObject({
      message: expect.stringContaining('status 403: forbidden') as string,
      status: 403,
    });
  });
});

describe('getStart', () => {
  const { signal } = new AbortController();

  it('gives bytes that are no JSON, as many as the limit allows', async () => {
    const { service } = await answering((_, response) => response.end(Buffer.alloc(2000, 0xff)));
    expect(await service.getStart('/', { ...limits, signal })).toEqual(Buffer.alloc(1000, 0xff));
  });

  it('says what a refusal says', async () => {
    const { service } = await answering(json({ message: 'the driver does not support reading' }, 501));
    await expect(service.getStart('/', { ...limits, signal })).rejects.toMatchObject({
      message: expect.stringContaining('status 501: the driver does not support reading') as string,
      status: 501,
    });
  });

  it('ends with its signal', async () => {
    const { service } = await answering(() => {});
    const controller = new AbortController();
    const asked = service.getStart('/', { ...limits, signal: controller.signal });
    controller.abort();
    await expect(asked).rejects.toThrow('was ended');
  });
});

describe('follow', () => {
  const following = (service: ReturnType<typeof at>, overrides: Partial<LineHandlers> = {}) => {
    const lines: string[] = [];
    const onEnd = vi.fn();
    const onOpen = vi.fn();
    const stop = service.follow('/', {
      timeoutMs: 5000,
      maxLineBytes: 100,
      onOpen,
      onLine: (line) => void lines.push(line),
      onEnd,
      ...overrides,
    });
    return { lines, onEnd, onOpen, stop };
  };

  it('gives lines as they come, however they are cut, and says when it ends', async () => {
    const { path, service } = await answering((_, response) => {
      response.write('{"a":1}\n{"b"');
      setTimeout(() => response.write(':2}\n\n'), 5);
      setTimeout(() => response.end('rest'), 10);
    });
    const { lines, onEnd, onOpen } = following(service);
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
    expect(onOpen).toHaveBeenCalledOnce();
    expect(lines).toEqual(['{"a":1}', '{"b":2}']);
    expect(onEnd.mock.calls[0]?.[0]).toMatchObject({ message: `${path} ended the connection` });
  });

  it('ends at a line that is too long', async () => {
    const { path, service } = await answering((_, response) => void response.write('x'.repeat(101)));
    const { onEnd } = following(service);
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
    expect(onEnd.mock.calls[0]?.[0]).toMatchObject({ message: `${path} sent a line of more than 100 bytes` });
  });

  it('says what a refusal says', async () => {
    const { service } = await answering(json({ message: 'forbidden' }, 403));
    const { onEnd, onOpen } = following(service);
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
    expect(onEnd.mock.calls[0]?.[0]).toMatchObject({ status: 403 });
    expect(onOpen).not.toHaveBeenCalled();
  });

  it('waits for the beginning of an answer only so long', async () => {
    const { service } = await answering(() => {});
    const { onEnd } = following(service, { timeoutMs: 30 });
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
  });

  it('calls nothing once it was stopped', async () => {
    const { service } = await answering((_, response) => {
      response.write('{}\n');
      response.on('close', () => closed());
    });
    const closed = vi.fn();
    const { lines, onEnd, stop } = following(service);
    await vi.waitFor(() => expect(lines).toHaveLength(1));
    stop();
    await vi.waitFor(() => expect(closed).toHaveBeenCalled());
    expect(onEnd).not.toHaveBeenCalled();
  });
});

describe('state', () => {
  it('follows the socket, below the root', async () => {
    const root = temporaryTree();
    const service = createHttpService({ socketPath: '/s' }, (path) => root + path);
    expect(service.state()).toBe('absent');
    const { stop } = await serveSocket(join(root, 's'), () => {});
    expect(service.state()).toBe('present');
    await stop();
    expect(service.state()).toBe('absent');
  });
});
