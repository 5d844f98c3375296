/** The configured checks: their items and probes. */
import type { Reading } from '../../../core/fields.ts';
import type { Host, RecordType } from '../../../core/host.ts';
import type { Pattern } from '../../../core/pattern.ts';
import { maskSecrets, publicUrl } from '../../../core/redact.ts';
import { defaultRoute, parseNetRoute } from '../../linux/net-route.ts';
import { type CheckKind, GATEWAY_CHECK, NO_PINGS } from '../../../core/check-result.ts';
import type { BoundedSearch } from '../shared/bounded-search.ts';
import { faultOf, isFine, MOST_BODY, quotedText } from './expectations.ts';
import type { fields } from './fields.ts';
import type { PortEntry, WebEntry } from './options.ts';
import type { CheckOutcome } from './outcome.ts';
import { ping } from './ping.ts';
import { orNull } from '../../../core/or-null.ts';

export interface PortCheck {
  /** Item as served; changed by `run`. */
  readonly item: Reading<typeof fields>;
  readonly kind: CheckKind;
  /** Returns the checked target, without secrets. */
  target(): string;
  /** Name or address that is connected to; null: not known, for instance behind a proxy. */
  host(): string | null;
  /** Makes the check. */
  run(): Promise<CheckOutcome>;
}

export interface Defaults {
  refresh: number;
  timeout: number;
}

const inSeconds = (ms: number | undefined): number | null => (ms === undefined ? null : ms / 1000);

export function gatewayCheck(host: Host, { refresh, timeout }: Defaults): PortCheck {
  const item: PortCheck['item'] = {
    indice: GATEWAY_CHECK,
    host: gatewayOf(host),
    port: 0,
    description: 'DefaultGateway',
    refresh,
    timeout,
    status: null,
    rtt_warning: null,
  };
  /** Gateway that answered last. */
  let answering: string | null = null;
  return {
    item,
    kind: 'ping',
    target: () => item.host ?? '',
    host: () => item.host ?? null,
    async run() {
      const gateway = gatewayOf(host);
      const pinged = gateway === null ? NOT_KNOWN : await ping(host, gateway, timeout, 1);
      if (pinged.up === true) answering = gateway;
      const outcome = pinged.up === false && gateway !== answering ? silent(gateway) : pinged;
      Object.assign(item, { host: gateway, status: outcome.status });
      return outcome;
    },
  };
}

function silent(gateway: string | null): CheckOutcome {
  const reason = `the default gateway ${gateway} ${NO_PINGS}`;
  return { up: null, status: null, reason, notice: `${reason}: it is not judged until it does` };
}

const NO_ROUTE = 'the default gateway is not pinged: /proc/net/route has no default route';
const NOT_KNOWN: CheckOutcome = { up: null, status: null, reason: NO_ROUTE, notice: NO_ROUTE };

function gatewayOf(host: Host): string | null {
  return orNull(() => defaultRoute(parseNetRoute(host.read('/proc/net/route'))))?.gateway ?? null;
}

const DNS_PORT = 53;

/** Null: the entry names no host. */
export function portCheck(
  host: Host,
  search: BoundedSearch,
  { name, values }: PortEntry,
  defaults: Defaults,
): PortCheck | null {
  const { host: address, rtt_warning, banner, dns, dns_type, dns_value = null, pings } = values;
  if (address === undefined) return null;
  const port = dns !== undefined && values.port === 0 ? DNS_PORT : values.port;
  const { refresh = defaults.refresh, timeout = defaults.timeout } = values;
  const place = port === 0 ? address : `${address}:${port}`;
  const type = dns_type.toUpperCase() as RecordType;
  const [kind, target]: [CheckKind, string] =
    dns !== undefined
      ? ['dns', `${dns} ${type} at ${place}`]
      : port === 0
        ? ['ping', address]
        : ['tcp', place];
  const item: PortCheck['item'] = {
    indice: `port_${name}`,
    host: address,
    port,
    description: maskSecrets(values.description ?? (kind === 'dns' ? target : place)),
    refresh,
    timeout,
    status: null,
    rtt_warning: inSeconds(rtt_warning),
  };
  const timeoutMs = timeout * 1000;
  const make = (): Promise<CheckOutcome> => {
    if (dns !== undefined)
      return askName(host, { name: dns, type, server: address, port, timeoutMs }, dns_value);
    if (port === 0) return ping(host, address, timeout, pings);
    return connect(host, search, { address, port, timeoutMs, banner });
  };
  return {
    item,
    kind,
    target: () => target,
    host: () => address,
    async run() {
      const outcome = await make();
      item.status = outcome.status;
      return outcome;
    },
  };
}

const answered = (seconds: number): CheckOutcome => ({
  up: true,
  status: seconds,
  response: seconds,
  reason: null,
});
const failed = (reason: string, notice: string | null = reason): CheckOutcome => ({
  up: false,
  status: false,
  reason,
  notice,
});

async function askName(
  host: Host,
  question: Parameters<Host['resolveRecords']>[0],
  expected: string | null,
): Promise<CheckOutcome> {
  const { name, type } = question;
  try {
    const { seconds, records } = await host.resolveRecords(question);
    if (records.length === 0) return failed(`${name} has no ${type} record`);
    if (expected === null || records.some((record) => isSameRecord(record, expected)))
      return answered(seconds);
    return failed(
      `${name} ${type} is ${records.slice(0, 3).map(quotedText).join(', ')} (expected "${expected}")`,
    );
  } catch (error) {
    return failed((error as Error).message);
  }
}

/** Names have no case, and may end with a dot. */
const isSameRecord = (record: string, expected: string): boolean =>
  record === expected || record.toLowerCase() === expected.toLowerCase().replace(/\.$/, '');

/** Failures that only mean that the port is down. */
const PLAIN_FAILURES = new Set<unknown>(['ECONNREFUSED', 'ETIMEDOUT']);
const MOST_BANNER = 4096;

interface Connection {
  address: string;
  port: number;
  timeoutMs: number;
  banner: Pattern | undefined;
}

async function connect(
  host: Host,
  search: BoundedSearch,
  { address, port, timeoutMs, banner }: Connection,
): Promise<CheckOutcome> {
  let slow: string | null = null;
  let isMatched = banner === undefined;
  const isEnough = (bytes: Uint8Array): boolean => {
    if (banner === undefined) return true;
    try {
      isMatched = search(banner, [Buffer.from(bytes).toString('utf8')])[0] === true;
    } catch (error) {
      slow = (error as Error).message;
    }
    return isMatched || slow !== null;
  };
  try {
    const maxBytes = banner === undefined ? 0 : MOST_BANNER;
    const { seconds, bytes } = await host.connectTcp(address, port, {
      timeoutMs,
      maxBytes,
      ...(banner !== undefined && { isEnough }),
    });
    if (slow !== null) return { up: null, status: null, reason: slow, notice: slow };
    if (isMatched) return answered(seconds);
    const sent = bytes.length === 0 ? 'nothing' : quotedText(Buffer.from(bytes).toString('utf8'));
    return failed(`${address}:${port} sends ${sent}, which does not match ${banner?.source}`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return failed(message, PLAIN_FAILURES.has(code) ? null : message);
  }
}

/** Null: the entry has no URL. */
export function webCheck(host: Host, { name, values }: WebEntry, defaults: Defaults): PortCheck | null {
  const { url, rtt_warning, ssl_verify, headers, status: statuses = null, keyword = null } = values;
  if (url === undefined) return null;
  const { refresh = defaults.refresh, timeout = defaults.timeout } = values;
  const proxies = { http: values.http_proxy ?? null, https: values.https_proxy ?? null };
  const hidden = (text: string | null) => text && publicUrl(new URL(text));
  const json = values.json === undefined ? null : { ...values.json, value: values.json_value ?? null };
  const wantsBody = keyword !== null || json !== null;
  const isExpected = wantsBody || statuses !== null;
  const item: PortCheck['item'] = {
    indice: `web_${name}`,
    url: publicUrl(new URL(url)),
    description: maskSecrets(values.description ?? new URL(url).host),
    refresh,
    timeout,
    status: null,
    elapsed: 0,
    rtt_warning: inSeconds(rtt_warning),
    ssl_verify,
    proxies:
      proxies.http === null && proxies.https === null
        ? null
        : { http: hidden(proxies.http), https: hidden(proxies.https) },
  };
  const shown = item.url ?? '';
  const check = {
    timeoutMs: timeout * 1000,
    verifyTls: ssl_verify,
    proxies,
    method: (values.method ?? (wantsBody ? 'get' : 'head')).toUpperCase(),
    ...(headers && { headers: Object.fromEntries(headers) }),
    maxBytes: wantsBody ? MOST_BODY : 0,
    followsRedirects: statuses?.hasRedirects !== true,
  };
  const serve = (status: number | string, elapsed: number, isUp: boolean): void =>
    void Object.assign(item, { status, elapsed, ...(isExpected && { expected: isUp }) });
  return {
    item,
    kind: 'web',
    target: () => shown,
    host: () => (item.proxies === null ? new URL(url).hostname.replace(/^\[|\]$/g, '') : null),
    async run() {
      try {
        const { seconds, expires, ...answer } = await host.checkWeb(url, check);
        const fault = await faultOf(answer, { status: statuses, keyword, json });
        serve(answer.status, seconds, fault === null);
        const reason = fault === null ? null : `${shown} ${fault}`;
        const notice = isFine(answer.status) ? reason : null;
        return { up: fault === null, status: answer.status, response: seconds, expires, reason, notice };
      } catch (error) {
        serve('Error', 0, false);
        const reason = (error as Error).message;
        return { up: false, status: 'Error', reason, notice: reason };
      }
    },
  };
}
