import { describe, expect, it } from 'vitest';
import { keysOf } from '../../src/show/display/action.ts';
import { ACTIONS, reasonsFor } from '../../src/show/display/actions.ts';
import { toggled } from '../../src/show/display/effects.ts';
import { SERVER_ACTIONS } from '../../src/show/display/server-actions.ts';
import { ENTRIES } from '../entries.ts';
import { KEYS as FLEET_KEYS } from '../fleet/keys.ts';

/** Keys of the specification (service.md 3.7), each with a word of what it is about. */
const SPECIFIED = 'a c m u p o i t A d Q f j k n s 2 z S D b B L l 1 h T U F 3 5 6 7 G I P V W 0'.split(' ');

/** Letters and signs; the table, the chart and the browser handle the others. */
const isTyped = (key: string): boolean => key.length === 1;

describe('keys', () => {
  it('are those of the specification, each once', () => {
    const keys = ACTIONS.filter(({ group }) => group !== 'Charts').flatMap((one) => keysOf(one, 'page'));
    expect(SPECIFIED.filter((key) => !keys.includes(key))).toEqual([]);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it('have a line for each thing they do', () => {
    const texts = ACTIONS.map(({ text }) => text);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  it.each([
    ['a machine', ACTIONS, ENTRIES.flatMap(({ actions }) => actions ?? [])],
    ['the list of servers', SERVER_ACTIONS, FLEET_KEYS],
  ])('of %s do what the list of actions says', (_, listed, bound) => {
    const wanted = listed.filter(
      (one) => one.group !== 'Charts' && (keysOf(one, 'page').some(isTyped) || one.menu !== undefined),
    );
    expect(bound.map(({ action }) => action.text).sort()).toEqual(wanted.map(({ text }) => text).sort());
  });

  it('that a side lacks have a reason', () => {
    const reasons = reasonsFor(ACTIONS, 'page');
    expect(reasons).toContainEqual({
      texts: 'end the process, after a question, raise its nice value, lower its nice value',
      reason: 'the page ends and changes no processes',
    });
    expect(reasonsFor(ACTIONS, 'terminal').map(({ texts }) => texts)).toContain(
      'log lines of the last 15 min',
    );
  });

  it('hide and show', () => {
    expect(toggled([], ['a', 'b'])).toEqual(['a', 'b']);
    expect(toggled(['a', 'x'], ['a', 'b'])).toEqual(['x', 'a', 'b']);
    expect(toggled(['a', 'x', 'b'], ['a', 'b'])).toEqual(['x']);
  });
});
