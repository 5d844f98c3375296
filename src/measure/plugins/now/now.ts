import { text } from '../../../core/fields.ts';
import { textOption } from '../../../core/options.ts';
import { definePlugin } from '../../../core/plugin.ts';
import { strftime, utcOffset, zoneName } from '../../../core/strftime.ts';

const fields = {
  custom: text('Local date and time in the configured format.'),
  iso: text('Local date and time, ISO 8601 with the offset from UTC.'),
};

const options = {
  strftime_format: textOption(
    '',
    'Format of the custom date, as of strftime(3); empty: date, time and zone.',
  ),
};

/** The host's clock, read through the injected one. */
export default definePlugin({
  name: 'now',
  metrics: false,
  shape: 'object',
  description: 'Date and time.',
  fields,
  options,
  create({ host, options: { strftime_format: format } }) {
    let zone = { offset: '', name: '' };
    /** Looking up the name of a zone is slow, and the name changes only with the offset. */
    const zoneAt = (date: Date): string => {
      const offset = utcOffset(date);
      if (offset !== zone.offset) zone = { offset, name: zoneName(date) };
      return zone.name;
    };
    return {
      read() {
        const date = new Date(host.clock.now());
        return {
          iso: strftime('%Y-%m-%dT%H:%M:%S', date) + utcOffset(date, ':'),
          custom: format === '' ? `${strftime('%F %T', date)} ${zoneAt(date)}` : strftime(format, date),
        };
      },
    };
  },
});
