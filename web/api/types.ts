/** Types of what the agent serves. */
export type * from '../../src/show/display/snapshots.ts';
export type { AuditReport } from '../../src/api/login/audit-route.ts';
export type { AddedKey, KeyReport } from '../../src/api/login/keys-routes.ts';
export type { Me } from '../../src/api/login/me-route.ts';
export type { Wall } from '../../src/api/wall/wall-route.ts';
export type { UserReport } from '../../src/api/login/users-routes.ts';
export type { Alert, MachineVerdict } from '../../src/core/alert.ts';
export type { Limits, Served, ServedMember } from '../../src/core/served.ts';
export type { Preview } from '../../src/alerts/rules/preview.ts';
export type { RuleChange, RuleEdit, TargetTest } from '../../src/alerts/rules/rules.ts';
export type {
  KindForm,
  RuleField,
  RuleForm,
  TargetForm,
  ValueForm,
} from '../../src/alerts/rules/form-shape.ts';
export type {
  FieldDeclaration,
  PluginDeclaration,
  PluginReport,
} from '../../src/api/values/plugin-states-route.ts';
