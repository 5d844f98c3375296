/** CPU time of a page's main thread, from Chromium's own trace: other programs do not count. */
import type { Browser } from 'playwright-core';
import { pause } from './child.ts';

/** Milliseconds of CPU. */
export interface Work {
  /** All that is no rendering: scripts, wherever they run, garbage collection, what comes from the network. */
  scripting: number;
  /** Style, layout, paint, layers. */
  rendering: number;
  /** The longest piece of work, in which nothing else can happen. */
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

const RENDER: ReadonlySet<string> = new Set(['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize']);

/** Records for so many milliseconds. */
export async function traceWork(browser: Browser, milliseconds: number): Promise<Work> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', '__metadata'] },
  });
  await pause(milliseconds);
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  return workIn(events);
}

/** One turn of the event loop. Scripts that go on after an answer have no event of their own in it. */
const isTask = ({ name }: TraceEvent): boolean => name.endsWith('RunTask');

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
  const tasks = outermost(spans.filter(isTask));
  const rendering = sum(outermost(spans.filter(({ name }) => RENDER.has(name))));
  return { scripting: sum(tasks) - rendering, rendering, longest: Math.max(0, ...tasks.map(cpuOf)) };
}

/** In milliseconds. */
const cpuOf = ({ tdur = 0 }: TraceEvent): number => tdur / 1000;
const sum = (spans: readonly TraceEvent[]): number => spans.reduce((all, span) => all + cpuOf(span), 0);

/** Those that are not within another. @param spans in the order in which they begin */
function outermost(spans: readonly TraceEvent[]): TraceEvent[] {
  let until = Number.NEGATIVE_INFINITY;
  return spans.filter(({ ts, dur = 0 }) => {
    if (ts < until) return false;
    until = ts + dur;
    return true;
  });
}
