/** The parts of features that a server of this machine opens. Order of their routes: that of the documentation. */
import type { Part } from '../core/parts/part.ts';
import type { RouteList } from '../serve/route/route.ts';
import { Routes } from '../serve/route/route.ts';
import { ROUTES } from '../serve/routes/index.ts';
import { beatsPart } from './beats/beats-part.ts';
import { boardsPart } from './boards/boards-part.ts';
import { checksPart } from './checks/checks-part.ts';
import { heartbeatPart } from './heartbeat/heartbeat-part.ts';
import { logsPart } from './logs/logs-part.ts';
import { notesPart, timelineNotesPart } from './notes/notes-part.ts';
import { silencedServersPart, silencesPart } from './silences/silences-part.ts';

/** With everything, on any machine: for documents and tests. */
export const allRoutes = (): RouteList => [...ROUTES, ...Routes.in(FEATURES)];

export const FEATURES: readonly Part[] = [
  checksPart,
  beatsPart,
  heartbeatPart,
  silencesPart,
  silencedServersPart,
  boardsPart,
  notesPart,
  timelineNotesPart,
  logsPart,
];
