import { counter, gauge, type Reading, text } from '../../core/fields.ts';
import { definePlugin, Unsupported } from '../../core/plugin.ts';
import type { Host } from '../../core/host.ts';
import { parsePressure, type Pressure } from '../../linux/pressure.ts';

const SOME = 'in which at least one task waited';
const FULL = 'in which no task could go on, for all of them waited';
const lacking = { nullable: true } as const;
const minor = { nullable: true, optional: true } as const;

const fields = {
  resource: text('What tasks waited for: cpu, io, irq or memory.', { metric: { label: 'resource' } }),
  some_avg10: gauge('percent', `Share of the last ten seconds ${SOME}.`, lacking),
  full_avg10: gauge('percent', `Share of the last ten seconds ${FULL}.`, lacking),
  some_avg60: gauge('percent', `Share of the last minute ${SOME}.`, lacking),
  full_avg60: gauge('percent', `Share of the last minute ${FULL}.`, minor),
  some_avg300: gauge('percent', `Share of the last five minutes ${SOME}.`, minor),
  full_avg300: gauge('percent', `Share of the last five minutes ${FULL}.`, minor),
  some_time: counter('millisecond', `Time ${SOME}.`, { sparse: true, optional: true }),
  full_time: counter('millisecond', `Time ${FULL}.`, { sparse: true, optional: true }),
};

const RESOURCES = ['cpu', 'io', 'irq', 'memory'] as const;
const FOLDER = '/proc/pressure';

/** How long tasks wait for a processor, a disk or memory: /proc/pressure (Documentation/accounting/psi.rst). */
export default definePlugin({
  name: 'pressure',
  shape: 'list',
  key: 'resource',
  description: 'How long tasks wait for a resource (pressure stall information).',
  fields,
  create: ({ host }) => ({
    read() {
      const shown = RESOURCES.flatMap((resource) => itemOf(host, resource) ?? []);
      if (shown.length === 0)
        throw new Unsupported(
          `this kernel does not tell: ${FOLDER} is there from Linux 4.20 on, with psi=1 on the kernel's command line where it is off`,
        );
      return shown;
    },
  }),
});

/** Null where the kernel does not tell: interrupts are known to newer ones only. */
function itemOf(host: Host, resource: string): Reading<typeof fields> | null {
  const pressure = pressureOf(host, resource);
  if (pressure === null) return null;
  const { some, full } = pressure;
  return {
    resource,
    some_avg10: some?.avg10 ?? null,
    full_avg10: full?.avg10 ?? null,
    some_avg60: some?.avg60 ?? null,
    full_avg60: full?.avg60 ?? null,
    some_avg300: some?.avg300 ?? null,
    full_avg300: full?.avg300 ?? null,
    ...(some !== null && { some_time: some.total / 1000 }),
    ...(full !== null && { full_time: full.total / 1000 }),
  };
}

/** Where it is off, the files are there and cannot be read. */
function pressureOf(host: Host, resource: string): Pressure | null {
  try {
    return parsePressure(host.read(`${FOLDER}/${resource}`));
  } catch {
    return null;
  }
}
