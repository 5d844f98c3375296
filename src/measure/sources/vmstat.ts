import { fileSource } from '../../core/source.ts';
import { parseVmstat } from '../linux/vmstat.ts';

export const vmstatSource = fileSource('/proc/vmstat', parseVmstat);
