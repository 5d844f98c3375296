/** Interfaces of the watched host, and what it can reach. */
import type { HttpService, ServiceAddress } from './http-service.ts';
import type { MessageBus } from './message-bus.ts';
import type { Json } from '../served.ts';

export interface HostNetwork {
  /** Addresses of the interfaces that are up, in kernel order; later where there are so many that it takes long. */
  addresses(): InterfaceAddress[] | Promise<InterfaceAddress[]>;
  /** Returns the first hop to a host name or address; null if unknown. Sends nothing. */
  routeTo(host: string): Promise<FirstHop | null>;
  /** Fetches a JSON document over http(s). Rejects on anything but a 2xx answer within the limits. */
  fetchJson(url: string, request: JsonRequest): Promise<Json>;
  /** Fetches a text over http(s), without following redirects. Rejects on anything but a 2xx answer within the limits. */
  fetchText(url: string, request: TextRequest): Promise<string>;
  /** Sends one request to a web server. Rejects without an answer in time. */
  checkWeb(url: string, check: WebCheck): Promise<WebAnswer>;
  /**
   * Connects to a TCP port and reads until the server closes the connection; with `maxBytes` 0 it only connects. Rejects beyond the
   * limits; the message is the reason, `code` the system's.
   */
  connectTcp(host: string, port: number, limits: TcpLimits): Promise<TcpAnswer>;
  /** Asks a name server for the records of a name. Rejects without an answer in time; a name without records has none. */
  resolveRecords(question: DnsQuestion): Promise<DnsAnswer>;
  /** A service that speaks HTTP on a socket, such as a container engine. Nothing is connected before it is asked. */
  service(address: ServiceAddress): HttpService;
  /** Returns the system bus (D-Bus), at DBUS_SYSTEM_BUS_ADDRESS or /run/dbus/system_bus_socket. */
  systemBus(): MessageBus;
}

export interface FirstHop {
  /** Name of the interface. */
  readonly interface: string;
  /** IPv4 address of the router that takes the packets; absent where the host is on the link, and for IPv6. */
  readonly gateway?: string;
}

export interface InterfaceAddress {
  interfaceName: string;
  family: 4 | 6;
  address: string;
  netmask: string;
}

export interface TcpLimits {
  /** For all of it, the look-up of the name included. */
  timeoutMs: number;
  maxBytes: number;
  /** Ends reading as soon as it returns true. With it, a longer or unfinished answer is cut off, not an error. */
  isEnough?(bytes: Buffer): boolean;
}

export interface TcpAnswer {
  /** Time until the connection stood. */
  seconds: number;
  bytes: Uint8Array;
}

export interface TextRequest {
  timeoutMs: number;
  maxBytes: number;
  username?: string;
  password?: string;
  /** Default: GET. */
  method?: 'GET' | 'PUT';
  /** Names in lower case. */
  headers?: Readonly<Record<string, string>>;
}

export type JsonRequest = TextRequest;

export interface WebCheck {
  /** For all of it, redirects included. */
  timeoutMs: number;
  /** True if an untrusted certificate is a failure. */
  verifyTls: boolean;
  /** URLs of proxies for addresses that begin with http and with https; null: none. */
  proxies: { readonly http: string | null; readonly https: string | null };
  /** Default: HEAD. */
  method?: string;
  /** Names in lower case. Sent to the origin of the URL only, whatever a redirect says. */
  headers?: Readonly<Record<string, string>>;
  /** Bytes of the body that are read; the rest is not waited for. Default: 0. */
  maxBytes?: number;
  /** True if redirects are followed, up to ten. Default: true. */
  followsRedirects?: boolean;
}

export interface WebAnswer {
  /** Of the last answer, after redirects. */
  status: number;
  /** From the first question to the last byte that was read. */
  seconds: number;
  /** Begin of the body. */
  body: Buffer;
  /** Milliseconds since the epoch at which the first certificate on the way expires; null without TLS. */
  expires: number | null;
}

/** Types of DNS records. */
export type RecordType = 'A' | 'AAAA' | 'CAA' | 'CNAME' | 'MX' | 'NS' | 'PTR' | 'SOA' | 'SRV' | 'TXT';

export interface DnsQuestion {
  name: string;
  type: RecordType;
  /** Name or address of the name server. */
  server: string;
  port: number;
  /** For all of it, the look-up of the server's own name included. */
  timeoutMs: number;
}

export interface DnsAnswer {
  seconds: number;
  /** Records as zone files write them, without the trailing dot of names: `10 mail.example.org`. */
  records: string[];
}
