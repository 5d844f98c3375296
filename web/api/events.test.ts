import { describe, expect, it } from 'vitest';
import { EventParser } from './events.ts';

describe('server-sent events', () => {
  it('come out whole however they arrive', () => {
    const text =
      'id: 7\nevent: cpu\ndata: {"total":\ndata: 5}\n\n: heartbeat\n\ndata:x\r\n\r\nevent: none\n\n';
    const expected = [
      { event: 'cpu', data: '{"total":\n5}', id: '7' },
      { event: 'message', data: 'x', id: '7' },
    ];
    expect(new EventParser().take(text)).toEqual(expected);
    const parser = new EventParser();
    expect([...text].flatMap((character) => parser.take(character))).toEqual(expected);
  });
});
