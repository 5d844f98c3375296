import { digits, type Measure } from '../figure.ts';
import { measureScan } from '../process-scan.ts';

/** CPU of one scan of 1,000 processes, compared with a C program that opens, reads and closes the same files. */
export const measureProcessScan: Measure = async () => {
  const { cpuMs, floor, processes } = await measureScan(1000);
  return [
    {
      name: `CPU of one scan of ${processes} processes`,
      value: `${digits(cpuMs)} ms`,
      peer: `C program: ${digits(floor.cpuMs)} ms`,
      reach: 'no more than the C program',
      isReached: cpuMs <= floor.cpuMs,
    },
  ];
};
