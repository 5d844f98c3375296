/**
 * Parses the XML 1.0 subset of XML-RPC: elements and text. Attributes are ignored, document types refused. Linear time; long texts
 * are written in parts.
 */
import { SaxesParser } from 'saxes';
import { RpcError } from './rpc-error.ts';

export interface XmlElement {
  readonly name: string;
  /** Without text. */
  readonly children: readonly XmlElement[];
  /** Text directly within, with references decoded. */
  readonly text: string;
}

interface XmlReader {
  /** Parses the next chunk. Throws {@link RpcError}. */
  write(text: string): void;
  /** Returns the root element, after the last chunk. Throws {@link RpcError}. */
  end(): XmlElement;
}

/** Most nested elements; a value takes two or four. */
const MOST_NESTED = 64;
/** Most elements in total: agents send everything in one document. */
const MOST_ELEMENTS = 20_000;

interface OpenElement extends XmlElement {
  readonly children: OpenElement[];
  text: string;
}

const newElement = (name: string): OpenElement => ({ name, children: [], text: '' });

export function createXmlReader(): XmlReader {
  const parser = new SaxesParser({ forceXMLVersion: true, defaultXMLVersion: '1.0' });
  const document = newElement('');
  const open = [document];
  let count = 0;
  const innermost = (): OpenElement => open.at(-1) ?? document;
  const addText = (text: string): void => void (innermost().text += text);

  parser.on('error', () => {
    throw new RpcError(`not well-formed XML in line ${parser.line}`);
  });
  parser.on('doctype', () => {
    throw new RpcError('document types and entities are not allowed');
  });
  parser.on('opentag', ({ name }) => {
    count += 1;
    if (open.length > MOST_NESTED) throw new RpcError('elements are nested too deeply');
    if (count > MOST_ELEMENTS) throw new RpcError('too many elements');
    const element = newElement(name);
    innermost().children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', addText);
  parser.on('cdata', addText);

  return {
    write: (text) => void parser.write(text),
    end() {
      parser.close();
      const [root] = document.children;
      if (root === undefined) throw new RpcError('not an XML document');
      return root;
    },
  };
}
