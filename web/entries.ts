/** What the rooms add to the page. To add something, add a line. Order: that of keys in the help, and of texts in the address. */
import { alertsEntry } from './alerts/alerts-entry.ts';
import { boardsEntry } from './boards/boards-entry.ts';
import { chartEntry } from './drawer/chart-entry.ts';
import { headerEntry } from './header/header-entry.ts';
import { helpEntry } from './keys/help-entry.ts';
import { logsEntry } from './logs/logs-entry.ts';
import type { Entry } from './parts/entry.ts';
import { rulesEntry } from './rules/rules-entry.ts';
import { railEntry } from './sections/rail-entry.ts';
import { sectionsEntry } from './sections/sections-entry.ts';
import { switchEntry } from './switcher/switch-entry.ts';
import { formsEntry } from './tables/forms-entry.ts';
import { processesEntry } from './tables/processes-entry.ts';
import { tablesEntry } from './tables/tables-entry.ts';
import { vitalEntry } from './vital/vital-entry.ts';
import { whyEntry } from './why/why-entry.ts';

export const ENTRIES: readonly Entry[] = [
  formsEntry,
  railEntry,
  vitalEntry,
  sectionsEntry,
  headerEntry,
  processesEntry,
  alertsEntry,
  tablesEntry,
  switchEntry,
  rulesEntry,
  helpEntry,
  whyEntry,
  logsEntry,
  boardsEntry,
  chartEntry,
];
