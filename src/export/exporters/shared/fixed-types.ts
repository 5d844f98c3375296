/** For databases that fix the type of a field at its first value. */
import type { Scalar } from '../../../core/served.ts';
import { fieldsOf, type Plugin } from '../../../core/plugin.ts';
import type { Point } from '../../metrics/points.ts';
import type { Encode } from '../exporter.ts';

/**
 * In fields with numbers, texts and flags (port status), texts get a separate field ending in _text, and flags are left out: false
 * is not a time of zero.
 */
export function withFixedTypes(plugins: readonly Plugin[], encode: Encode): Encode {
  const mixed = new Map(plugins.map((plugin) => [plugin.name, mixedFields(plugin)]));
  const settled = (point: Point): Point => {
    const names = mixed.get(point.plugin);
    if (names === undefined || names.size === 0) return point;
    return {
      ...point,
      fields: point.fields.map(([name, value]) => (names.has(name) ? typed(name, value) : [name, value])),
    };
  };
  return (cycle) => encode({ ...cycle, points: () => cycle.points().map(settled) });
}

function mixedFields(plugin: Plugin): ReadonlySet<string> {
  const fields = Object.entries(fieldsOf(plugin));
  return new Set(
    fields
      .filter(([, { options }]) => options.orText === true || options.orFlag === true)
      .map(([name]) => name),
  );
}

function typed(name: string, value: Scalar): readonly [string, Scalar] {
  if (typeof value === 'string') return [`${name}_text`, value];
  return [name, typeof value === 'boolean' ? null : value];
}
