/** Interface of rules set on the page, for routes. */
import type { RuleForm } from './form-shape.ts';
import { service } from '../../core/parts/service.ts';
import { closed, flag, integer, listOf, orNull, text, type TypeOf } from '../../core/shape.ts';
import { MOST_TEXT } from './rule-key.ts';

declare module '../../http/route/page-settings.ts' {
  interface PageSettings {
    /** `/api/rules` provides the alert rules. */
    hasRules?: true;
  }
}

const EDIT_MEMBERS = {
  section: text('Name of a plugin, `alerts`, or that of a target: `notify_phone`.'),
  key: text('Threshold, logging or duration of a value, an option of an alert kind or of a target.'),
  value: orNull(
    text('As in the configuration file, `********` where it is secret; null: as configured there.', {
      maxLength: MOST_TEXT,
    }),
  ),
};

/** One key of the configuration. */
export const EDIT = closed('A key.', EDIT_MEMBERS);
export type RuleEdit = TypeOf<typeof EDIT>;

export const CHANGE = closed('A change.', {
  id: integer('Number of the change.'),
  time: integer('Milliseconds since 1970.'),
  author: text('User, or address of a client without a name.'),
  undoes: orNull(integer('Number of the change that it undoes; null: none.')),
  edits: listOf(
    closed('A key.', {
      ...EDIT_MEMBERS, // A file that was edited by hand may have a longer one.
      before: orNull(text('Value before the change; null: not set.')),
    }),
  ),
});
export type RuleChange = TypeOf<typeof CHANGE>;

export const TARGET_TEST = closed('Result of the test.', {
  isSent: flag('Whether the target accepted the message.'),
  text: text('The result in words.'),
});
export type TargetTest = TypeOf<typeof TARGET_TEST>;

export interface Rules {
  /** Path of the file; null: no folder. */
  readonly file: string | null;
  /** Returns the rules of the file, secrets masked. Throws `ConfigError` if it cannot be read. */
  list(): readonly RuleEdit[];
  /** Newest first, secrets masked. */
  changes(): readonly RuleChange[];
  /** True if a key may be set. */
  isKnown(section: string, key: string): boolean;
  /** Throws `ConfigError` if the file cannot be read. */
  form(): RuleForm;
  /** Rejects with `ConfigError` if the configuration would be invalid, and with a system error if it cannot be saved. */
  change(edits: readonly RuleEdit[], author: string): Promise<RuleChange>;
  /** Null: no such change. Rejects like `change`. */
  undo(id: number, author: string): Promise<RuleChange | null>;
  /** Sends a test to a target. Programs are not run. Null: none with this name. */
  test(name: string): Promise<TargetTest | null>;
}
export const Rules = service<Rules>('rules of the page');
