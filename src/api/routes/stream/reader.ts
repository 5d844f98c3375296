/**
 * One stream. It keeps no queue: what it has still to send are the latest snapshots behind its position. They go out
 * whenever the connection takes them, so a slow client gets fewer and newer ones.
 */
import type { ServerResponse } from 'node:http';
import { eventFrame, type Frame, HEARTBEAT } from './frames.ts';
import type { Companion, CompanionEvent } from './companions.ts';
import type { Feed, Latest } from './feed.ts';

export interface ReaderSetup {
  response: ServerResponse;
  feed: Feed;
  /** The plugins it follows. */
  plugins: ReadonlySet<string>;
  /** Extras for each of them. */
  companions: ReadonlySet<Companion>;
  /** Number of the last snapshot the client has. */
  position: number;
  /** Told of errors that are the program's own fault. */
  onFault(error: unknown): void;
}

export interface Reader {
  /** Sends what is new, as far as the connection takes it. */
  pump(): void;
  /** Shows that the stream is alive. */
  beat(): void;
  /** Says why in a last event, and ends. */
  end(detail: string): void;
}

export function createReader(setup: ReaderSetup): Reader {
  const { response, feed, plugins, companions } = setup;
  const sent = new Map<string, number>();
  let { position } = setup;
  let isWaiting = false;

  const isReady = (): boolean => !isWaiting && isOpen(response) && !response.writableNeedDrain;

  /** Companions go first: the number that comes with a snapshot says that the client has them too. */
  const send = ({ serial }: Latest, beside: readonly CompanionEvent[], frame: Frame): void => {
    for (const event of beside) {
      if (sent.get(event.name) === event.serial) continue;
      sent.set(event.name, event.serial);
      response.write(event.frame);
    }
    for (const part of frame) response.write(part);
    position = serial;
  };

  const sendLater = async (latest: Latest, beside: readonly CompanionEvent[], frame: Promise<Frame>) => {
    isWaiting = true;
    try {
      const made = await frame;
      if (isOpen(response)) send(latest, beside, made);
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

  const sendOne = (latest: Latest): void => {
    try {
      const beside = [...companions].flatMap((name) => feed.companionOf(latest, name) ?? []);
      const frame = feed.frameOf(latest);
      if (frame instanceof Promise)
        void sendLater({ plugin: latest.plugin, serial: latest.serial }, beside, frame);
      else send(latest, beside, frame);
    } catch (error) {
      skip(latest, error);
    }
  };

  const pump = (): void => {
    if (!isReady()) return;
    // All of it in one system call.
    const { socket } = response;
    socket?.cork();
    for (const latest of feed.latest()) {
      if (!isReady()) break;
      if (latest.serial > position && plugins.has(latest.plugin)) sendOne(latest);
    }
    socket?.uncork();
  };
  response.on('drain', pump);

  return {
    pump,
    beat: () => void (isReady() && response.write(HEARTBEAT)),
    end(detail) {
      if (!isOpen(response)) return;
      // A client that has not taken the previous frames would not reach the last one.
      if (response.writableNeedDrain) response.destroy();
      else response.end(eventFrame('end', { detail }));
    },
  };
}

const isOpen = (response: ServerResponse): boolean => !response.destroyed && !response.writableEnded;
