/** Contributions of the rooms to the page, a line each, in the order of texts in the address. */
import { accessEntry } from './access/access-entry.ts';
import { alertsEntry } from './alerts/alerts-entry.ts';
import { boardsEntry } from './boards/boards-entry.ts';
import { chartEntry } from './drawer/chart-entry.ts';
import { effectsEntry } from './keys/effects-entry.ts';
import { helpEntry } from './keys/help-entry.ts';
import { logsEntry } from './logs/logs-entry.ts';
import type { Entry } from './parts/entry.ts';
import { rulesEntry } from './rules/rules-entry.ts';
import { sectionsEntry } from './sections/sections-entry.ts';
import { switchEntry } from './switcher/switch-entry.ts';
import { processesEntry } from './tables/processes-entry.ts';
import { whyEntry } from './why/why-entry.ts';

export const ENTRIES: readonly Entry[] = [
  effectsEntry,
  sectionsEntry,
  processesEntry,
  alertsEntry,
  switchEntry,
  rulesEntry,
  accessEntry,
  helpEntry,
  whyEntry,
  logsEntry,
  boardsEntry,
  chartEntry,
];
