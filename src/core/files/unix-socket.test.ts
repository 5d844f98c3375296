import { existsSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { LONGEST_SOCKET_PATH, listenAtPath } from './unix-socket.ts';

function server(): Server {
  const made = createServer((socket) => void socket.on('error', () => {}).end('here'));
  onTestFinished(() => void made.close());
  return made;
}

async function received(path: string): Promise<string> {
  const [bytes] = (await once(connect(path), 'data')) as [Buffer];
  return bytes.toString();
}

it('has mode and group before others connect, and is removed with its server', async () => {
  const path = `${temporaryTree()}/a.sock`;
  const group = process.getgid?.() ?? 0;
  const made = server();
  const umask = process.umask(0o022);
  try {
    await listenAtPath(made, { path, mode: 0o660, group });
    expect(process.umask(0o022)).toBe(0o022);
  } finally {
    process.umask(umask);
  }
  expect([statSync(path).mode & 0o777, statSync(path).gid]).toEqual([0o660, group]);
  expect(await received(path)).toBe('here');
  await new Promise((resolve) => made.close(resolve));
  expect(existsSync(path)).toBe(false);
});

it('replaces a socket that a killed process has left', async () => {
  const folder = temporaryTree();
  const path = `${folder}/a.sock`;
  const killed = server();
  await listenAtPath(killed, { path: `${folder}/b.sock`, mode: 0o600 });
  renameSync(`${folder}/b.sock`, path);
  await new Promise((resolve) => killed.close(resolve));
  await listenAtPath(server(), { path, mode: 0o600 });
  expect(await received(path)).toBe('here');
});

it('leaves files, and sockets in use', async () => {
  const folder = temporaryTree();
  const path = `${folder}/a.sock`;
  await listenAtPath(server(), { path, mode: 0o600 });
  await expect(listenAtPath(server(), { path, mode: 0o600 })).rejects.toThrow(
    'another program listens there',
  );
  expect(await received(path)).toBe('here');
  writeFileSync(`${folder}/file`, 'kept');
  await expect(listenAtPath(server(), { path: `${folder}/file`, mode: 0o600 })).rejects.toThrow('no socket');
  expect(existsSync(`${folder}/file`)).toBe(true);
});

it('names what is wrong with a path', async () => {
  const long = `/tmp/${'x'.repeat(LONGEST_SOCKET_PATH)}`;
  await expect(listenAtPath(server(), { path: long, mode: 0o600 })).rejects.toThrow('at most 107 bytes');
  const nowhere = `${temporaryTree()}/absent/a.sock`;
  await expect(listenAtPath(server(), { path: nowhere, mode: 0o600 })).rejects.toThrow('ENOENT');
});
