/** Position of a client in the sequence of events: the `id` of its last event. */

/** `<run>.<number>.<time>`: numbers count the snapshots of this run; the time of the sample, in milliseconds, is for clients. */
export const formatEventId = (run: string, serial: number, time: number | null): string =>
  `${run}.${serial}.${time === null ? 0 : Math.round(time)}`;

/** Parses the number of an `id` of this run, up to the latest one; 0, from which everything is new, for any other text. */
export function parseEventId(text: string | undefined, run: string, latest: number): number {
  const [, name, digits = ''] = /^([\w-]{1,64})\.(\d{1,15})(?:\.\d{1,15})?$/.exec(text ?? '') ?? [];
  const serial = Number(digits);
  return name === run && serial <= latest ? serial : 0;
}
