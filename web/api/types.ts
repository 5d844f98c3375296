/** Types of what the agent serves. */
export type * from '../../src/show/display/snapshots.ts';
export type { Alert, MachineVerdict } from '../../src/core/alert.ts';
export type { Limits } from '../../src/core/served.ts';
export type { PreviewReply } from '../../src/serve/routes/preview/preview-route.ts';
export type {
  KindForm,
  RuleChange,
  RuleEdit,
  RuleField,
  RuleForm,
  TargetForm,
  TargetTest,
} from '../../src/features/rules/rules.ts';
export type { ValueForm } from '../../src/features/rules/form-route.ts';
export type {
  FieldDeclaration,
  PluginDeclaration,
  PluginReport,
} from '../../src/serve/routes/plugin-states/plugin-states-route.ts';
