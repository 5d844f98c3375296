/** Sections of features. One file configures all modes, so this list is loaded by each of them; the features are not. */
import type { NamedSection } from '../core/section.ts';
import { HEARTBEAT_SECTION } from './heartbeat/heartbeat-section.ts';
import { LOGS_SECTION } from './logs/logs-section.ts';

export const FEATURE_SECTIONS: readonly NamedSection[] = [HEARTBEAT_SECTION, LOGS_SECTION];
