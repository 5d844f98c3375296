/** Who causes an alert, in words: one form for the page, the terminal, notifications and explanations. Pure. */
import { type Culprit, type Culprits, isService } from '../../core/culprits.ts';
import { say, type Word } from '../../core/said.ts';
import { printable } from './printable.ts';
import { spokenWord } from './said-words.ts';

export const MOST = 50;
/** Percent below which a share is not worth a word. */
const LEAST = 15;
const LONGEST_NAME = 60;

/**
 * `mostly ffmpeg in container jellyfin`; `cc1plus 34 %, rustc 21 %`; `many programs`; `programs too short-lived to be seen: 60 %`.
 * Null: unknown.
 */
export function culpritWord(culprits: Culprits | null | undefined): Word | null {
  if (!culprits) return null;
  const { programs, ended } = culprits;
  const [first] = programs;
  if (first !== undefined && first.percent > MOST) return say('mostly {who}', { who: programWord(first) });
  const shares = programs
    .filter(({ percent }) => percent >= LEAST)
    .map((one) => say('{who} {percent} %', { who: programWord(one), percent: one.percent }));
  const short = say('programs too short-lived to be seen: {percent} %', { percent: ended });
  if (ended > MOST) return short;
  if (ended >= LEAST) shares.push(short);
  if (shares.length > 0) return shares;
  return first === undefined || first.name === '' ? null : say('many programs');
}

/** In the language of the reader; empty: unknown. */
export const culpritWords = (culprits: Culprits | null | undefined): string =>
  spokenWord(culpritWord(culprits));

/** `postgres in container db`, `node in app.service`, `python3 of user anna`. */
export function programWord({ name, unit, container, user }: Omit<Culprit, 'percent'>): Word {
  const program = printable(name, LONGEST_NAME);
  if (container !== null && name === '')
    return say('container {name}', { name: printable(container, LONGEST_NAME) });
  if (container !== null)
    return say('{program} in container {container}', {
      program,
      container: printable(container, LONGEST_NAME),
    });
  if (isService(unit) && unit.replace(/\.service$/, '').split('@')[0] !== name)
    return say('{program} in {unit}', { program, unit: printable(unit, LONGEST_NAME) });
  if (user === undefined || user === name) return program;
  return say('{program} of user {user}', { program, user: printable(user, LONGEST_NAME) });
}
