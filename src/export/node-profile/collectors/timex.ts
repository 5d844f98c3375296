import { parseTimex } from '../../../measure/linux/timex.ts';
import type { Collector } from '../collector.ts';

/** A state and a flag of `struct timex` (linux/timex.h). */
const TIME_ERROR = 5;
const STA_NANO = 0x2000;
/** Frequencies are in parts per million, with a fraction of 16 bits. */
const PPM = 65_536e6;
const MICROSECOND = 1e6;

/** The kernel's clock by adjtimex(2), if system calls are available. */
export const timex: Collector = {
  name: 'timex',
  async collect(host, put) {
    const answer = await host.adjtimex();
    if (answer === null) throw new Error('system calls need the package koffi');
    const clock = parseTimex(answer.bytes);
    const unit = (clock.status & STA_NANO) === 0 ? MICROSECOND : 1e9;
    const values: Readonly<Record<string, readonly [value: number, help: string]>> = {
      estimated_error_seconds: [clock.esterror / MICROSECOND, 'Estimated error.'],
      frequency_adjustment_ratio: [1 + clock.freq / PPM, 'Frequency, of the local one.'],
      loop_time_constant: [clock.constant, 'Time constant of the loop.'],
      maxerror_seconds: [clock.maxerror / MICROSECOND, 'Largest error.'],
      offset_seconds: [clock.offset / unit, 'Offset to the reference.'],
      pps_calibration_total: [clock.calcnt, 'Intervals of calibration.'],
      pps_error_total: [clock.errcnt, 'Errors of calibration.'],
      pps_frequency_hertz: [clock.ppsfreq / PPM, 'Frequency of the pulses.'],
      pps_jitter_seconds: [clock.jitter / unit, 'Jitter of the pulses.'],
      pps_jitter_total: [clock.jitcnt, 'Pulses with too much jitter.'],
      pps_shift_seconds: [clock.shift, 'Length of the interval of calibration.'],
      pps_stability_exceeded_total: [clock.stbcnt, 'Intervals with too little stability.'],
      pps_stability_hertz: [clock.stabil / PPM, 'Stability of the pulses.'],
      status: [clock.status, 'Flags of the clock.'],
      sync_status: [Number(answer.state !== TIME_ERROR), 'The clock is synchronized.'],
      tai_offset_seconds: [clock.tai, 'Offset of international atomic time.'],
      tick_seconds: [clock.tick / MICROSECOND, 'Time between two ticks.'],
    };
    for (const [name, [value, help]] of Object.entries(values)) put(`node_timex_${name}`, help, value);
  },
};
