/** CPU time of a page's main thread, from Chromium's own trace: other programs do not count. */
import type { Browser } from 'playwright-core';
import { pause } from './child.ts';

/** Milliseconds of CPU. */
export interface Work {
  /** Scripts, without the layout that they force. */
  scripting: number;
  /** Style, layout, paint, layers. */
  rendering: number;
  /** The longest piece of either, in which nothing else can happen. */
  longest: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds: start, duration, duration in CPU time. */
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

const SCRIPT: ReadonlySet<string> = new Set([
  'TimerFire',
  'FireAnimationFrame',
  'EventDispatch',
  'EvaluateScript',
  'FunctionCall',
  'RunMicrotasks',
  'v8.callFunction',
  'v8.run',
]);
const RENDER: ReadonlySet<string> = new Set(['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize']);

/** Records for so many milliseconds. */
export async function traceWork(browser: Browser, milliseconds: number): Promise<Work> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'v8', '__metadata'] },
  });
  await pause(milliseconds);
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  return workIn(events);
}

/** Adds up what is not within something of the same kind. */
function workIn(events: readonly TraceEvent[]): Work {
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}:${tid}`;
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const spans = events
    .filter((event) => event.ph === 'X' && event.tdur !== undefined && main.has(threadOf(event)))
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const work: Work = { scripting: 0, rendering: 0, longest: 0 };
  let [scriptUntil, renderUntil] = [0, 0];
  for (const { name, ts, dur = 0, tdur = 0 } of spans) {
    if ((SCRIPT.has(name) || RENDER.has(name)) && ts >= Math.max(scriptUntil, renderUntil))
      work.longest = Math.max(work.longest, tdur / 1000);
    if (SCRIPT.has(name) && ts >= scriptUntil) {
      work.scripting += tdur / 1000;
      scriptUntil = ts + dur;
    } else if (RENDER.has(name) && ts >= renderUntil) {
      work.rendering += tdur / 1000;
      if (ts < scriptUntil) work.scripting -= tdur / 1000;
      renderUntil = ts + dur;
    }
  }
  return work;
}
