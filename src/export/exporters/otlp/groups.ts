/** Groups metrics by resource: the host, each container, each exported process. */
import { type Family, labelSet, type Sample } from '../../metrics/family.ts';
import type { Attributes } from './metrics.ts';

export interface ResourceGroup {
  /** Distinguishes its series from those of others. */
  readonly key: string;
  /** Attributes besides those of the host. */
  readonly resource: Attributes;
  readonly families: readonly Family[];
  /** Start of its counters, milliseconds since the epoch; absent: unknown. */
  readonly start?: number;
}

const CONTAINERS = 'gander_containers';
/** Attributes by label of the container or of its info metric. */
const CONTAINER_ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ['name', 'container.name'],
  ['engine', 'container.runtime.name'],
  ['id', 'container.id'],
  ['image', 'container.image.name'],
]);
const IDENTITY: ReadonlySet<string> = new Set(['name', 'engine']);

/** Divides families into those of the host, and a resource per container. */
export function divided(families: readonly Family[]): { host: Family[]; containers: ResourceGroup[] } {
  const isOfContainers = ({ name }: Family): boolean =>
    name === CONTAINERS || name.startsWith(`${CONTAINERS}_`);
  const own = families.filter(isOfContainers);
  const keys = new Set(own.flatMap(({ samples }) => samples.map(keyOf)));
  return {
    host: families.filter((family) => !isOfContainers(family)),
    containers: [...keys].map((key) => containerOf(own, key)),
  };
}

const keyOf = ({ labels }: Sample): string =>
  JSON.stringify(labels.pairs.filter(([name]) => IDENTITY.has(name)));

function containerOf(families: readonly Family[], key: string): ResourceGroup {
  const mine = families.map((family) => ({
    ...family,
    samples: family.samples.filter((sample) => keyOf(sample) === key),
  }));
  const about = mine.find(({ type }) => type === 'info')?.samples[0]?.labels.pairs;
  const pairs = about ?? (JSON.parse(key) as [string, string][]);
  return {
    key,
    resource: pairs.flatMap(([name, value]) => {
      const attribute = CONTAINER_ATTRIBUTES.get(name);
      return attribute === undefined || value === '' ? [] : [[attribute, value] as const];
    }),
    families: mine.map((family) => ({ ...family, samples: family.samples.map(withoutIdentity) })),
  };
}

const withoutIdentity = (sample: Sample): Sample => ({
  ...sample,
  labels: labelSet(sample.labels.pairs.filter(([name]) => !IDENTITY.has(name))),
});
