/** Whether a value from a file is an entry of the programs that used a machine most. */
import {
  type Check,
  formOf,
  isNumber,
  isText,
  isTime,
  listOf,
  ofForm,
  orAbsent,
  orNull,
} from '../../core/form.ts';
import type { TopEntry } from './history-source.ts';

const isOwner = orAbsent(orNull(isText));

const isShare: Check = (value) =>
  Array.isArray(value) && isText(value[0]) && isNumber(value[1]) && isOwner(value[2]) && isOwner(value[3]);

const isShares = listOf(isShare);

export const isTopEntry: (value: unknown) => value is TopEntry = ofForm(
  formOf<TopEntry>({
    time: isTime,
    seconds: isNumber,
    cpu: isShares,
    memory: isShares,
    io: isShares,
    faults: orAbsent(isShares),
    swap: orAbsent(isShares),
  }),
) as (value: unknown) => value is TopEntry;
