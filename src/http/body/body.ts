/** Bytes ready to send, with their gzip form once requested. */
import { createGzip, gzipSync } from 'node:zlib';
import { PooledBuffer } from './pooled-buffer.ts';

/** Shorter bodies are sent uncompressed. */
const GZIP_FROM_BYTES = 1000;
/** The fastest level: less than half the default's time on a process list, for 7 % more bytes. */
const GZIP_LEVEL = 1;

/** Up to here it takes less than a millisecond and half the time of the thread pool, where it would also wait behind others. */
const AT_ONCE_BYTES = 2 ** 17;

async function compress(parts: readonly Buffer[]): Promise<Buffer> {
  const bytes = parts.reduce((sum, { length }) => sum + length, 0);
  return bytes <= AT_ONCE_BYTES ? gzipSync(joined(parts), { level: GZIP_LEVEL }) : compressApart(parts);
}

/** In the thread pool, part by part: joining megabytes first would copy them. */
function compressApart(parts: readonly Buffer[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const packed: Buffer[] = [];
    const gzip = createGzip({ level: GZIP_LEVEL })
      .on('data', (chunk: Buffer) => packed.push(chunk))
      .on('end', () => resolve(joined(packed)))
      .on('error', reject);
    for (const part of parts.slice(0, -1)) gzip.write(part);
    // Together with the last part, the end needs no separate turn in the thread pool.
    gzip.end(parts.at(-1));
  });
}

export type Headers = Readonly<Record<string, string>>;

/** A part of a body. */
export type Part = Buffer | PooledBuffer;

export class Body {
  readonly length: number;
  /** Headers of the uncompressed form. */
  readonly headers: Headers;
  /** Strong validators of the two forms; null when the bytes have no version. */
  readonly tags: Tags | null;
  /** In order; more than one if joining them would copy megabytes. */
  readonly parts: readonly Part[];
  readonly #type: string;
  readonly #cache: string;
  #packed: Promise<Buffer> | null = null;

  /**
   * @param content whole or in parts
   * @param version never reused for other bytes; null: sent only once
   * @param type media type
   * @param cache caching policy
   */
  constructor(
    content: Part | readonly Part[],
    version: string | null,
    type = 'application/json',
    cache: 'no-cache' | 'no-store' = 'no-cache',
  ) {
    this.parts = content instanceof PooledBuffer || Buffer.isBuffer(content) ? [content] : content;
    this.length = this.parts.reduce((sum, { length }) => sum + length, 0);
    this.#type = type;
    this.#cache = cache;
    this.tags = version === null ? null : tagsOf(version);
    this.headers = this.#headersWith(this.tags?.[0]);
  }

  /** All bytes, valid forever. */
  get bytes(): Buffer {
    return joined(this.parts.map((part) => (part instanceof PooledBuffer ? part.keep() : part)));
  }

  /** True if some are pooled, so {@link take} and {@link release} save memory. */
  get isLent(): boolean {
    return this.parts.some((part) => part instanceof PooledBuffer);
  }

  /** Returns the parts, valid until {@link release}. */
  take(): Buffer[] {
    return this.parts.map((part) => (part instanceof PooledBuffer ? part.take() : part));
  }

  release(): void {
    for (const part of this.parts) if (part instanceof PooledBuffer) part.release();
  }

  get isWorthPacking(): boolean {
    return this.length >= GZIP_FROM_BYTES;
  }

  /** Compressed once; long ones in the thread pool. */
  packed(): Promise<Buffer> {
    this.#packed ??= compress(this.take()).finally(() => this.release());
    return this.#packed;
  }

  get packedHeaders(): Headers {
    return { ...this.#headersWith(this.tags?.[1]), 'content-encoding': 'gzip' };
  }

  #headersWith(etag: string | undefined): Headers {
    return {
      'content-type': this.#type,
      'cache-control': this.#cache,
      ...(etag !== undefined && { etag }),
      ...(this.isWorthPacking && { vary: 'Accept-Encoding' }),
    };
  }
}

const joined = (parts: readonly Buffer[]): Buffer =>
  parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);

/** Validators of the plain bytes and of their gzip form, which are different representations. */
export type Tags = readonly [plain: string, gzip: string];

export const tagsOf = (version: string): Tags => [`"${version}"`, `"${version}.gzip"`];
