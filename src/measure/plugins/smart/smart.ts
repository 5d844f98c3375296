import type { Phrase } from '../../../core/phrase.ts';
import { type Said, say } from '../../../core/said.ts';
import { anything, constant, object, text } from '../../../core/fields.ts';
import { createNameFilter } from '../../../core/name-filter.ts';
import { listOption, patternsOption } from '../../../core/options.ts';
import { definePlugin, Unsupported } from '../../../core/plugin.ts';
import { ofHostText, whoseSource } from '../../sources/whose.ts';
import type { Attributes } from './attribute.ts';
import { createCollector, type Collected, type KnownDisk } from './collector.ts';
import type { Level } from '../../../core/level-rule.ts';
import type { Served } from '../../../core/served.ts';
import { attributesIn, FAILING_NOW, attributeNumber } from '../../../core/smart-words.ts';

/** Percentage of used endurance from which a disk should be replaced. */
const WORN = 90;

export function healthOf(device: Served): Level {
  const attributes = attributesIn(device);
  // Not judged: the disk says nothing.
  if (attributes.length === 0) return 'DEFAULT';
  const isFailing = attributes.some(({ when_failed: when }) => when === FAILING_NOW);
  if (isFailing || (attributeNumber(attributes, /critical warnings/i) ?? 0) > 0) return 'CRITICAL';
  const hasFailed = attributes.some(({ when_failed: when }) => /past/i.test(String(when)));
  return hasFailed || (attributeNumber(attributes, /percentage used/i) ?? 0) >= WORN ? 'WARNING' : 'OK';
}

/** Minimum interval of queries, regardless of the refresh. */
const LEAST_MS = 60_000;

const fields = {
  DeviceName: text('Name of the disk, and its model.', {
    metric: { label: 'device' },
    level: { header: '', log: 'never', state: healthOf },
  }),
};

const LACKING = { nullWhen: 'the disk does not report it', metric: {} } as const;

const others = object(null, 'An attribute, by its number.', {
  name: text('Name of the attribute.'),
  key: text('Short name of the attribute.'),
  flags: constant(null, 'Flags of the attribute, as a number.', { nullWhen: 'only ATA disks report it' }),
  raw: { ...anything('Raw value, in the form of the vendor.'), options: LACKING },
  value: {
    ...anything('Value: of ATA disks a number as text, larger is better; of NVMe disks the reported value.'),
    options: LACKING,
  },
  worst: constant(null, 'Worst value so far.', { nullWhen: 'only ATA disks report it', metric: {} }),
  threshold: constant(null, 'Value at which the disk has failed.', {
    nullWhen: 'only ATA disks report it',
    metric: {},
  }),
  type: text('Pre-fail or Old_age: what it means when the threshold is reached.', {
    nullWhen: 'only ATA disks report it',
  }),
  updated: text('Always or Offline: when it is measured.', { nullWhen: 'only ATA disks report it' }),
  when_failed: text('FAILING_NOW, In_the_past, or - for never.', { nullWhen: 'only ATA disks report it' }),
});

const options = {
  show: patternsOption(
    undefined,
    'Serve only disks whose whole name matches one of these; hide is then ignored.',
  ),
  hide: patternsOption(undefined, 'Leave out disks whose whole name matches one of these.'),
  hide_attributes: listOption(undefined, 'Names of attributes to leave out.'),
};

type Item = { DeviceName: string } & Served;

/** Health of disks, from the program smartctl. */
export default definePlugin({
  name: 'smart',
  shape: 'list',
  key: 'DeviceName',
  description: 'Health of disks (S.M.A.R.T.).',
  weight: 'heavy',
  refresh: 300,
  // A query may wait for the head of the disk; alerts need no shorter interval.
  idleRefresh: 1800,
  deadline: 300,
  fields,
  others,
  options,
  create({ host, options: { hide_attributes: hidden, show, hide }, use, notice }) {
    const filter = createNameFilter({ show, hide, alias: new Map() });
    const collect = createCollector(host);
    const whose = use(whoseSource);
    const { clock } = host;
    let collectedAt = Number.NEGATIVE_INFINITY;
    let latest: readonly Item[] | Unsupported = [];

    const shown = (attributes: Attributes): [string, object][] =>
      Object.entries(attributes).filter(
        ([, { name, key }]) => !hidden.includes(name) && !hidden.includes(key),
      );

    const itemsOf = ({ disks }: Collected): Item[] => {
      const served = namedDisks(disks).filter(({ name }) => filter.serves(name));
      notice('hidden', filter.whyEmpty(disks.length, served.length, 'disks'));
      return served.map(({ name, disk }) => ({
        DeviceName: name,
        ...Object.fromEntries(shown(disk.attributes)),
      }));
    };

    const renew = async (): Promise<readonly Item[] | Unsupported> => {
      const collected = await collect();
      if (typeof collected === 'string') return new Unsupported(collected);
      notice('disks', collected.problems.length === 0 ? null : collected.problems.join('; '));
      notice('denied', collected.denied.length === 0 ? null : deniedText(collected.denied));
      return collected.found === 0 ? new Unsupported(say(NOTHING)) : itemsOf(collected);
    };

    return {
      async read() {
        if (clock.monotonic() - collectedAt >= LEAST_MS) {
          collectedAt = clock.monotonic();
          latest = await renew();
        }
        if (latest instanceof Unsupported) throw latest;
        notice('whose', ofHostText(whose(), 'these disks'));
        // The handed-over reading is completed in place.
        return structuredClone([...latest]);
      },
    };
  },
});

const NOTHING: Phrase = 'no disk reports SMART data; virtual disks have none, and only root sees all disks';

const deniedText = (devices: readonly string[]): Said =>
  say(
    'no permission to open {devices}: run the agent as root, or give it the capabilities CAP_SYS_RAWIO (ATA, SCSI) and CAP_SYS_ADMIN (NVMe) and the right to open disks (group disk)',
    { devices },
  );

/** Names of disks: device and model; behind a controller also the type. */
function namedDisks(disks: readonly KnownDisk[]): (KnownDisk & { name: string })[] {
  const paths = disks.map(({ path }) => path);
  return disks.map((disk) => {
    const isShared = paths.filter((path) => path === disk.path).length > 1;
    const device = disk.path.replace(/^\/dev\//, '') + (isShared ? ` [${disk.type ?? 'auto'}]` : '');
    return { ...disk, name: `${device} ${disk.disk.model ?? 'None'}` };
  });
}
