/** Interfaces of the watched host, and what it can reach. */
import type { HttpService, ServiceAddress } from './http-service.ts';

export interface Network {
  /** Addresses of the interfaces that are up, in kernel order; later where there are so many that it takes long. */
  addresses(): InterfaceAddress[] | Promise<InterfaceAddress[]>;
  /** Fetches a JSON document over http(s). Rejects on anything but a 2xx answer within the limits. */
  fetchJson(url: string, request: JsonRequest): Promise<unknown>;
  /** Fetches a text over http(s), without following redirects. Rejects on anything but a 2xx answer within the limits. */
  fetchText(url: string, request: TextRequest): Promise<string>;
  /** Asks a web server for the head of a document; redirects are followed. Rejects when there is no answer in time. */
  checkWeb(url: string, check: WebCheck): Promise<WebAnswer>;
  /**
   * Connects to a TCP port and reads what the server sends until it closes the connection; with `maxBytes` 0 it only
   * connects. Rejects when that does not work within the limits; the message says why, `code` is the system's.
   */
  connectTcp(host: string, port: number, limits: TcpLimits): Promise<TcpAnswer>;
  /** A service that speaks HTTP on a socket, such as a container engine. Nothing is connected before it is asked. */
  service(address: ServiceAddress): HttpService;
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
  /** Whether a certificate that is not trusted is a failure. */
  verifyTls: boolean;
  /** URLs of proxies for addresses that begin with http and with https; null: none. */
  proxies: { readonly http: string | null; readonly https: string | null };
}

export interface WebAnswer {
  /** Of the last answer, after redirects. */
  status: number;
  /** From the first question to the head of the last answer. */
  seconds: number;
}
