import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode } from 'dns-packet';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DnsQuestion } from '../../core/host.ts';
import { createLookup } from './lookup.ts';
import { resolveRecords } from './resolve-records.ts';

interface Answer {
  name: string;
  type: string;
  data: unknown;
}

/** A name server that gives these answers, or none with null. @param code of the answer, RFC 1035, 4.1.1 */
async function nameServer(answers: readonly Answer[] | null, code = 0) {
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    if (answers === null) return;
    const { id, questions } = decode(message) as { id: number; questions: unknown };
    socket.send(
      encode({ type: 'response', id, flags: 0x8180 | code, questions, answers: [...answers] }),
      from.port,
      from.address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return socket.address().port;
}

const usual = { name: 'example.org', type: 'A', server: '127.0.0.1', timeoutMs: 5000 } as const;
const ask = (question: Partial<DnsQuestion> & { port: number }) =>
  resolveRecords({ ...usual, ...question }, createLookup());
const name = 'example.org';

describe('resolveRecords', () => {
  it.each<[DnsQuestion['type'], Answer, string]>([
    ['A', { name, type: 'A', data: '192.0.2.1' }, '192.0.2.1'],
    ['AAAA', { name, type: 'AAAA', data: '2001:db8::1' }, '2001:db8::1'],
    ['CNAME', { name, type: 'CNAME', data: 'a.example' }, 'a.example'],
    ['NS', { name, type: 'NS', data: 'ns.example' }, 'ns.example'],
    ['MX', { name, type: 'MX', data: { preference: 10, exchange: 'mail.example' } }, '10 mail.example'],
    ['TXT', { name, type: 'TXT', data: ['v=spf1', ' -all'] }, 'v=spf1 -all'],
    [
      'SRV',
      { name, type: 'SRV', data: { priority: 1, weight: 2, port: 443, target: 'a.example' } },
      '1 2 443 a.example',
    ],
    [
      'CAA',
      { name, type: 'CAA', data: { flags: 0, tag: 'issue', value: 'ca.example' } },
      '0 issue "ca.example"',
    ],
    [
      'SOA',
      {
        name,
        type: 'SOA',
        data: { mname: 'ns.a', rname: 'root.a', serial: 1, refresh: 2, retry: 3, expire: 4, minimum: 5 },
      },
      'ns.a root.a 1 2 3 4 5',
    ],
  ])('reads records of type %s', async (type, answer, record) => {
    const { seconds, records } = await ask({ type, port: await nameServer([answer]) });
    expect(records).toEqual([record]);
    expect(seconds).toBeGreaterThan(0);
  });

  it('tells a name without records from a failure', async () => {
    expect((await ask({ port: await nameServer([]) })).records).toEqual([]);
    expect((await ask({ port: await nameServer([], 3) })).records).toEqual([]);
    await expect(ask({ port: await nameServer([], 2) })).rejects.toThrow('127.0.0.1 answers with SERVFAIL');
    await expect(ask({ port: await nameServer([], 5) })).rejects.toThrow('127.0.0.1 refuses the query');
  });

  it('takes names of servers', async () => {
    const port = await nameServer([{ name, type: 'A', data: '192.0.2.1' }]);
    const lookup = (_: string, __: object, done: (error: null, address: string, family: number) => void) =>
      done(null, '127.0.0.1', 4);
    expect(await resolveRecords({ ...usual, server: 'ns.example', port }, lookup as never)).toMatchObject({
      records: ['192.0.2.1'],
    });
    await expect(ask({ server: 'name.invalid', port })).rejects.toThrow(
      'the name of name.invalid has no address',
    );
  });

  it('times out on a silent server', async () => {
    const port = await nameServer(null);
    await expect(ask({ port, timeoutMs: 200 })).rejects.toThrow(
      '127.0.0.1 did not answer within 0.2 seconds',
    );
  });
});
