/** What there is to measure, before names are given. */

export type SensorType = 'temperature_core' | 'fan_speed' | 'temperature_hdd' | 'battery';

/** A file that holds a number of a chip. */
export interface Sensor {
  readonly type: 'temperature_core' | 'fan_speed';
  /** Name of its chip. */
  readonly chip: string;
  /** What the driver calls it; empty when it does not. */
  readonly label: string;
  /** File of its value. */
  readonly path: string;
  /** What the value of the file is divided by. */
  readonly scale: number;
  /** Thresholds the chip states, in the unit that is served. */
  readonly warning: number | null;
  readonly critical: number | null;
}
