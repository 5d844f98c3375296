/** Thermal zones (Documentation/driver-api/thermal/sysfs-api.rst), for boards without hwmon chips. */
import type { Host } from '../../../core/host.ts';
import { sortedNames, readThousandths } from './files.ts';
import type { Sensor } from './sensor.ts';

const THERMAL = '/sys/class/thermal';

export const findThermalZones = (host: Host): Sensor[] =>
  sortedNames(host, THERMAL)
    .filter((name) => name.startsWith('thermal_zone'))
    .flatMap((name) => zoneAt(host, `${THERMAL}/${name}`));

function zoneAt(host: Host, folder: string): Sensor[] {
  const chip = host.readText(`${folder}/type`);
  const names = sortedNames(host, folder);
  if (chip === null || !names.includes('temp')) return [];
  const trip = (kind: string): number | null => {
    const point = names.find(
      (name) => /^trip_point_\d+_type$/.test(name) && host.readText(`${folder}/${name}`) === kind,
    );
    return point === undefined ? null : readThousandths(host, `${folder}/${point.replace('type', 'temp')}`);
  };
  const [high, critical] = [trip('high'), trip('critical')];
  return [
    {
      type: 'temperature_core',
      chip,
      label: '',
      path: `${folder}/temp`,
      fault: null,
      scale: 1000,
      warning: high ?? critical,
      critical: critical ?? high,
    },
  ];
}
