/** Bytes ready to be sent, with their gzip form once somebody asked for it. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** Shorter bodies are sent as they are. */
const GZIP_FROM_BYTES = 1000;
/** The fastest level: on a process list less than half the usual one's time for 7 % more bytes. */
const GZIP_LEVEL = 1;

const compress = promisify(gzip);

export type Headers = Readonly<Record<string, string>>;

export class Body {
  readonly bytes: Buffer;
  /** Headers that go with the bytes as they are. */
  readonly headers: Headers;
  /** Strong validators of the two forms; null when the bytes have no version. */
  readonly tags: Tags | null;
  readonly #type: string;
  #packed: Promise<Buffer> | null = null;

  /**
   * @param version a name that never comes back with other bytes; null for what is sent only once
   * @param type media type
   */
  constructor(bytes: Buffer, version: string | null, type = 'application/json') {
    this.bytes = bytes;
    this.#type = type;
    this.tags = version === null ? null : tagsOf(version);
    this.headers = this.#headersWith(this.tags?.[0]);
  }

  get isWorthPacking(): boolean {
    return this.bytes.length >= GZIP_FROM_BYTES;
  }

  /** Compressed in the thread pool, once. */
  packed(): Promise<Buffer> {
    this.#packed ??= compress(this.bytes, { level: GZIP_LEVEL });
    return this.#packed;
  }

  get packedHeaders(): Headers {
    return { ...this.#headersWith(this.tags?.[1]), 'content-encoding': 'gzip' };
  }

  #headersWith(etag: string | undefined): Headers {
    return {
      'content-type': this.#type,
      'cache-control': 'no-cache',
      ...(etag !== undefined && { etag }),
      ...(this.isWorthPacking && { vary: 'Accept-Encoding' }),
    };
  }
}

export type Tags = readonly [plain: string, gzip: string];

/** Validators of the bytes as they are and of their gzip form, which are different representations. */
export const tagsOf = (version: string): Tags => [`"${version}"`, `"${version}.gzip"`];
