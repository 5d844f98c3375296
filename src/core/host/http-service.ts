/** Services that speak HTTP on a socket, such as container engines. */

import type { Json } from '../served.ts';

/** Where a service listens. */
export type ServiceAddress = SocketAddress | RemoteAddress;

export interface SocketAddress {
  /** Path of a Unix socket. */
  readonly socketPath: string;
  /** True when the path is this process's own instead of the watched host's, where the two differ (`--rootfs`). */
  readonly own?: boolean;
}

export interface RemoteAddress {
  readonly hostname: string;
  readonly port: number;
  readonly tls?: {
    /** Folder of this process's own file system with `ca.pem`, `cert.pem` and `key.pem`; null: none of them. */
    readonly folder: string | null;
    /** True if the server's certificate is checked. */
    readonly verify: boolean;
  };
}

/** Requests to one service. Connections are kept open, at most a handful at a time, and keep no process alive. */
export interface HttpService {
  /**
   * Checks without connecting whether the socket exists; `denied`: a parent folder may not be entered. A remote service counts as
   * present.
   */
  state(): 'present' | 'absent' | 'denied';
  /** Requests the JSON document at a path. Rejects with `ServiceError` on anything but a 2xx reply within the limits. */
  getJson(path: string, limits: AnswerLimits): Promise<Json>;
  /** Requests a path and returns the headers, names in lower case; the body may be anything. Rejects as `getJson` does. */
  getHeaders(path: string, limits: AnswerLimits): Promise<Readonly<Record<string, string | undefined>>>;
  /** Returns the start of any document, up to the limit. Rejects as `getJson` does. */
  getStart(path: string, limits: AnswerLimits & { signal: AbortSignal }): Promise<Buffer>;
  /** Follows an endless answer line by line; the result ends it, after which none of the handlers is called. */
  follow(path: string, handlers: LineHandlers): () => void;
}

interface AnswerLimits {
  /** From the question to the last byte. */
  timeoutMs: number;
  maxBytes: number;
}

export interface LineHandlers {
  /** Time limit for the headers of the reply. */
  timeoutMs: number;
  maxLineBytes: number;
  /** Called once when the answer has begun. */
  onOpen(): void;
  onLine(line: string): void;
  /** Called once when the answer ended or never began; nothing follows. */
  onEnd(error: Error): void;
}
