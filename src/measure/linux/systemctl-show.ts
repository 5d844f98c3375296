import { decode } from './bytes.ts';

/** Properties of a unit by name, as `systemctl show` prints them. */
export type UnitProperties = ReadonlyMap<string, string>;

/** Reads the output of `systemctl show` for several units: lines `Name=value`, an empty line between two units (systemctl(1)). */
export function parseSystemctlShow(bytes: Uint8Array): UnitProperties[] {
  const units: Map<string, string>[] = [];
  let unit = new Map<string, string>();
  for (const line of `${decode(bytes)}\n\n`.split('\n')) {
    const equals = line.indexOf('=');
    if (equals > 0) unit.set(line.slice(0, equals), line.slice(equals + 1));
    else if (line === '' && unit.size > 0) {
      units.push(unit);
      unit = new Map();
    }
  }
  return units;
}
