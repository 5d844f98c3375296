/** CPU time of a page's main thread, from Chromium's own trace: other programs do not count. */
import type { Browser } from 'playwright-core';
import { pause } from './child.ts';

/** Milliseconds of CPU. */
export interface Work {
  /** Scripts and their network events, without garbage collection and rendering within them. */
  scripting: number;
  /** Garbage collection, wherever it runs. */
  collecting: number;
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
/** Pending promises are settled after the task that they were resolved in, and belong to no task. */
const CHECKPOINT = 'BlinkScheduler_PerformMicrotaskCheckpoint';
/**
 * Where scripts run, and where replies are read. A whole task is more: its scheduling, the browser's own timers
 * (links, memory), the life cycle of a frame; and less: without {@link CHECKPOINT}, in which every second update is drawn.
 */
const SCRIPT: ReadonlySet<string> = new Set([
  CHECKPOINT,
  'v8.callFunction',
  'FunctionCall',
  'EvaluateScript',
  'TimerFire',
  'SimpleWatcher::OnHandleReady',
]);

/** Records for this many milliseconds. */
export async function traceWork(browser: Browser, milliseconds: number): Promise<Work> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', 'v8', '__metadata'] },
  });
  await pause(milliseconds);
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  return workIn(events);
}

const isTask = ({ name }: TraceEvent): boolean => name.endsWith('RunTask');
const isCollection = ({ name }: TraceEvent): boolean =>
  name.startsWith('V8.GC') || name === 'MinorGC' || name === 'MajorGC';
const isRendering = ({ name }: TraceEvent): boolean => RENDER.has(name);

/** Sums durations of outermost records. */
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
  const scripts = outermost(spans.filter(({ name }) => SCRIPT.has(name)));
  const others = outermost(spans.filter((span) => isCollection(span) || isRendering(span)));
  return {
    scripting: sum(scripts) - sum(within(others, scripts)),
    collecting: sum(outermost(spans.filter(isCollection))),
    rendering: sum(outermost(spans.filter(isRendering))),
    longest: longestTurn(outermost(spans.filter((span) => isTask(span) || span.name === CHECKPOINT))),
  };
}

/** A task and what was pending after it: nothing else can happen in between. */
function longestTurn(pieces: readonly TraceEvent[]): number {
  let [longest, turn] = [0, 0];
  for (const piece of pieces) {
    turn = piece.name === CHECKPOINT ? turn + cpuOf(piece) : cpuOf(piece);
    longest = Math.max(longest, turn);
  }
  return longest;
}

/** Spans within one of `outer`; both sorted by begin. */
function within(spans: readonly TraceEvent[], outer: readonly TraceEvent[]): TraceEvent[] {
  let at = 0;
  return spans.filter(({ ts }) => {
    while (endOf(outer[at]) <= ts) at += 1;
    return ts >= (outer[at]?.ts ?? Number.POSITIVE_INFINITY);
  });
}

const endOf = (span: TraceEvent | undefined): number =>
  span === undefined ? Number.POSITIVE_INFINITY : span.ts + (span.dur ?? 0);

/** In milliseconds. */
const cpuOf = ({ tdur = 0 }: TraceEvent): number => tdur / 1000;
const sum = (spans: readonly TraceEvent[]): number => spans.reduce((all, span) => all + cpuOf(span), 0);

/** Outermost spans. @param spans sorted by begin */
function outermost(spans: readonly TraceEvent[]): TraceEvent[] {
  let until = Number.NEGATIVE_INFINITY;
  return spans.filter(({ ts, dur = 0 }) => {
    if (ts < until) return false;
    until = ts + dur;
    return true;
  });
}
