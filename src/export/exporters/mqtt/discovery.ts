/**
 * Home Assistant discovery: retained messages that define a device and its entities. Sent on changes; entities of removed items are
 * deleted.
 */
import { createHash } from 'node:crypto';
import { VERSION } from '../../../core/version.ts';
import type { Plugin } from '../../../core/plugin.ts';
import type { Family } from '../../metrics/family.ts';
import type { Cycle } from '../exporter.ts';
import type { Message } from '../shared/messages.ts';
import { entitiesOf, type Entity } from './entities.ts';
import { machineId } from '../shared/machine-id.ts';

export interface DiscoverySetup {
  /** Identity of this machine, of letters and digits. */
  id: string;
  /** Name of the device. */
  name: string;
  /** Topic above the states of the plugins. */
  head: string;
  /** Prefix of discovery topics. */
  prefix: string;
  form: 'device' | 'component';
  /** Plugins with entities. */
  wanted: readonly string[];
  plugins: readonly Plugin[];
}

export interface Discovery {
  /** State topic without a plugin. */
  state(cycle: Cycle): Message[];
  /** Discovery messages that Home Assistant does not have yet. */
  changes(cycle: Cycle): Message[];
}

/** Values become unknown after this many cycles without an update. */
const MISSED = 3;
const LEAST_EXPIRY = 60;
/** Most entities of a device; further items are left out. */
const MOST = 1000;

export function createDiscovery(setup: DiscoverySetup): Discovery {
  const { id, head, plugins, wanted } = setup;
  const declared = new Map(plugins.filter(({ name }) => wanted.includes(name)).map((one) => [one.name, one]));
  const hasAlerts = wanted.includes('alert');
  /** By plugin; slow plugins keep their last values. */
  const known = new Map<string, ReadonlyMap<string, Entity>>();
  let told = new Map<string, string>();

  const takeIn = ({ points, families, interval }: Cycle): Map<string, Entity> => {
    const expireAfter = Math.max(LEAST_EXPIRY, MISSED * interval);
    const all = points();
    for (const plugin of declared.values()) {
      const own = all.filter((point) => point.plugin === plugin.name);
      if (own.length > 0) known.set(plugin.name, entitiesOf({ id, head, plugin, expireAfter }, own));
    }
    if (hasAlerts && alertsIn(families()) !== null) known.set('alert', alertEntities(setup, expireAfter));
    return new Map([...known.values()].flatMap((entities) => [...entities]).slice(0, MOST));
  };
  return {
    state({ families }) {
      const alerts = hasAlerts ? alertsIn(families()) : null;
      return alerts === null ? [] : [[`${head}/alert`, JSON.stringify(alerts), true]];
    },
    changes(cycle) {
      const messages = setup.form === 'device' ? deviceMessages : componentMessages;
      const next = messages(setup, takeIn(cycle), told);
      const changed = [...next].filter(([topic, text]) => told.get(topic) !== text);
      // A removal is followed by a message without the removed entity.
      told = new Map([...next].filter(([, text]) => text !== ''));
      return changed.map(([topic, text]): Message => [topic, text, true]);
    },
  };
}

type Texts = Map<string, string>;

/** One message for all entities: https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload */
function deviceMessages(setup: DiscoverySetup, entities: ReadonlyMap<string, Entity>, told: Texts): Texts {
  const topic = `${setup.prefix}/device/gander_${setup.id}/config`;
  const gone = Object.entries(entitiesIn(told.get(topic))).flatMap(([object, { p }]) =>
    entities.has(object) ? [] : [[object, { p }] as const],
  );
  const cmps = { ...Object.fromEntries(entities), ...Object.fromEntries(gone) };
  return new Map([[topic, JSON.stringify({ ...common(setup), cmps })]]);
}

/** Contents of the last message; removals are not repeated. */
function entitiesIn(text: string | undefined): Record<string, { readonly p: string }> {
  if (text === undefined) return {};
  const { cmps } = JSON.parse(text) as { cmps: Record<string, { p: string }> };
  return Object.fromEntries(Object.entries(cmps).filter(([, entity]) => Object.keys(entity).length > 1));
}

/** One message per entity, for Home Assistant before 2024.12. */
function componentMessages(setup: DiscoverySetup, entities: ReadonlyMap<string, Entity>, told: Texts): Texts {
  const texts: Texts = new Map();
  for (const [object, { p, ...entity }] of entities)
    texts.set(
      `${setup.prefix}/${p}/gander_${setup.id}/${object}/config`,
      JSON.stringify({ ...entity, ...common(setup) }),
    );
  for (const topic of told.keys()) if (!texts.has(topic)) texts.set(topic, '');
  return texts;
}

const common = ({ id, name, head }: DiscoverySetup) => ({
  dev: { ids: [`gander_${id}`], name, mf: 'Gander', sw: VERSION },
  o: { name: 'Gander', sw: VERSION },
  avty_t: `${head}/availability`,
  pl_avail: 'online',
  pl_not_avail: 'offline',
  qos: 1,
});

/** Ongoing events by severity; null: unknown. */
function alertsIn(families: readonly Family[]): Record<string, number> | null {
  const samples = families.find(({ name }) => name === 'gander_alerts')?.samples;
  if (samples === undefined) return null;
  return Object.fromEntries(
    samples.flatMap(({ labels, value }) =>
      labels.pairs.filter(([label]) => label === 'state').map(([, state]) => [state, value]),
    ),
  );
}

function alertEntities({ id, head }: DiscoverySetup, expireAfter: number): Map<string, Entity> {
  return new Map(
    ['warning', 'critical'].map((state): [string, Entity] => [
      `alert_${state}`,
      {
        p: 'binary_sensor',
        name: `alert ${state}`,
        unique_id: `gander_${id}_alert_${state}`,
        stat_t: `${head}/alert`,
        val_tpl: `{{ 'ON' if value_json['${state}'] | default(0) > 0 else 'OFF' }}`,
        dev_cla: 'problem',
        exp_aft: expireAfter,
      },
    ]),
  );
}

/** Derived from the machine and its given name: stable, and useless to others. */
export function deviceId(given: string, host: string, machine = machineId()): string {
  return createHash('sha256')
    .update(`gander ${machine ?? host} ${given}`)
    .digest('hex')
    .slice(0, 12);
}
