/** File of last calls, written by the agent. */
import { parseAs } from '../../core/files/state-file.ts';
import { closed, lossyListOf, flag, moment, number, orNull, text, type TypeOf } from '../../core/shape.ts';
import { AuthError } from '../../net/credentials/errors.ts';
import { readPrivateFile } from '../../net/credentials/private-file.ts';

const CALL = closed('The last call of a beat.', {
  name: text(),
  time: moment('Time of the call'),
  since: moment('Begin of the present state'),
  up: flag('False: the program reported that it failed.'),
  ms: orNull(number('Duration of its work in milliseconds.')),
  text: orNull(text()),
});
export type LastCall = TypeOf<typeof CALL>;

export const parseCalls = parseAs(lossyListOf(CALL));

/** Empty if there is no file. Throws {@link AuthError} if it cannot be read or parsed. */
export function readCalls(path: string): readonly LastCall[] {
  const json = readPrivateFile(path);
  if (json === null) return [];
  const { value, problems } = parseCalls(json);
  if (problems.length > 0)
    throw new AuthError(`${path} is damaged. Remove it: running programs report again.`);
  return value ?? [];
}
