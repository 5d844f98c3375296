/** Who causes an alert, in words: one form for the page, the terminal, notifications and explanations. Pure. */
import { type Culprit, type Culprits, isService } from '../../core/culprits.ts';
import { t } from './language.ts';
import { printable } from './printable.ts';

export const MOST = 50;
/** Percent below which a share is not worth a word. */
const LEAST = 15;
const LONGEST_NAME = 60;

/** Fills a phrase: {@link t}, or for texts that are English always. */
export type Say = (
  text: Parameters<typeof t>[0],
  values: Readonly<Record<string, string | number>>,
) => string;

/**
 * `mostly ffmpeg in container jellyfin`; `cc1plus 34 %, rustc 21 %`; `many programs`; `programs too short-lived to be seen: 60 %`.
 * Empty: unknown.
 */
export function culpritWords(culprits: Culprits | null | undefined, say: Say = t): string {
  if (!culprits) return '';
  const { programs, ended } = culprits;
  const [first] = programs;
  if (first !== undefined && first.percent > MOST)
    return say('mostly {who}', { who: programText(first, say) });
  const shares = programs
    .filter(({ percent }) => percent >= LEAST)
    .map((one) => say('{who} {percent} %', { who: programText(one, say), percent: one.percent }));
  const short = say('programs too short-lived to be seen: {percent} %', { percent: ended });
  if (ended > MOST) return short;
  if (ended >= LEAST) shares.push(short);
  if (shares.length > 0) return shares.join(', ');
  return first === undefined || first.name === '' ? '' : say('many programs', {});
}

/** `postgres in container db`, `node in app.service`, `python3 of user anna`. */
export function programText({ name, unit, container, user }: Omit<Culprit, 'percent'>, say: Say = t): string {
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

/** English, whatever language the reader has. */
export const inEnglish: Say = (text, values) =>
  text.replaceAll(/\{([^{}|]*)\}/g, (_, name: string) => String(values[name] ?? ''));
