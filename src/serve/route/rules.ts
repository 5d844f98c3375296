/** Rules that users set on the page, as routes see them. */
import type { OptionType } from '../../core/options.ts';

/** One key of the configuration. */
export interface RuleEdit {
  /** Name of a plugin, `alerts`, or that of a target: `notify_phone`. */
  readonly section: string;
  readonly key: string;
  /** As in the configuration file; null: as configured there. */
  readonly value: string | null;
}

export interface RuleChange {
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Address of the client. */
  readonly author: string;
  /** Number of the change that this one takes back; null: of none. */
  readonly undoes: number | null;
  readonly edits: readonly (RuleEdit & { readonly before: string | null })[];
}

/** The declaration of a key, and its value. */
export interface RuleField {
  readonly key: string;
  readonly type: OptionType;
  readonly description: string;
  /** Null: it has none. */
  readonly fallback: string | null;
  readonly choices: readonly string[] | null;
  /** Null: there is no bound. */
  readonly least: number | null;
  readonly most: number | null;
  readonly example: string | null;
  readonly required: boolean;
  readonly secret: boolean;
  /** As in the configuration, masked where it is secret; null: it is not set. */
  readonly value: string | null;
}

export interface KindForm {
  /** `FS_FULL` */
  readonly name: string;
  /** `File system full` */
  readonly title: string;
  readonly description: string;
  /** The first one enables it. */
  readonly fields: readonly RuleField[];
}

export interface TargetTypeForm {
  readonly type: string;
  readonly description: string;
  readonly fields: readonly RuleField[];
}

export interface TargetForm {
  /** `phone` */
  readonly name: string;
  readonly type: string;
  /** `all`: created on the page; `shared`: the configuration file sets it up; `none`: it runs a program. */
  readonly editable: 'all' | 'shared' | 'none';
  readonly fields: readonly RuleField[];
}

/** Everything that can be set, with the values that are in force. */
export interface RuleForm {
  readonly kinds: readonly KindForm[];
  readonly targets: readonly TargetForm[];
  /** Those that can be created, with keys of their own. */
  readonly types: readonly TargetTypeForm[];
  /** Keys of every target. */
  readonly shared: readonly RuleField[];
}

export interface TargetTest {
  readonly isSent: boolean;
  /** One sentence, or the problem and its remedy. */
  readonly text: string;
}

export interface Rules {
  /** Path of the file; null: there is no folder for it. */
  readonly file: string | null;
  /** The rules of the file, secrets masked. Throws `ConfigError` where it cannot be read. */
  list(): readonly RuleEdit[];
  /** The newest first, secrets masked. */
  changes(): readonly RuleChange[];
  /** Whether a key may be set. */
  isKnown(section: string, key: string): boolean;
  /** Throws `ConfigError` where the file cannot be read. */
  form(): RuleForm;
  /** Rejects with `ConfigError` where the configuration would be wrong, and with a system error where it cannot be kept. */
  change(edits: readonly RuleEdit[], author: string): Promise<RuleChange>;
  /** Null: there is no such change. Rejects as `change` does. */
  undo(id: number, author: string): Promise<RuleChange | null>;
  /** Sends a test to a target. Programs are not run. Null: there is none of this name. */
  test(name: string): Promise<TargetTest | null>;
}
