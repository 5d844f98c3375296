import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { lineOf, parseLine } from './entry.ts';
import { change } from '../../../test/support/journal-rig.ts';

describe('a line', () => {
  it('comes back as it was, or not at all', () => {
    const { kind, ...rest } = change(1, 'begin');
    const line = lineOf({ kind: kind as 'begin', time: 5, seq: 1, ...rest });
    expect(parseLine(line.trimEnd())).toEqual({ kind, time: 5, seq: 1, ...rest });
    fc.assert(
      fc.property(fc.nat(line.length - 2), fc.nat(255), (at, code) => {
        const changed = line.slice(0, at) + String.fromCharCode(code) + line.slice(at + 1, -1);
        if (changed !== line.slice(0, -1)) expect(parseLine(changed)).toBeNull();
      }),
    );
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => parseLine(text) === null));
  });

  it('of a time that no clock has is left out', () => {
    const entry = { ...change(1, 'begin'), kind: 'begin' as const, time: 1, seq: 1 };
    expect(parseLine(lineOf(entry).trimEnd())).toEqual(entry);
    for (const time of [-1, 1e308])
      expect(parseLine(lineOf({ ...entry, time }).trimEnd()), `${time}`).toBeNull();
    for (const wrong of [{ begin: 1e308 }, { begin: -5 }, { end: 1e15 }, { end: -2 }, { max: -1e308 }])
      expect(
        parseLine(lineOf({ ...entry, event: { ...entry.event, ...wrong } }).trimEnd()),
        JSON.stringify(wrong),
      ).toBeNull();
  });

  it('of a kind that is not known is left out', () => {
    const text = lineOf({ kind: 'mark', mark: 'x', time: 1, seq: 1 }).replace(
      '"mark","mark"',
      '"note","mark"',
    );
    expect(parseLine(text.trimEnd())).toBeNull();
    expect(parseLine(lineOf({ kind: 'new' as 'mark', mark: 'x', time: 1, seq: 1 }).trimEnd())).toBeNull();
    expect(
      parseLine(lineOf({ ...change(1, 'begin'), kind: 'begin', time: 1, seq: 1, id: 1.5 }).trimEnd()),
    ).toBeNull();
  });
});
