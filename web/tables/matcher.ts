/**
 * The filter's regular expressions run in a worker with a time limit: `/(a+)+$/` over a long command line would block the page for
 * hours, and browsers cannot interrupt it otherwise.
 */
import type { Places, Question } from './filter-places.ts';

/** `late`: superseded by another request of its kind. */
export type Outcome = Places | 'slow' | 'failed' | 'late';

export interface Matcher {
  ask(question: Question): Promise<Outcome>;
  close(): void;
}

/** 0.5 s of the page's clock, which stops while the page is suspended. 10,000 processes take 0.1 s. */
const [TICK_MS, TICKS] = [100, 5];

export function createMatcher(): Matcher {
  let worker: Worker | null = null;
  let before: Promise<unknown> = Promise.resolve();
  const latest = { items: 0, texts: 0 };
  const close = (): void => {
    worker?.terminate();
    worker = null;
  };
  const run = (question: Question): Promise<Outcome> =>
    new Promise((resolve) => {
      const running = (worker ??= new Worker(new URL('./filter-worker.ts', import.meta.url), {
        type: 'module',
      }));
      let timer: ReturnType<typeof setInterval> | undefined;
      const life = new AbortController();
      const end = (outcome: Outcome): void => {
        clearInterval(timer);
        life.abort();
        if (typeof outcome === 'string') close();
        resolve(outcome);
      };
      const begin = (): void => {
        let left = TICKS;
        timer = setInterval(() => {
          left -= 1;
          if (left === 0) end('slow');
        }, TICK_MS);
      };
      const onMessage = ({ data }: MessageEvent<Places | 'begun'>): void =>
        data === 'begun' ? begin() : end(data);
      running.addEventListener('message', onMessage, life);
      running.addEventListener('error', () => end('failed'), life);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
      running.postMessage(question);
    });
  return {
    close,
    async ask(question) {
      const kind = 'texts' in question ? 'texts' : 'items';
      latest[kind] += 1;
      const own = latest[kind];
      const answered = before.then(() => (own === latest[kind] ? run(question) : 'late'));
      before = answered;
      return answered;
    },
  };
}
