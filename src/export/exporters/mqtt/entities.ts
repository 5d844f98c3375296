/** Values as entities of Home Assistant: https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery */
import type { Served, ServedMember, Scalar } from '../../../core/served.ts';
import { createHash } from 'node:crypto';
import type { Field } from '../../../core/fields.ts';
import { fieldsOf, type Plugin } from '../../../core/plugin.ts';
import type { Unit } from '../../../core/unit.ts';
import type { Point } from '../../metrics/points.ts';

/** Keys of all entities, by their short names. */
export interface Entity {
  /** Platform. */
  readonly p: 'sensor' | 'binary_sensor';
  readonly name: string;
  readonly unique_id: string;
  readonly stat_t: string;
  readonly val_tpl: string;
  readonly exp_aft: number;
  readonly [more: string]: ServedMember;
}

interface EntitySetup {
  /** Identity of the device, part of all ids of its entities. */
  readonly id: string;
  /** Topic above the states of the plugins. */
  readonly head: string;
  readonly plugin: Plugin;
  /** Seconds without an update after which a value is unknown. */
  readonly expireAfter: number;
}

/** Device class, unit, and state class. */
type Kind = readonly [device: string | null, unit: string | null];

const UNITS: Readonly<Partial<Record<Unit, Kind>>> = {
  bitpersecond: ['data_rate', 'bit/s'],
  byte: ['data_size', 'B'],
  bytepersecond: ['data_rate', 'B/s'],
  bytes: ['data_size', 'B'],
  celsius: ['temperature', '°C'],
  hertz: ['frequency', 'Hz'],
  megabyte: ['data_size', 'MB'],
  millisecond: ['duration', 'ms'],
  numberpersecond: [null, '/s'],
  percent: [null, '%'],
  rpm: [null, 'rpm'],
  second: ['duration', 's'],
  seconds: ['duration', 's'],
  watt: ['power', 'W'],
};
const PLAIN: Kind = [null, null];
/** For the increase per second of a counter. */
const RATES: Readonly<Partial<Record<Unit, Kind>>> = { byte: ['data_rate', 'B/s'], number: [null, '/s'] };
/** The quantity that a sensor declares. */
const SENSOR_UNITS: Readonly<Record<string, Kind>> = {
  C: ['temperature', '°C'],
  R: [null, 'rpm'],
  '%': ['battery', '%'],
};

const RATE = /_rate_per_sec$/;

/** Entities of one plugin by id. */
export function entitiesOf(setup: EntitySetup, points: readonly Point[]): Map<string, Entity> {
  const found = new Map<string, Entity>();
  for (const point of points) {
    for (const [name, value] of point.fields) {
      const shape = shapeOf(setup.plugin, point, name, value);
      if (shape === null) continue;
      const words = [point.plugin, point.item ?? '', name.replace(RATE, '')].filter((word) => word !== '');
      const object = objectId([point.plugin, point.item, name]);
      found.set(object, {
        ...shape,
        name: words.join(' ').replaceAll('_', ' '),
        unique_id: `gander_${setup.id}_${object}`,
        stat_t: `${setup.head}/${point.plugin}`,
        val_tpl: templateOf(point.key === null ? name : `${point.item}.${name}`, shape.p),
        exp_aft: setup.expireAfter,
      });
    }
  }
  return found;
}

/** Null for fields that are no entities: rates beside values, names, identities. */
function shapeOf(
  plugin: Plugin,
  point: Point,
  name: string,
  value: Scalar,
): (Pick<Entity, 'p'> & Served) | null {
  if (plugin.name === 'uptime') return { p: 'sensor', ...measured(['duration', 's']), ent_cat: 'diagnostic' };
  const field = fieldsOf(plugin)[name.replace(RATE, '')];
  if (field === undefined || name === point.key) return null;
  const isRate = RATE.test(name);
  if (isRate !== (field.kind === 'counter')) return null;
  const minor = field.kind === 'constant' || field.options.optional === true ? MINOR : {};
  if (field.kind === 'flag') return { p: 'binary_sensor', ...minor };
  if (field.kind === 'text')
    return typeof value === 'string' && isState(field) ? { p: 'sensor', ...minor } : null;
  if (!['gauge', 'counter', 'constant', 'derived'].includes(field.kind)) return null;
  return { p: 'sensor', ...measured(kindOf(plugin.name, point, field)), ...minor };
}

/** Facts and minor fields are disabled by default. */
const MINOR = { ent_cat: 'diagnostic', en: false };

/** One of a few words: a state. */
const isState = ({ options: { metric } }: Field): boolean => typeof metric === 'object' && 'words' in metric;

function kindOf(plugin: string, { fields }: Point, { kind, unit }: Field): Kind {
  if (plugin === 'sensors') {
    const [, said] = fields.find(([name]) => name === 'unit') ?? [];
    return SENSOR_UNITS[String(said)] ?? PLAIN;
  }
  if (unit === null) return PLAIN;
  return (kind === 'counter' ? RATES[unit] : UNITS[unit]) ?? PLAIN;
}

const measured = ([device, unit]: Kind) => ({
  stat_cla: 'measurement',
  ...(device !== null && { dev_cla: device }),
  ...(unit !== null && { unit_of_meas: unit }),
});

/** Only letters, digits, `_` and `-` are allowed; names that differ in other characters stay distinct. */
export function objectId([plugin, item, field]: readonly [string, string | null, string]): string {
  const plain = (text: string): string => text.replaceAll(/[^\w-]+/g, '_').slice(0, 40);
  if (item === null) return `${plugin}_${plain(field)}`;
  const hash = createHash('sha256').update(item).digest('hex').slice(0, 6);
  return `${plugin}_${plain(item)}_${hash}_${plain(field)}`;
}

/** Reads a member of the state. Names of items are escaped, so that they cannot end the literal or the template. */
export function templateOf(member: string, platform: Entity['p']): string {
  const literal = [...member].map((sign) => (/[\w ./:-]/.test(sign) ? sign : escaped(sign))).join('');
  const value = `value_json['${literal}']`;
  return platform === 'binary_sensor'
    ? `{{ 'ON' if ${value} | default(false) else 'OFF' }}`
    : `{{ ${value} | default(none) }}`;
}

/** Escapes a character for Jinja literals (Python's), which take any. */
const escaped = (sign: string): string => `\\U${(sign.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`;
