/** Caches the methods' JSON texts of the latest snapshots. */
import type { Aspect, JsonCache } from '../json-cache/json-cache.ts';
import { Body } from '../../http/body/body.ts';
import { Slice } from '../../core/slice.ts';
import type { Plugin } from '../../core/plugin.ts';
import { writeEscaped } from '../../net/xml-rpc/codec.ts';
import { wireName } from '../../net/xml-rpc/names.ts';
import { escapeText } from '../../net/xml-rpc/value.ts';

export interface Texts {
  /** A whole reply with the JSON text of a plugin. */
  of(plugin: Plugin, aspect: Aspect): Promise<Body>;
  /** A whole reply with `{plugin: …}` of all plugins. */
  all(aspect: Aspect): Promise<Body>;
}

interface TextsSetup {
  jsonCache: JsonCache;
  /** Plugins of {@link Texts.all}. */
  plugins: readonly Plugin[];
  /** Long texts are written in parts. */
}

export function createTexts({ jsonCache, plugins }: TextsSetup): Texts {
  const replies = new WeakMap<Body, Promise<Body>>();
  const kept = new Map<Aspect, { version: string; reply: Promise<Body> }>();

  const replyOf = (body: Body): Promise<Body> => {
    const reply = replies.get(body) ?? escaped(body, new Slice()).then((text) => xmlBody(writeEscaped(text)));
    replies.set(body, reply);
    return reply;
  };

  const assemble = async (aspect: Aspect): Promise<Body> => {
    const slice = new Slice();
    const members: string[] = [];
    for (const plugin of plugins) {
      const text = await escaped(await jsonCache.of(plugin, aspect), slice);
      members.push(`${JSON.stringify(wireName(plugin.name))}:${text}`);
    }
    return xmlBody(writeEscaped(`{${members.join(',')}}`));
  };

  return {
    of: async (plugin, aspect) => replyOf(await jsonCache.of(plugin, aspect)),
    all(aspect) {
      const version = plugins.map(jsonCache.versionOf).join(' ');
      const known = kept.get(aspect);
      if (known?.version === version) return known.reply;
      const reply = assemble(aspect);
      kept.set(aspect, { version, reply });
      reply.catch(() => kept.delete(aspect));
      return reply;
    },
  };
}

/** Characters that are escaped at once: half a millisecond. */
const PART = 65_536;

/** Writes a body as XML text, in slices. */
async function escaped({ bytes }: Body, slice: Slice): Promise<string> {
  const text = bytes.toString('utf8');
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    const to = wholeEnd(text, from + PART);
    parts.push(escapeText(text.slice(from, to)));
    if (slice.isOver) await slice.next();
    from = to;
  }
  return parts.join('');
}

/** Not within a surrogate pair. */
const wholeEnd = (text: string, end: number): number =>
  /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end + 1 : end;

export const xmlBody = (text: string): Body => new Body(Buffer.from(text), null, 'text/xml');
