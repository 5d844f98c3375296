/** All plugins that differ, by our names; the others follow from their declarations. */
import type { Dialect } from '../dialect.ts';
import * as devices from './devices.ts';
import * as host from './host.ts';
import * as io from './io.ts';
import * as processes from './processes.ts';
import * as workloads from './workloads.ts';

const { psutilversion: libversion, ...ofHost } = host;

export const DIALECTS: Readonly<Record<string, Dialect>> = {
  ...ofHost,
  libversion,
  ...io,
  ...processes,
  ...devices,
  ...workloads,
};
