import { say } from '../../../core/said.ts';
import { absentPath } from '../../../core/explain.ts';
import { counter, gauge, type Reading, text } from '../../../core/fields.ts';
import { definePlugin, Unsupported } from '../../../core/plugin.ts';
import type { Host } from '../../../core/host.ts';
import { parsePressure, type Pressure } from '../../linux/pressure.ts';
import { ofHostText, whoseSource } from '../../sources/whose.ts';

const SOME = 'in which at least one task waited';
const FULL = 'in which all tasks waited';
const lacking = { nullWhen: 'the kernel does not report it for this resource' } as const;
/** No longer than time has passed. */
const waited = { sparse: true, optional: true, fastest: 1050 } as const;
const minor = { nullWhen: 'the kernel does not report it for this resource', optional: true } as const;

const fields = {
  resource: text('Resource that tasks waited for: cpu, io, irq or memory.', {
    metric: { label: 'resource' },
  }),
  some_avg10: gauge('percent', `Share of the last ten seconds ${SOME}.`, lacking),
  full_avg10: gauge('percent', `Share of the last ten seconds ${FULL}.`, lacking),
  some_avg60: gauge('percent', `Share of the last minute ${SOME}.`, lacking),
  full_avg60: gauge('percent', `Share of the last minute ${FULL}.`, minor),
  some_avg300: gauge('percent', `Share of the last five minutes ${SOME}.`, minor),
  full_avg300: gauge('percent', `Share of the last five minutes ${FULL}.`, minor),
  some_time: counter('millisecond', `Time ${SOME}.`, waited),
  full_time: counter('millisecond', `Time ${FULL}.`, waited),
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
  create({ host, use, notice }) {
    const whose = use(whoseSource);
    /** Resources that this kernel lacks until it restarts: opening a missing file costs most. */
    const unknown = new Set<string>();
    return {
      read() {
        notice('whose', ofHostText(whose()));
        const shown = RESOURCES.filter((resource) => !unknown.has(resource)).flatMap(
          (resource) => itemOf(host, resource, unknown) ?? [],
        );
        if (shown.length > 0) return shown;
        unknown.clear();
        throw new Unsupported(
          say(
            "this kernel reports no pressure: {path} is there from Linux 4.20 on, with psi=1 on the kernel's command line where it is off",
            { path: FOLDER },
          ),
        );
      },
    };
  },
});

/** Null: not reported; interrupts only by newer kernels. Adds missing files to `unknown`. */
function itemOf(host: Host, resource: string, unknown: Set<string>): Reading<typeof fields> | null {
  const pressure = pressureOf(host, resource, unknown);
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

/** If disabled, the files exist but cannot be read. */
function pressureOf(host: Host, resource: string, unknown: Set<string>): Pressure | null {
  try {
    return parsePressure(host.read(`${FOLDER}/${resource}`));
  } catch (error) {
    if (absentPath(error) !== null) unknown.add(resource);
    return null;
  }
}
