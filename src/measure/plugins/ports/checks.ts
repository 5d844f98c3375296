/** The checks of a configuration: what each serves, and how it is made. */
import type { Reading } from '../../../core/fields.ts';
import type { Host } from '../../../core/host.ts';
import { maskSecrets } from '../../../core/redact.ts';
import { defaultRoute, parseNetRoute } from '../../linux/net-route.ts';
import type { fields } from './fields.ts';
import type { PortEntry, WebEntry } from './options.ts';
import { type Outcome, ping } from './ping.ts';

export interface PortCheck {
  /** As served; changed by `run`. */
  readonly item: Reading<typeof fields>;
  /** Makes the check; resolves with what the user should know, null when there is nothing to say. */
  run(): Promise<string | null>;
}

export interface Defaults {
  refresh: number;
  timeout: number;
}

const inSeconds = (ms: number | undefined): number | null => (ms === undefined ? null : ms / 1000);

export function gatewayCheck(host: Host, { refresh, timeout }: Defaults): PortCheck {
  const item: PortCheck['item'] = {
    indice: 'port_0',
    host: gatewayOf(host),
    port: 0,
    description: 'DefaultGateway',
    refresh,
    timeout,
    status: null,
    rtt_warning: null,
  };
  return {
    item,
    async run() {
      const gateway = gatewayOf(host);
      const outcome = gateway === null ? NOT_KNOWN : await ping(host, gateway, timeout);
      Object.assign(item, { host: gateway, status: outcome.status });
      return outcome.problem;
    },
  };
}

const NOT_KNOWN: Outcome = {
  status: null,
  problem: 'the default gateway is not pinged: /proc/net/route has no default route',
};

function gatewayOf(host: Host): string | null {
  try {
    return defaultRoute(parseNetRoute(host.read('/proc/net/route')))?.gateway ?? null;
  } catch {
    return null;
  }
}

/** Null when the entry names no host. */
export function portCheck(host: Host, { name, values }: PortEntry, defaults: Defaults): PortCheck | null {
  const { host: address, port, rtt_warning } = values;
  if (address === undefined) return null;
  const { refresh = defaults.refresh, timeout = defaults.timeout } = values;
  const place = port === 0 ? address : `${address}:${port}`;
  const item: PortCheck['item'] = {
    indice: `port_${name}`,
    host: address,
    port,
    description: maskSecrets(values.description ?? place),
    refresh,
    timeout,
    status: null,
    rtt_warning: inSeconds(rtt_warning),
  };
  return {
    item,
    async run() {
      const outcome = await (port === 0
        ? ping(host, address, timeout)
        : connect(host, address, port, timeout));
      item.status = outcome.status;
      return outcome.problem;
    },
  };
}

/** Failures that say nothing but that the port is down. */
const PLAIN_FAILURES = new Set<unknown>(['ECONNREFUSED', 'ETIMEDOUT']);

async function connect(host: Host, address: string, port: number, seconds: number): Promise<Outcome> {
  try {
    const answer = await host.connectTcp(address, port, { timeoutMs: seconds * 1000, maxBytes: 0 });
    return { status: answer.seconds, problem: null };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { status: false, problem: PLAIN_FAILURES.has(code) ? null : message };
  }
}

/** Null when the entry has no URL. */
export function webCheck(host: Host, { name, values }: WebEntry, defaults: Defaults): PortCheck | null {
  const { url, rtt_warning, ssl_verify } = values;
  if (url === undefined) return null;
  const { refresh = defaults.refresh, timeout = defaults.timeout } = values;
  const proxies = { http: values.http_proxy ?? null, https: values.https_proxy ?? null };
  const hidden = (text: string | null) => text && maskSecrets(text);
  const item: PortCheck['item'] = {
    indice: `web_${name}`,
    url: maskSecrets(url),
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
  return {
    item,
    async run() {
      try {
        const { status, seconds } = await host.checkWeb(url, {
          timeoutMs: timeout * 1000,
          verifyTls: ssl_verify,
          proxies,
        });
        Object.assign(item, { status, elapsed: seconds });
        return null;
      } catch (error) {
        Object.assign(item, { status: 'Error', elapsed: 0 });
        return (error as Error).message;
      }
    },
  };
}
