/** The configuration as text, before it is typed. */

/** One value as text and where it was found (`/etc/gander/gander.conf:12`). */
export interface RawValue {
  readonly value: string;
  readonly where: string;
  /** True when it comes from `[DEFAULT]`, so that not every section need know its key. */
  readonly inherited: boolean;
}

export interface RawSection {
  readonly where: string;
  /** By key. */
  readonly values: Map<string, RawValue>;
}
