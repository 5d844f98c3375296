/** Encodes and decodes XML-RPC calls and replies. Input is untrusted; all readers throw {@link RpcError}. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { RpcError, RpcFault } from './rpc-error.ts';
import { expectName, onlyChild, readValue, type RpcValue, writeValue } from './value.ts';
import { createXmlReader, type XmlElement } from './xml.ts';

export interface RpcCall {
  method: string;
  params: readonly RpcValue[];
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const MOST_PARAMS = 32;

/** Decodes at once: calls are short, and the server limits their size. */
export function parseCall(bytes: Uint8Array): RpcCall {
  const reader = createXmlReader();
  for (const part of partsOf(bytes)) reader.write(part);
  const root = reader.end();
  expectName(root, 'methodCall');
  const [name, params, ...others] = root.children;
  if (name === undefined || others.length > 0) throw new RpcError('expected methodName and params');
  expectName(name, 'methodName');
  const method = name.text.trim();
  if (!/^[\w.:/]{1,256}$/.test(method)) throw new RpcError('not a name of a method');
  return { method, params: params === undefined ? [] : readParams(params) };
}

function readParams(params: XmlElement): RpcValue[] {
  expectName(params, 'params');
  if (params.children.length > MOST_PARAMS) throw new RpcError('too many parameters');
  return params.children.map((param) => {
    expectName(param, 'param');
    return readValue(onlyChild(param, 'value'));
  });
}

/** Decodes the value of a reply, which may be long, in slices. Throws {@link RpcFault} for a fault. */
export async function parseReply(bytes: Uint8Array): Promise<RpcValue> {
  const reader = createXmlReader();
  for (const part of partsOf(bytes)) {
    reader.write(part);
    await nextTurn();
  }
  const root = reader.end();
  expectName(root, 'methodResponse');
  const [content] = root.children;
  if (content?.name === 'fault') throw faultOf(readValue(onlyChild(content, 'value')));
  const [value, ...others] = readParams(onlyChild(root, 'params'));
  if (value === undefined || others.length > 0) throw new RpcError('expected one value');
  return value;
}

function faultOf(value: RpcValue): RpcFault {
  const { faultCode, faultString } = (value ?? {}) as Record<string, RpcValue>;
  if (typeof faultCode !== 'number' || typeof faultString !== 'string')
    throw new RpcError('a fault without code and text');
  return new RpcFault(faultCode, faultString);
}

export const writeCall = (method: string, params: readonly RpcValue[] = []): string =>
  `${HEAD}<methodCall><methodName>${method}</methodName><params>${params.map(writeParam).join('')}</params></methodCall>\n`;

export const writeReply = (value: RpcValue): string =>
  `${HEAD}<methodResponse><params>${writeParam(value)}</params></methodResponse>\n`;

/** {@link writeReply} of a text that has been through `escapeText`. */
export const writeEscaped = (text: string): string =>
  `${HEAD}<methodResponse><params><param><value><string>${text}</string></value></param></params></methodResponse>\n`;

export const writeFault = (faultCode: number, faultString: string): string =>
  `${HEAD}<methodResponse><fault>${writeValue({ faultCode, faultString })}</fault></methodResponse>\n`;

const writeParam = (value: RpcValue): string => `<param>${writeValue(value)}</param>`;

/** Bytes that are read in one turn of the event loop: a millisecond, at worst four. */
const SLICE = 16_384;

/** Yields the text a slice at a time. All known clients use UTF-8. */
function* partsOf(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += SLICE)
      yield decoder.decode(bytes.subarray(at, at + SLICE), { stream: true });
    yield decoder.decode();
  } catch {
    throw new RpcError('not UTF-8 text');
  }
}
