/** SENSOR_HOT: a chip reached its critical temperature. */
import { defineFailureRule, listOf, UNREAD } from '../../core/failure-rule.ts';
import { saying } from '../../core/said.ts';

/** Hysteresis: degrees below the limit at which an alert ends. */
const MARGIN = 3;

export const sensorHot = defineFailureRule({
  name: 'SENSOR_HOT',
  description: "A temperature reaches the chip's own critical limit. The alert ends 3 °C below.",
  level: 'CRITICAL',
  inputs: { sensors: listOf('sensors') },
  create:
    () =>
    ({ values: { sensors }, judged, ongoing }) => {
      if (sensors === null) return UNREAD;
      const logged = new Set(judged('sensors').flatMap(({ log, identity }) => (log ? [identity] : [])));
      const unknown: string[] = [];
      const findings = sensors.flatMap(({ label, type, unit, value, critical }) => {
        const name = String(label);
        if (type !== 'temperature_core' || unit !== 'C' || logged.has(name)) return [];
        if (typeof critical !== 'number' || critical <= 0) return [];
        if (typeof value !== 'number') {
          unknown.push(name);
          return [];
        }
        if (value < critical - (ongoing.has(name) ? MARGIN : 0)) return [];
        return [
          {
            subject: name,
            value,
            ...saying('{name} is at {value} °C; its critical limit is {critical} °C.', {
              name,
              value: Math.round(value),
              critical,
            }),
            details: { celsius: value, limit: critical },
          },
        ];
      });
      return { findings, unknown };
    },
});
