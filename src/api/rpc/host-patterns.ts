/** [outputs] xmlrpc_allowed_hosts: shell patterns with `*`, `?` and `[abc]`. */
import { type HostRule, patternName } from '../../core/host-pattern.ts';

/** Longer than any name of DNS. */
const LONGEST_HOST = 255;

/** Names are compared in lower case, addresses as numbers. */
export function hostPatterns(patterns: readonly string[]): HostRule {
  const names = new Set(patterns.map(patternName));
  const globs = patterns.map((pattern) => parseGlob(pattern.toLowerCase()));
  return {
    names: (host) => names.has(host),
    allows: (host) =>
      host.length <= LONGEST_HOST && (names.has(host) || globs.some((glob) => matches(glob, host))),
  };
}

type Token = '*' | ((character: string) => boolean);

function parseGlob(pattern: string): Token[] {
  const parts = pattern.match(/\*+|\?|\[!?\]?[^\]]+\]|[^]/g) ?? [];
  return parts.map((part) => {
    if (part.startsWith('*')) return '*';
    if (part === '?') return () => true;
    const [, negation, members] = /^\[(!?)(.+)\]$/s.exec(part) ?? [];
    if (members === undefined) return (character) => character === part;
    return (character) => inSet(members, character) !== (negation === '!');
  });
}

/** `abc` or `a-z`. */
function inSet(members: string, character: string): boolean {
  for (let at = 0; at < members.length; at += 1) {
    const [first = '', dash, last] = members.slice(at, at + 3);
    if (dash === '-' && last !== undefined) {
      if (first <= character && character <= last) return true;
      at += 2;
    } else if (first === character) return true;
  }
  return false;
}

/** Backtracks only to the last `*`, so that its time is at most the product of both lengths. */
function matches(glob: readonly Token[], text: string): boolean {
  let at = 0;
  let token = 0;
  let star = -1;
  let starAt = 0;
  while (at < text.length) {
    const expected = glob[token];
    if (expected === '*') {
      star = token;
      starAt = at;
      token += 1;
    } else if (expected?.(text[at] ?? '') === true) {
      at += 1;
      token += 1;
    } else if (star !== -1) {
      starAt += 1;
      at = starAt;
      token = star + 1;
    } else return false;
  }
  return glob.slice(token).every((rest) => rest === '*');
}
