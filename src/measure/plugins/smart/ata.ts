/** Attributes of ATA disks: the table `ata_smart_attributes` of smartctl's JSON. */
import { FAILING_NOW } from '../../../core/smart-words.ts';
import type { Attribute, Attributes } from './attribute.ts';
import { type Json, listOf, numberOf, objectOf, textOf } from './json.ts';

const WHEN_FAILED: Readonly<Record<string, string>> = { '': '-', now: FAILING_NOW, past: 'In_the_past' };

export function ataAttributes(disk: Json): Attributes {
  const rows = listOf(objectOf(disk['ata_smart_attributes'])['table']);
  return Object.fromEntries(
    rows.flatMap((row) => {
      const id = numberOf(row['id']);
      return id === null ? [] : [[String(id), attributeOf(row)]];
    }),
  );
}

function attributeOf(row: Json): Attribute {
  const flags = objectOf(row['flags']);
  const name = textOf(row['name']) ?? '';
  const failed = textOf(row['when_failed']) ?? '';
  return {
    name,
    key: name,
    flags: numberOf(flags['value']),
    raw: textOf(objectOf(row['raw'])['string']) ?? '',
    value: String(numberOf(row['value']) ?? 0).padStart(3, '0'),
    worst: numberOf(row['worst']),
    threshold: numberOf(row['thresh']),
    type: flags['prefailure'] === true ? 'Pre-fail' : 'Old_age',
    updated: flags['updated_online'] === true ? 'Always' : 'Offline',
    when_failed: WHEN_FAILED[failed] ?? failed,
  };
}
