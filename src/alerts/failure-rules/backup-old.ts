/** BACKUP_OLD: a folder of backups has no new one. */
import { defineFailureRule, objectOf, UNREAD } from '../../core/failure-rule.ts';
import { numberOption } from '../../core/options.ts';
import { byDay } from './by-day.ts';
import { saying } from '../../core/said.ts';

const DAY_SECONDS = 86_400;

export const backupOld = defineFailureRule({
  name: 'BACKUP_OLD',
  description:
    'The newest backup in a folder of `[care] backups` is older than backup_old_days, or there is none. It begins between 8 and 20 h, and is notified again each week. The alert ends with a new backup.',
  level: 'WARNING',
  inputs: { care: objectOf('care') },
  atStart: 'notify',
  options: { backup_old_days: numberOption(2, 'Age in days at which BACKUP_OLD begins.', [0.1, 366]) },
  create:
    ({ options: { backup_old_days: most } }) =>
    (input) => {
      const { care } = input.values;
      if (care === null) return UNREAD;
      const folders = Object.entries((care['backups'] ?? {}) as Readonly<Record<string, number | null>>);
      const found = folders.flatMap(([folder, newest]) => {
        if (newest === null) return [];
        const days = newest === 0 ? null : (input.time / 1000 - newest) / DAY_SECONDS;
        if (days !== null && days <= most) return [];
        const whole = Math.floor(days ?? 0);
        return {
          subject: folder,
          ...(days === null
            ? saying('{folder} has no backup.', { folder })
            : whole === 1
              ? saying('{folder} has no backup of the last day.', { folder })
              : saying('{folder} has no backup of the last {days} days.', { folder, days: whole })),
          ...(days !== null && { value: days, details: { days: whole } }),
        };
      });
      return {
        findings: byDay(found, input),
        unknown: folders.flatMap(([folder, newest]) => (newest === null ? folder : [])),
      };
    },
});
