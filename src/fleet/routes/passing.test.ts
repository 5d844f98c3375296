import { describe, expect, it } from 'vitest';
import { hasRoom, type Passing } from './passing.ts';

/** Accepts requests while there is room. */
function setUp() {
  const running: Passing[] = [];
  const enter = (group: string, server: string): boolean => {
    const passing = { group, server, signal: null };
    const mayEnter = hasRoom(passing, running);
    if (mayEnter) running.push(passing);
    return mayEnter;
  };
  return {
    running,
    enter,
    times: (count: number, group: string, server: string): number =>
      Array.from({ length: count }, () => enter(group, server)).filter(Boolean).length,
  };
}

describe('requests that a hub passes on', () => {
  it('have a share for each server', () => {
    const { times } = setUp();
    expect(times(20, 'a', 'one')).toBe(8);
    expect(times(20, 'b', 'one')).toBe(0);
    expect(times(20, 'b', 'two')).toBe(8);
  });

  it('leave room for servers that answer, for the same reader and for others', () => {
    const { enter, times } = setUp();
    for (const hanging of ['1', '2', '3', '4']) times(8, 'a', hanging);
    for (const hanging of ['5', '6', '7', '8']) expect(times(8, 'a', hanging)).toBe(1);
    expect(enter('a', 'healthy')).toBe(true);
    expect(enter('b', 'healthy')).toBe(true);
  });

  it('of one network are half of all', () => {
    const { running, enter } = setUp();
    for (let server = 0; server < 200; server += 1) enter('a', `of a ${server}`);
    expect(running.length).toBe(64);
    expect(enter('b', 'healthy')).toBe(true);
    for (let server = 0; server < 200; server += 1) enter(`c${server}`, `of c ${server}`);
    expect(running.length).toBe(128);
  });
});
