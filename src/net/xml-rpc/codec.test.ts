import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tries } from '../../../test/support/full-run.ts';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { parseCall, parseReply, writeCall, writeFault, writeReply } from './codec.ts';
import { RpcError, RpcFault } from './rpc-error.ts';
import type { RpcValue } from './value.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const call = (params: string, method = 'getPlugin') =>
  parseCall(
    bytes(
      `<?xml version='1.0'?>\n<methodCall>\n<methodName>${method}</methodName>\n<params>${params}</params>\n</methodCall>\n`,
    ),
  );
const value = (xml: string) => call(`<param>\n<value>${xml}</value>\n</param>`).params[0];

/** Characters that XML can hold and that parsers leave as they are. */
const text = fc.string({ unit: anyCharacter }).map((any) =>
  // eslint-disable-next-line no-control-regex
  any.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, ''),
);
const { tree } = fc.letrec<{ tree: RpcValue }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    text,
    fc.boolean(),
    fc.constant(null),
    fc.integer({ min: -0x7fff_ffff, max: 0x7fff_ffff }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.uint8Array().map((some) => Buffer.from(some)),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(text, tie('tree'), { maxKeys: 4, noNullPrototype: false }),
  ),
}));

const PIECES =
  '<methodCall> </methodCall> <methodResponse> <params> <param> <value> </value> <int> <![CDATA[ ]]> <!-- --> <?xml ?> &lt; &#x ; <struct> <member> </ /> " \' <__proto__> = >'.split(
    ' ',
  );

/** Structs come back without a prototype; -0 has the text of 0. */
const plain = (any: RpcValue): unknown => {
  if (Array.isArray(any)) return any.map(plain);
  if (any === null || typeof any !== 'object' || Buffer.isBuffer(any)) return any;
  return Object.entries(any as Record<string, RpcValue>)
    .map(([name, member]) => [name, plain(member)])
    .sort();
};

describe('calls', () => {
  it('reads what Python sends', () => {
    expect(call('\n<param>\n<value><string>cpu</string></value>\n</param>\n')).toEqual({
      method: 'getPlugin',
      params: ['cpu'],
    });
    expect(parseCall(bytes('<methodCall><methodName>init</methodName></methodCall>'))).toEqual({
      method: 'init',
      params: [],
    });
  });

  it.each<[string, unknown]>([
    ['untyped', 'untyped'],
    ['<int>-7</int>', -7],
    ['<i4>+7</i4>', 7],
    ['<i8>4294967296</i8>', 4_294_967_296],
    ['<boolean>1</boolean>', true],
    ['<double>-1.5e3</double>', -1500],
    ['<string> a &lt;&#98;&#x63;&amp;&gt; </string>', ' a <bc&> '],
    ['<string><![CDATA[<&amp;>]]>&amp;</string>', '<&amp;>&'],
    ['<string/>', ''],
    ['<nil/>', null],
    ['<dateTime.iso8601>20261121T07:00:00</dateTime.iso8601>', '20261121T07:00:00'],
    ['<base64>aGk=</base64>', Buffer.from('hi')],
    ['<array><data><value><int>1</int></value><value>b</value></data></array>', [1, 'b']],
    ['<struct><member><name>__proto__</name><value>x</value></member></struct>', [['__proto__', 'x']]],
  ])('reads %s', (xml, expected) => {
    expect(plain(value(xml) as RpcValue)).toEqual(expected);
  });

  it.each<[string, string, string | RegExp]>([
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><methodCall/>', 'entities are not allowed'],
    ['an entity', '<methodCall><methodName>&lol;</methodName></methodCall>', 'not well-formed'],
    ['a character that is none', '<methodCall><methodName>&#0;</methodName></methodCall>', 'not well-formed'],
    ['nothing', '', /XML/],
    ['many elements', `<methodCall>${'<a/>'.repeat(20_001)}`, 'too many elements'],
    ['text', 'hello', /XML/],
    ['two roots', '<methodCall/><methodCall/>', /XML/],
    ['JSON', '{"a":1}', /XML/],
    ['another root', '<html></html>', 'expected the element methodCall'],
    ['no name', '<methodCall/>', 'expected methodName'],
    ['an empty name', '<methodCall><methodName/></methodCall>', 'not a name of a method'],
    ['open elements', '<methodCall><methodName>a</methodName>', 'not well-formed'],
    ['deep nesting', `<methodCall>${'<a>'.repeat(200)}`, 'nested too deeply'],
    ['bytes', '<methodCall>\ud800', /XML/],
  ])('refuses %s', (_name, xml, message) => {
    expect(() => parseCall(bytes(xml))).toThrow(message);
    expect(() => parseCall(bytes(xml))).toThrow(RpcError);
  });

  it.each([
    '<int>1.5</int>',
    '<int></int>',
    '<int>99999999999999999999</int>',
    '<boolean>yes</boolean>',
    '<double>0x10</double>',
    '<double>Infinity</double>',
    '<string><b/></string>',
    '<int>1</int><int>2</int>',
    '<unknown/>',
    '<array/>',
    '<struct><member><name>a</name></member></struct>',
    '<array><data><int>1</int></data></array>',
    `${'<array><data><value>'.repeat(30)}${'</value></data></array>'.repeat(30)}`,
  ])('refuses the value %s', (xml) => {
    expect(() => value(xml)).toThrow(RpcError);
  });

  it('refuses bytes that are not UTF-8, and too many parameters', () => {
    expect(() => parseCall(new Uint8Array([0xff, 0xfe, 0x3c, 0]))).toThrow('not UTF-8');
    expect(() => call('<param><value/></param>'.repeat(33))).toThrow('too many');
  });
});

describe('the codec', () => {
  it('gives back every value', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (any) => {
        expect(plain(await parseReply(bytes(writeReply(any))))).toEqual(plain(any));
        expect(plain(parseCall(bytes(writeCall('a.b', [any]))).params)).toEqual([plain(any)]);
      }),
    );
  });

  it('replaces what XML cannot hold', async () => {
    expect(await parseReply(bytes(writeReply('a\u0000b\ud800c\ufffe')))).toBe('a\ufffdb\ufffdc\ufffd');
    expect(await parseReply(bytes(writeReply(Number.NaN)))).toBeNull();
  });

  it('reads a long text in slices, wherever one ends', async () => {
    const long = '\r\n&<é😀'.repeat(20_000);
    let turns = 0;
    const count = setInterval(() => (turns += 1), 0);
    expect(await parseReply(bytes(writeReply(long)))).toBe(long);
    clearInterval(count);
    expect(turns).toBeGreaterThan(5);
  });

  it('throws faults', async () => {
    const error: unknown = await parseReply(bytes(writeFault(1, 'no <such> method'))).catch(
      (fault: unknown) => fault,
    );
    expect(error).toEqual(new RpcFault(1, 'no <such> method'));
    expect((error as RpcFault).code).toBe(1);
  });

  it('ends every input with a value or an RpcError', async () => {
    const piece = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 6 }), fc.constantFrom(...PIECES));
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        for (const parse of [parseCall, parseReply]) {
          try {
            await parse(bytes(pieces.join('')));
          } catch (error) {
            if (!(error instanceof RpcError) && !(error instanceof RpcFault)) throw error;
          }
        }
      }),
      { numRuns: tries(1000) },
    );
  });

  it('ends every bytes, too', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (some) => {
        expect(() => parseCall(some)).toThrow(RpcError);
      }),
    );
  });

  // A second for all together; a quadratic step exceeds this at its first case.
  it('takes time in proportion to the length', async () => {
    const start = performance.now();
    for (const [head, unit] of LONG) {
      const text = head + unit.repeat(250_000 / unit.length);
      for (const whole of [text, `${text}</a>`, `<methodResponse>${text}`])
        await parseReply(bytes(whole)).catch((error: unknown) => expect(error).toBeInstanceOf(RpcError));
    }
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

const LONG = [
  ['<', 'a'],
  ['', '<'],
  ['', '<a'],
  ['', '<a>'],
  ['<a>', '<b/>'],
  ['<a ', 'b="c" '],
  ['<a b="', 'c'],
  ['<a>', '&'],
  ['<a>&', 'b'],
  ['<a>', '&amp;'],
  ['<!', 'a'],
  ['<!--', '-'],
  ['<a>', '<!---->'],
  ['<a><![CDATA[', ']'],
  ['<a>', '<![CDATA[]]>'],
  ['<?a', '?'],
  ['<?xml', ' '],
  ['<!DOCTYPE a [', '['],
  ['<a>', '\r\n'],
  ['', ' '],
] as const;
