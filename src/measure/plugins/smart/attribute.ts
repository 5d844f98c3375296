import type { Json } from '../../../core/served.ts';

/** A served attribute of a disk. */
export interface Attribute {
  name: string;
  key: string;
  flags: number | null;
  raw: Json;
  value: Json;
  worst: number | null;
  threshold: number | null;
  type: string | null;
  updated: string | null;
  when_failed: string | null;
}

/** Attributes by number. */
export type Attributes = Record<string, Attribute>;

/** A counter that is no attribute of ATA: without threshold and flags. */
export const plainAttribute = (key: string, name: string, value: Json): Attribute => ({
  name,
  key,
  value,
  flags: null,
  raw: value,
  worst: null,
  threshold: null,
  type: null,
  updated: null,
  when_failed: null,
});
