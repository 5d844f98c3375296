import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { DnsAnswer, DnsQuestion } from '../../core/host.ts';
import { errorCode } from '../../core/files/error-code.ts';

/** Most records of an answer. */
const MOST_RECORDS = 100;

/** Implements {@link Host.resolveRecords} for one name server (c-ares, RFC 1035). */
export async function resolveRecords(question: DnsQuestion, lookup: LookupFunction): Promise<DnsAnswer> {
  const { name, type, server, port, timeoutMs } = question;
  const start = performance.now();
  let resolver: Resolver | null = null;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${server} did not answer within ${timeoutMs / 1000} seconds`)),
      timeoutMs,
    );
  });
  const ask = async (): Promise<DnsAnswer> => {
    const address = isIP(server) > 0 ? server : await addressOf(server, lookup);
    const asked = performance.now();
    resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
    resolver.setServers([isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`]);
    const records = await recordsOf(resolver, name, type).catch((error) => {
      if (NONE.has(errorCode(error) ?? '')) return [];
      throw new Error(problemOf(errorCode(error) ?? '', server, start, timeoutMs), { cause: error });
    });
    return { seconds: (performance.now() - asked) / 1000, records: records.slice(0, MOST_RECORDS) };
  };
  try {
    return await Promise.race([ask(), late]);
  } finally {
    clearTimeout(timer);
    (resolver as Resolver | null)?.cancel();
  }
}

/** The name does not exist, or has no record of this type. */
const NONE = new Set(['ENOTFOUND', 'ENODATA']);

function problemOf(code: string, server: string, start: number, timeoutMs: number): string {
  if (code === 'ETIMEOUT' || (code === 'ECANCELLED' && performance.now() - start >= timeoutMs))
    return `${server} did not answer within ${timeoutMs / 1000} seconds`;
  return FAILURES[code]?.(server) ?? `the query to ${server} failed: ${code}`;
}

const FAILURES: Readonly<Record<string, (server: string) => string>> = {
  ECONNREFUSED: (server) => `no name server listens on ${server}`,
  EREFUSED: (server) => `${server} refuses the query`,
  ESERVFAIL: (server) => `${server} answers with SERVFAIL`,
  EFORMERR: (server) => `${server} does not understand the query`,
  ENOTIMP: (server) => `${server} does not answer queries of this type`,
  EBADRESP: (server) => `${server} sends a damaged answer`,
  EBADNAME: () => 'the name is not a DNS name',
};

const addressOf = (name: string, lookup: LookupFunction): Promise<string> =>
  new Promise((resolve, reject) =>
    lookup(name, {}, (error, address) => {
      if (error === null) resolve(String(address));
      else reject(new Error(`the name of ${name} has no address`, { cause: error }));
    }),
  );

/** Formats records like a zone file. */
async function recordsOf(resolver: Resolver, name: string, type: DnsQuestion['type']): Promise<string[]> {
  const found = await resolver.resolve(name, type);
  return [found].flat().map((record: string | string[] | object) => {
    if (typeof record === 'string') return record;
    // A TXT record is a list of its parts.
    return Array.isArray(record) ? record.join('') : textOf({ ...record }, type);
  });
}

function textOf(record: Readonly<Record<string, string | number>>, type: DnsQuestion['type']): string {
  const members = MEMBERS[type];
  if (members !== undefined) return members.map((member) => String(record[member])).join(' ');
  const { critical, type: _, ...tags } = record;
  const [tag = '', value] = Object.entries(tags)[0] ?? [];
  return `${String(critical)} ${tag} "${String(value)}"`;
}

/** Members of records in the order of a zone file; of CAA, one member is named after its tag. */
const MEMBERS: Readonly<Partial<Record<DnsQuestion['type'], readonly string[]>>> = {
  MX: ['priority', 'exchange'],
  SRV: ['priority', 'weight', 'port', 'name'],
  SOA: ['nsname', 'hostmaster', 'serial', 'refresh', 'retry', 'expire', 'minttl'],
};
