/**
 * Queries a database by the Prometheus API (https://prometheus.io/docs/prometheus/latest/querying/api/), also served by
 * VictoriaMetrics, Mimir and Thanos. Bounded in concurrency, bytes and time; equal queries are cached briefly.
 */
import type { Json } from '../../core/served.ts';
import { below } from '../../net/agents/ask.ts';
import { parseJson } from '../../net/agents/ask-json.ts';
import { Connections, serverOf } from '../../net/transport/exchange.ts';
import { type HttpReply, request } from '../../net/transport/transport.ts';
import { RequestError } from '../../net/transport/request-error.ts';
import { sharesOf, FairLimiter } from '../../core/fair-limiter.ts';
import { singleLine } from '../../net/deliver/plain-text.ts';
import { compactRow, type QueryRow, refusalReason, rowsOf, labelSets, textsOf } from './rows.ts';
import type { Labels } from './stored-field.ts';

interface DatabaseSetup {
  /** Base URL of `/api/v1`, without credentials. */
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** Trusted certificates (PEM); null: the system's. */
  ca: string | null;
  /** False accepts any certificate. */
  verify: boolean;
  /** Monotonic milliseconds. */
  now(): number;
}

/** Seconds since the epoch. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const ANSWER_MS = 10_000;
const MOST_BYTES = 16 * 2 ** 20;
/** Most concurrent queries, and most queued ones. */
const MOST_RUNNING = 4;
const MOST_WAITING = 200;
/** Longer queries are sent in the body, since proxies limit URLs. */
const LONGEST_QUERY = 2000;
/** Most cached answers, and their bytes. */
const MOST_KEPT = 500;
const MOST_KEPT_BYTES = 16 * 2 ** 20;

interface CachedAnswer {
  readonly until: number;
  readonly answer: Promise<Json>;
  bytes: number;
}

export class Database {
  readonly #setup: DatabaseSetup;
  readonly #connections: Connections;
  readonly #kept = new Map<string, CachedAnswer>();
  readonly #line = new FairLimiter({
    hasRoom: sharesOf(MOST_RUNNING, MOST_RUNNING),
    mostWaiting: MOST_WAITING,
    refusal: () => new RequestError('late', `too many questions wait for ${this.name}`),
  });
  #keptBytes = 0;

  constructor(setup: DatabaseSetup) {
    this.#setup = setup;
    const { ca, verify } = setup;
    this.#connections = new Connections({
      connections: MOST_RUNNING,
      tls: () => ({ rejectUnauthorized: verify, ...(ca !== null && { ca }) }),
    });
  }

  /** `host:port`, for messages. */
  get name(): string {
    return serverOf(this.#setup.url);
  }

  close(): void {
    this.#connections.close();
  }

  /** Values at a moment. Throws `RequestError`. @param keepMs lifetime of the cached answer */
  async instant(query: string, time: number, keepMs = 0): Promise<QueryRow[]> {
    return rowsOf(
      await this.#ask(
        'query',
        [
          ['query', query],
          ['time', String(time)],
        ],
        keepMs,
      ),
    );
  }

  /** Values at regular times from `from` to `to`, inclusive. Throws `RequestError`. */
  async range(query: string, { from, to }: Span, step: number, keepMs = 0): Promise<QueryRow[]> {
    const grid: [string, string][] = [
      ['start', String(from)],
      ['end', String(to)],
      ['step', String(step)],
    ];
    return rowsOf(await this.#ask('query_range', [['query', query], ...grid], keepMs));
  }

  /** Label sets of all series matched by the selectors. Throws `RequestError`. */
  async series(selectors: readonly string[], span: Span, keepMs = 0): Promise<Labels[]> {
    const matches = selectors.map((selector): [string, string] => ['match[]', selector]);
    return labelSets(await this.#ask('series', [...matches, ...spanOf(span)], keepMs));
  }

  /** Values of a label among the series of a selector. Throws `RequestError`. */
  async labelValues(label: string, selector: string, span: Span): Promise<string[]> {
    return textsOf(await this.#ask(`label/${label}/values`, [['match[]', selector], ...spanOf(span)], 0));
  }

  async #ask(path: string, parameters: readonly [string, string][], keepMs: number): Promise<Json> {
    const form = new URLSearchParams(parameters as [string, string][]).toString();
    const key = `${path}?${form}`;
    const known = this.#kept.get(key);
    if (known !== undefined && known.until > this.#setup.now()) return known.answer;
    const answer = this.#line.run({ group: '', signal: null }, () => this.#send(path, form, key));
    if (keepMs > 0) this.#keep(key, { until: this.#setup.now() + keepMs, answer, bytes: 0 });
    return answer;
  }

  #keep(key: string, kept: CachedAnswer): void {
    this.#forget(key);
    this.#kept.set(key, kept);
    kept.answer.catch(() => this.#kept.get(key) === kept && this.#forget(key));
    this.#makeRoom();
  }

  #forget(key: string): void {
    this.#keptBytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }

  #makeRoom(): void {
    for (const key of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT && this.#keptBytes <= MOST_KEPT_BYTES) return;
      this.#forget(key);
    }
  }

  async #send(path: string, form: string, key: string): Promise<Json> {
    const { url: base, headers } = this.#setup;
    const isLong = form.length > LONGEST_QUERY;
    const reply = await request({
      url: below({ base }, `/api/v1/${path}${isLong ? '' : `?${form}`}`),
      method: isLong ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        ...headers,
        ...(isLong && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(isLong && { body: form }),
      timeoutMs: ANSWER_MS,
      maxBytes: MOST_BYTES,
      connections: this.#connections,
    });
    this.#refuse(reply);
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      kept.bytes = reply.body.length;
      this.#keptBytes += kept.bytes;
      this.#makeRoom();
    }
    return parseJson(reply.body, { base }, compactRow);
  }

  /** Throws unless it is a valid answer. */
  #refuse({ status, headers, body }: HttpReply): void {
    if (status === 200) return;
    if (status === 401 || status === 403)
      throw new RequestError(
        'password',
        `${this.name} refuses the hub (status ${status}): see user, password, token and headers in [history]`,
      );
    if (status >= 300 && status < 400)
      throw new RequestError('redirect', `${this.name} redirects to another address, which is not followed`);
    const again = headers['retry-after'] === undefined ? '' : ': it asked the hub to wait';
    const reason = refusalReason(body);
    const words = reason === null ? again : `: ${singleLine(reason, 300)}`;
    throw new RequestError('status', `${this.name} answers with status ${status}${words}`);
  }
}

const spanOf = ({ from, to }: Span): [string, string][] => [
  ['start', String(from)],
  ['end', String(to)],
];
