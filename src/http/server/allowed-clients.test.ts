import { expect, it } from 'vitest';
import { allowClients } from './allowed-clients.ts';
import { MOST_NAMED } from './warn-once.ts';

function setUp(...clients: string[]) {
  const lines: string[] = [];
  return { lines, mayConnect: allowClients({ clients, warn: (text) => void lines.push(text) }) };
}

it('lets everybody in without a list', () => {
  const { mayConnect, lines } = setUp();
  expect(['192.0.2.1', '::1', ''].map(mayConnect)).toEqual([true, true, true]);
  expect(lines).toEqual([]);
});

it('lets in what the list names only: this machine is no exception', () => {
  const { mayConnect } = setUp('172.30.32.2', '10.0.0.0/8');
  expect(['172.30.32.2', '::ffff:172.30.32.2', '::ffff:10.9.8.7'].map(mayConnect)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['172.30.32.3', '127.0.0.1', '::1', ''].map(mayConnect)).toEqual([false, false, false, false]);
});

it('logs an address once, and no more than a hundred', () => {
  const { mayConnect, lines } = setUp('127.0.0.1');
  for (const address of ['192.0.2.1', '192.0.2.1', '::ffff:192.0.2.1', '']) mayConnect(address);
  expect(lines).toEqual([
    'Connections from 192.0.2.1 are refused: add it to [outputs] allowed_clients to allow them.',
  ]);
  for (let count = 0; count < 1000; count += 1) mayConnect(`2001:db8::${count}`);
  expect(lines.length).toBe(MOST_NAMED + 1);
  expect(lines.at(-1)).toBe('Refused connections from further addresses are not logged.');
});
