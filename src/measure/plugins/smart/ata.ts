/** Attributes of ATA disks: the table `ata_smart_attributes` of smartctl's JSON. */
import { FAILING_NOW } from '../../../core/smart-words.ts';
import type { Attribute, Attributes } from './attribute.ts';
import type { Answer, AtaRow } from './answer.ts';

const WHEN_FAILED: Readonly<Record<string, string>> = { '': '-', now: FAILING_NOW, past: 'In_the_past' };

export const ataAttributes = ({ ata_smart_attributes: log }: Answer): Attributes =>
  Object.fromEntries((log?.table ?? []).map((row) => [String(row.id), attributeOf(row)]));

const attributeOf = ({ name = '', flags, when_failed: failed = '', ...row }: AtaRow): Attribute => ({
  name,
  key: name,
  flags: flags?.value ?? null,
  raw: row.raw?.string ?? '',
  value: String(row.value ?? 0).padStart(3, '0'),
  worst: row.worst ?? null,
  threshold: row.thresh ?? null,
  type: flags?.prefailure === true ? 'Pre-fail' : 'Old_age',
  updated: flags?.updated_online === true ? 'Always' : 'Offline',
  when_failed: WHEN_FAILED[failed] ?? failed,
});
