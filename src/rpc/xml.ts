/**
 * Reads the part of XML 1.0 that XML-RPC needs: elements and text. What declares anything (document types, entities) is
 * refused before it is looked at; of references only those to characters are known.
 */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { RpcError } from './rpc-error.ts';

export interface XmlElement {
  readonly name: string;
  /** Without text. */
  readonly children: readonly XmlElement[];
  /** All text directly within, references replaced. */
  readonly text: string;
}

/** Elements within each other; a value takes two or four. */
const MOST_NESTED = 64;
const TEXT = '#text';
const CDATA = '#cdata';

/** The root element. Throws {@link RpcError}. */
export function parseXml(text: string): XmlElement {
  // Whatever else begins like this declares something, or includes parts on condition.
  if (/<!(?!--|\[CDATA\[)/.test(text)) throw new RpcError('document types and entities are not allowed');
  refuseDepth(text);
  const nodes = attempt(() => {
    const problem = XMLValidator.validate(text);
    if (problem !== true) throw new RpcError(`not well-formed XML in line ${problem.err.line}`);
    return new XMLParser(OPTIONS).parse(text) as Node[];
  });
  const elements = nodes.filter((node) => nameOf(node) !== TEXT);
  const [root] = elements;
  if (root === undefined || elements.length > 1) throw new RpcError('not an XML document');
  return elementOf(root);
}

type Node = Record<string, unknown>;

const OPTIONS = {
  preserveOrder: true,
  ignoreAttributes: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  parseTagValue: false,
  trimValues: false,
  processEntities: false,
  cdataPropName: CDATA,
  textNodeName: TEXT,
  maxNestedTags: MOST_NESTED,
};

/** In front of the parser, whose validator has no limit. */
function refuseDepth(text: string): void {
  let depth = 0;
  for (const [, closing, name = '', , empty] of text.matchAll(/<(\/?)([A-Za-z][\w.]*)([^<>]*?)(\/?)>/g)) {
    if (empty === '/' || name === '') continue;
    depth += closing === '/' ? -1 : 1;
    if (depth > MOST_NESTED) throw new RpcError('elements are nested too deeply');
  }
}

function attempt<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RpcError) throw error;
    throw new RpcError('not well-formed XML', { cause: error });
  }
}

const nameOf = (node: Node): string => Object.keys(node)[0] ?? '';

function elementOf(node: Node): XmlElement {
  const name = nameOf(node);
  const inner = (node[name] ?? []) as Node[];
  return {
    name,
    children: inner.filter((child) => ![TEXT, CDATA].includes(nameOf(child))).map(elementOf),
    text: inner.map(textOf).join(''),
  };
}

function textOf(node: Node): string {
  if (Object.hasOwn(node, TEXT)) return decodeReferences(String(node[TEXT]));
  if (!Object.hasOwn(node, CDATA)) return '';
  return (node[CDATA] as Node[]).map((part) => String(part[TEXT])).join('');
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text as it is meant. Throws {@link RpcError} for entities other than the five of XML. */
export const decodeReferences = (text: string): string =>
  text.includes('&') ? text.replace(/&([^;&]{0,10});?/g, (whole, name: string) => decode(whole, name)) : text;

function decode(whole: string, name: string): string {
  const [, hex, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? [];
  const code = hex === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hex, 16);
  const character = Object.hasOwn(NAMED, name)
    ? NAMED[name]
    : isCharacter(code)
      ? String.fromCodePoint(code)
      : undefined;
  if (character === undefined || !whole.endsWith(';')) throw new RpcError('a reference to something unknown');
  return character;
}

/** Production 2 of XML 1.0. */
const isCharacter = (code: number): boolean =>
  code === 0x9 ||
  code === 0xa ||
  code === 0xd ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff);
