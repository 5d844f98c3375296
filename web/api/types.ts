/** Types of what the agent serves. */
export type * from '../../src/display/snapshots.ts';
export type { Limits } from '../../src/core/served.ts';
export type {
  FieldDeclaration,
  PluginDeclaration,
  PluginReport,
} from '../../src/api/routes/plugin-states/plugin-states-route.ts';
