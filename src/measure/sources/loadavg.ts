import { fileSource } from '../../core/source.ts';
import { parseLoadavg } from '../linux/loadavg.ts';

export const loadavgSource = fileSource('/proc/loadavg', parseLoadavg);
