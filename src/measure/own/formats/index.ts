/** Formats of the metrics that users add. */
import type { Format } from '../options.ts';
import type { Reading } from '../sample.ts';
import { parseInflux } from './influx.ts';
import { parseJson } from './json.ts';
import { parseNagios } from './nagios.ts';
import { parsePrometheus } from './prometheus.ts';

export interface Output {
  readonly text: string;
  /** Exit code of the program; 0 for everything else. */
  readonly code: number;
}

export interface When {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Samples with an older time stamp are refused. */
  readonly oldMs: number;
}

/** Throws `Refused` where nothing can be read. */
export function parseAs(format: Format, { text, code }: Output, { now, oldMs }: When): Reading {
  switch (format) {
    case 'nagios':
      return parseNagios(text, code);
    case 'json':
      return parseJson(text);
    case 'influx':
      return parseInflux(text, now, oldMs);
    case 'prometheus':
      return parsePrometheus(text, now, oldMs);
  }
}
