/**
 * The door to the machine. Everything Gander knows about a host comes through this interface, so that a
 * recorded tree of files, a container's view of its host (`--rootfs`) and the machine itself look alike.
 *
 * Paths are those of the host being watched (`/proc/stat`, `/etc/passwd`); the implementation maps them below
 * its root. Errors are Node's system errors (`code` is `ENOENT`, `EACCES`, `ESRCH`, …).
 */
export interface Host {
  /** True when the watched host is this machine seen from its own root, not a mounted or recorded tree. */
  readonly isLocal: boolean;
  /** Hardware name as of `uname -m` (`x86_64`, `aarch64`). */
  readonly machine: string;
  /** Bytes in a memory page; `/proc/<pid>/statm` counts in pages. */
  readonly pageSize: number;
  readonly clock: Clock;

  /**
   * The bytes of a file, read in one go into a buffer that the next `read` overwrites: parse at once, keep nothing.
   * Throws a system error; `EFBIG` when the file is larger than 16 MiB.
   */
  read(path: string): Uint8Array;
  /**
   * The content of a small text file without its trailing line end, or null when it cannot be read. Throws where this process
   * lacks descriptors or memory: that says nothing of the file.
   */
  readLine(path: string): string | null;
  /** Opens a file whose content is read again and again (`/proc/<pid>/stat`). The caller closes it. */
  open(path: string): OpenFile;
  /** Names in a directory, unsorted. */
  list(path: string): string[];
  /** The same for directories with thousands of entries: read part by part while the caller walks along. */
  names(path: string): Iterable<string>;
  /** The target of a symbolic link, as the link states it. */
  readLink(path: string): string;
  /**
   * Capacity of the file system mounted at `path`. Rejects when it does not answer within `timeoutMs`; a mount
   * that still hangs from an earlier call is refused at once, so that dead mounts never pile up.
   */
  statfs(path: string, timeoutMs: number): Promise<FileSystemCapacity>;
  /**
   * What is in a folder, and in all folders below it, mounted ones too. Links to folders are not followed, links to files
   * count as what they lead to. Takes as long as it takes, with one call at a time; a mount that hangs is given up and
   * refused until it answers again. Never rejects.
   */
  folderSize(path: string): Promise<FolderSize>;
  /** Addresses of the interfaces that are up, in kernel order. */
  addresses(): InterfaceAddress[];
  /** Runs a program by its argument list, without a shell. Never rejects: the outcome says what happened. */
  run(argv: readonly string[], limits: RunLimits): Promise<RunOutcome>;
  /**
   * What NVIDIA's management library (NVML) says of the cards of this machine. Never rejects: the answer says what is
   * wrong. A driver that hangs is not asked again until it has answered, and holds up nobody.
   */
  nvml(timeoutMs: number): Promise<NvmlAnswer>;
  /**
   * Which of the texts a regular expression matches. Throws when that takes longer than `timeoutMs`, for which time nothing
   * else runs: keep it short.
   */
  search(pattern: RegExp, texts: readonly string[], timeoutMs: number): boolean[];
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
  /** A variable of this process's environment; undefined when it is not set or empty. */
  variable(name: string): string | undefined;
  /** A service that speaks HTTP on a socket, such as a container engine. Nothing is connected before it is asked. */
  service(address: ServiceAddress): HttpService;
}

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
    /** Whether the server's certificate is checked. */
    readonly verify: boolean;
  };
}

/** Requests to one service. Connections are kept open, at most a handful at a time, and keep no process alive. */
export interface HttpService {
  /**
   * Looks, without connecting, whether the socket is there; `denied` when a folder above it may not be entered. A remote
   * service counts as present.
   */
  state(): 'present' | 'absent' | 'denied';
  /** The JSON document at a path. Rejects with `ServiceError` on anything but a 2xx answer within the limits. */
  getJson(path: string, limits: AnswerLimits): Promise<unknown>;
  /** Follows an endless answer line by line; the result ends it, after which none of the handlers is called. */
  follow(path: string, handlers: LineHandlers): () => void;
}

export interface AnswerLimits {
  /** From the question to the last byte. */
  timeoutMs: number;
  maxBytes: number;
}

export interface LineHandlers {
  /** The headers of the answer must be there after this time. */
  timeoutMs: number;
  maxLineBytes: number;
  /** Called once when the answer has begun. */
  onOpen(): void;
  onLine(line: string): void;
  /** Called once when the answer ended or never began; nothing follows. */
  onEnd(error: Error): void;
}

/** Time, injected so that tests step it. */
export interface Clock {
  /** Wall clock: milliseconds since the epoch, with a fraction. */
  now(): number;
  /** Monotonic milliseconds; only differences mean anything. */
  monotonic(): number;
  /** Calls back once after `ms`; the result cancels it. Never keeps the process alive by itself. */
  setTimer(callback: () => void, ms: number): () => void;
}

/** A file kept open; every read starts at its beginning. */
export interface OpenFile {
  /** Content now, in the same shared buffer as {@link Host.read}. Throws `ESRCH` when the process has gone. */
  read(): Uint8Array;
  close(): void;
}

/** The fields of statvfs(3) that matter here, in units of `blockSize` bytes. */
export interface FileSystemCapacity {
  blockSize: number;
  blocks: number;
  blocksFree: number;
  blocksAvailable: number;
}

export interface FolderSize {
  /** Sum of the sizes of all files, as they state them; null when the file system does not answer. */
  bytes: number | null;
  /** The kernel's number of the last error met (2: does not exist, 13: no permission); 0 when all could be read. */
  errno: number;
}

export interface InterfaceAddress {
  interfaceName: string;
  family: 4 | 6;
  address: string;
  netmask: string;
}

export interface RunLimits {
  timeoutMs: number;
  /** Output beyond this many bytes ends the program. */
  maxBytes: number;
}

export interface RunOutcome {
  /** Exit code, or null when the program could not be started, was killed or timed out. */
  code: number | null;
  stdout: string;
  stderr: string;
  /** Why there is no exit code, in words. */
  failure: string | null;
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

export type NvmlAnswer =
  | { state: 'ok'; cards: NvmlCard[] }
  /**
   * `absent`: the library is not installed; `unusable`: it cannot be loaded into this process, though other programs
   * may use it; `refused`: the driver has answered with an error; `late`: it has not answered in time.
   */
  | { state: 'absent' | 'unusable' | 'refused' | 'late'; reason: string };

/** One card; null where the library does not tell, which depends on card and driver. */
export interface NvmlCard {
  name: string | null;
  /** Bytes. */
  memoryUsed: number | null;
  memoryTotal: number | null;
  /** Percent of the last sample period in which the card worked. */
  utilization: number | null;
  /** Degrees Celsius. */
  temperature: number | null;
  /** Percent of the fan's full speed. */
  fanSpeed: number | null;
  /** Why nothing can be said of this card, in words; null as a rule. */
  problem: string | null;
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
