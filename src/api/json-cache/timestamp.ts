/** Formats times of the history. */

/** `2026-11-21T00:52:09.595790+00:00`: UTC with microseconds. @param time milliseconds since the epoch, with a fraction */
export function formatTimestamp(time: number): string {
  const micros = Math.round(time * 1000);
  const seconds = new Date(Math.floor(micros / 1000)).toISOString().slice(0, -1);
  return `${seconds}${String(micros % 1000).padStart(3, '0')}+00:00`;
}

/** Caches formatted times, which the series of a plugin share. */
export function createTimestamps(): (time: number) => string {
  const known = new Map<number, string>();
  return (time) => {
    let text = known.get(time);
    if (text === undefined) known.set(time, (text = formatTimestamp(time)));
    return text;
  };
}
