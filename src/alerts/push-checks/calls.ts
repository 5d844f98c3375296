/** File of last calls, written by the agent. */
import { parseAs } from '../../core/files/state-file.ts';
import { readKeptFile } from '../../core/files/read-small-file.ts';
import { orNull as orElseNull } from '../../core/or-null.ts';
import { closed, entriesOf, flag, moment, number, orNull, text, type TypeOf } from '../../core/shape.ts';

const CALL = closed('The last call of a beat.', {
  name: text(),
  time: moment('Time of the call'),
  since: moment('Begin of the present state'),
  up: flag('False: the program reported that it failed.'),
  ms: orNull(number('How long its work took, in milliseconds.')),
  text: orNull(text()),
});
export type LastCall = TypeOf<typeof CALL>;

export const parseCalls = parseAs(entriesOf(CALL));

/** Empty if the file cannot be read. */
export const readCalls = (path: string): readonly LastCall[] =>
  orElseNull(() => parseCalls(readKeptFile(path).toString('utf8')).value) ?? [];
