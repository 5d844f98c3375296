/** Types of what the agent serves. */
export type * from '../../src/show/display/snapshots.ts';
export type { Alert, MachineVerdict } from '../../src/core/alert.ts';
export type { Limits } from '../../src/core/served.ts';
export type {
  FieldDeclaration,
  PluginDeclaration,
  PluginReport,
} from '../../src/serve/routes/plugin-states/plugin-states-route.ts';
