/** Statistics streams of engines, for hosts with unreadable control groups: a line every second or two. */
import type { Clock, HttpService } from '../../../core/host.ts';
import type { Json } from '../../../core/served.ts';
import type { Dialect, UsageFrame } from './dialect.ts';
import type { Usage } from './engine.ts';
import type { Spoken } from './engine-version.ts';
import { orNull } from '../../../core/or-null.ts';

export interface StatsFeed {
  /** Returns the latest measurement; null before the first. Starts the stream on demand. */
  read(id: string, cpuLimit: number): Usage | null;
  /** Ends the streams of all containers but these. */
  keep(ids: ReadonlySet<string>): void;
}

/** A stream and its last line, parsed on demand: most lines never are. */
interface Stream {
  stop(): void;
  line: string | null;
  lineAt: number;
  /** When the line of the frame came. */
  frameAt: number;
  frame: UsageFrame;
  /** Monotonic time when an ended stream may restart. */
  retryAt: number;
}

const MOST_STREAMS = 256;
const MOST_BYTES = 4 << 20;
const TIMEOUT_MS = 10_000;
const PAUSE_MS = 10_000;

export function createStatsFeed(service: HttpService, { dialect, prefix }: Spoken, clock: Clock): StatsFeed {
  const streams = new Map<string, Stream>();
  const keyOf = (id: string): string => (dialect.statsPerContainer ? id : '');

  const start = (id: string): Stream => {
    const stream: Stream = {
      stop: () => {},
      line: null,
      lineAt: 0,
      frameAt: 0,
      frame: new Map(),
      retryAt: Number.POSITIVE_INFINITY,
    };
    stream.stop = service.follow(prefix + dialect.statsPath(id), {
      timeoutMs: TIMEOUT_MS,
      maxLineBytes: MOST_BYTES,
      onOpen: () => {},
      onLine(line) {
        stream.line = line;
        stream.lineAt = clock.monotonic();
      },
      onEnd() {
        stream.retryAt = clock.monotonic() + PAUSE_MS;
      },
    });
    return stream;
  };

  const find = (key: string): Stream | null => {
    const known = streams.get(key);
    if (known !== undefined && clock.monotonic() < known.retryAt) return known;
    if (known === undefined && streams.size >= MOST_STREAMS) return null;
    const stream = start(key);
    streams.set(key, stream);
    return stream;
  };

  return {
    read(id, cpuLimit) {
      const stream = find(keyOf(id));
      if (stream === null) return null;
      if (stream.line !== null) {
        const frame = parse(stream.line, dialect.parseFrame);
        if (frame !== null) Object.assign(stream, { frame, frameAt: stream.lineAt });
        stream.line = null;
      }
      const measured = stream.frame.get(id);
      return measured === undefined ? null : { at: stream.frameAt, cpuLimit, ...measured };
    },
    keep(ids) {
      const keys = new Set([...ids].map(keyOf));
      for (const [key, stream] of streams) {
        if (keys.has(key)) continue;
        stream.stop();
        streams.delete(key);
      }
    },
  };
}

function parse(line: string, parseFrame: Dialect['parseFrame']): UsageFrame | null {
  return orNull(() => parseFrame(JSON.parse(line) as Json));
}
