import { describe, expect, it } from 'vitest';
import { judge } from './answer.ts';

describe('the answer of a collector', () => {
  const answer = (status: number, type: string, bytes: Buffer) =>
    judge({ status, headers: { 'content-type': type }, body: bytes.toString('utf8'), bytes }, 0);
  const PROTOBUF = 'application/x-protobuf';

  it.each([
    [
      'JSON',
      'application/json',
      Buffer.from('{"partialSuccess":{"rejectedDataPoints":"2","errorMessage":"too old"}}'),
    ],
    ['protobuf', PROTOBUF, Buffer.from('0a0b08021207746f6f206f6c64', 'hex')],
  ])('that it took a part, in %s', (_, type, bytes) => {
    expect(answer(200, type, bytes)).toEqual({ kind: 'sent', answer: 'too old', refused: 2 });
  });

  it('may be empty, or broken', () => {
    for (const hex of ['', '0a', '0aff', 'ffff', '0b'])
      expect(answer(200, PROTOBUF, Buffer.from(hex, 'hex'))).toEqual({ kind: 'sent', answer: 'status 200' });
  });

  it('says in words why it took nothing', () => {
    expect(answer(400, PROTOBUF, Buffer.from('08031208626164207479706521'.slice(0, 24), 'hex'))).toEqual({
      kind: 'drop',
      answer: 'status 400 (bad type)',
    });
    expect(answer(503, PROTOBUF, Buffer.alloc(0)).kind).toBe('again');
  });
});
