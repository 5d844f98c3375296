/** Rules that users set on the page, as routes see them. */

/** One key of the configuration. */
export interface RuleEdit {
  /** Name of a plugin, or `alerts`. */
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

export interface Rules {
  /** Path of the file; null: there is no folder for it. */
  readonly file: string | null;
  /** The rules of the file. Throws `ConfigError` where it cannot be read. */
  list(): readonly RuleEdit[];
  /** The newest first. */
  changes(): readonly RuleChange[];
  /** The declaration of a key that may be set; null for all others. */
  option(section: string, key: string): { readonly type: string; readonly description: string } | null;
  /** Rejects with `ConfigError` where the configuration would be wrong, and with a system error where it cannot be kept. */
  change(edits: readonly RuleEdit[], author: string): Promise<RuleChange>;
  /** Null: there is no such change. Rejects as `change` does. */
  undo(id: number, author: string): Promise<RuleChange | null>;
}
