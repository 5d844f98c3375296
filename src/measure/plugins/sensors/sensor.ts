/** A sensor before it is given a name. */

export type SensorType = 'temperature_core' | 'fan_speed' | 'temperature_hdd' | 'battery';

/** A file that holds a number of a chip. */
export interface Sensor {
  readonly type: 'temperature_core' | 'fan_speed';
  /** Name of its chip. */
  readonly chip: string;
  /** Label by the driver; empty if there is none. */
  readonly label: string;
  /** File of its value. */
  readonly path: string;
  /** File that holds 1 while its sensor is broken or not connected; null: there is none. */
  readonly fault: string | null;
  /** Divisor of the value in the file. */
  readonly scale: number;
  /** Thresholds the chip states, in the unit that is served. */
  readonly warning: number | null;
  readonly critical: number | null;
}
