/** `[logs]`. */
import { flagOption } from '../../core/options.ts';
import { defineSection } from '../../core/section.ts';

export const LOGS_SECTION = defineSection(
  'logs',
  'Log lines of the journal, the kernel and containers, on the page and at /api/logs.',
  {
    enable: flagOption(
      true,
      'Read them on request of a user who has given the password; without a password they are never read.',
    ),
  },
);
