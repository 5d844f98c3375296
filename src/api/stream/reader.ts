/**
 * One stream, without a queue: it sends the latest snapshots after its position whenever the connection is writable, so slow clients
 * get fewer and newer ones.
 */
import type { MaybePromise } from '../../core/plugin.ts';
import { whenMade } from '../../core/when-made.ts';
import { PROCESS_LIST } from '../json-cache/process-differences.ts';
import { PooledBuffer } from '../../http/body/pooled-buffer.ts';
import { eventFrame, type Frame, HEARTBEAT } from './frames.ts';
import type { Companion, CompanionEvent } from './companions.ts';
import type { DifferenceFrame, Feed, Latest } from './feed.ts';
import type { StreamSink } from './sink.ts';
import type { VerdictEvents } from './verdict-events.ts';

export interface ReaderSetup {
  sink: StreamSink;
  feed: Feed;
  /** Plugins that it follows. */
  plugins: ReadonlySet<string>;
  /** Sequence number of the client's process list, if sent as differences without companions; null: sent like other plugins. */
  processes: number | null;
  /** Extras for each of them. */
  companions: ReadonlySet<Companion>;
  /** List of alerts; null: the client has not requested it. */
  verdicts: VerdictEvents | null;
  /** Number of the last snapshot the client has. */
  position: number;
  /** Receives internal errors. */
  onFault(error: unknown): void;
}

export interface Reader {
  /** Sends new events while the connection accepts them. */
  pump(): void;
  /** Sends a keep-alive. */
  beat(): void;
  /** Ends the stream with a last event that contains the reason. */
  end(detail: string): void;
}

export function createReader(setup: ReaderSetup): Reader {
  const { sink, feed, plugins, companions, verdicts } = setup;
  const sent = new Map<string, number>();
  let { position, processes } = setup;
  let isWaiting = false;

  const isReady = (): boolean => !isWaiting && sink.isReady();

  /** Companions are sent first: a snapshot's number implies that the client has them. */
  const send = ({ serial }: Latest, beside: readonly CompanionEvent[], frame: Frame): void => {
    for (const event of beside) {
      if (sent.get(event.name) === event.serial) continue;
      sent.set(event.name, event.serial);
      sink.write(event.frame);
    }
    for (const part of frame)
      if (part instanceof PooledBuffer) sink.write(part.take(), () => part.release());
      else sink.write(part);
    position = serial;
  };

  const sendLater = async (latest: Latest, beside: readonly CompanionEvent[], frame: Promise<Frame>) => {
    isWaiting = true;
    try {
      const made = await frame;
      if (sink.isOpen()) sink.together(() => send(latest, beside, made));
    } catch (error) {
      skip(latest, error);
    }
    isWaiting = false;
    pump();
  };

  const skip = ({ serial }: Latest, error: unknown): void => {
    position = serial;
    setup.onFault(error);
  };

  /** Sent lists count as received: if the connection ends, so does this reader. */
  const take = ({ frame, sequence }: DifferenceFrame): Frame => {
    processes = sequence;
    return frame;
  };
  const differenceOf = (latest: Latest, since: number): MaybePromise<Frame> =>
    whenMade(feed.differenceOf(latest, since), take);

  const sendOne = (latest: Latest): void => {
    try {
      const since = latest.plugin === PROCESS_LIST ? processes : null;
      const beside =
        since === null ? [...companions].flatMap((name) => feed.companionOf(latest, name) ?? []) : [];
      const frame = since === null ? feed.frameOf(latest) : differenceOf(latest, since);
      if (frame instanceof Promise)
        void sendLater({ plugin: latest.plugin, serial: latest.serial }, beside, frame);
      else send(latest, beside, frame);
    } catch (error) {
      skip(latest, error);
    }
  };

  let verdict: Uint8Array | null = null;
  /** Its values have already been sent. */
  const sendVerdict = (): void => {
    if (verdicts === null || !isReady()) return;
    const frame = verdicts.latest();
    if (frame !== verdict) sink.write((verdict = frame));
  };

  const pump = (): void => {
    if (!isReady()) return;
    sink.together(() => {
      for (const latest of feed.latest()) {
        if (!isReady()) break;
        if (latest.serial > position && plugins.has(latest.plugin)) sendOne(latest);
      }
      sendVerdict();
    });
  };
  sink.onReady(pump);

  return {
    pump,
    beat: () => void (isReady() && sink.together(() => sink.write(HEARTBEAT))),
    end(detail) {
      if (sink.isOpen()) sink.end(eventFrame('end', { detail }));
    },
  };
}
