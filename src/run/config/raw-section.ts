/** The configuration as text, before it is typed. */

/** One value as text and where it was found (`/etc/gander/gander.conf:12`). */
interface RawValue {
  readonly value: string;
  readonly where: string;
  /** True if it comes from `[DEFAULT]`, whose keys need not be known in every section. */
  readonly inherited: boolean;
}

export interface RawSection {
  readonly where: string;
  /** By key. */
  readonly values: Map<string, RawValue>;
}
