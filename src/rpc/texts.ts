/** JSON texts of the latest snapshots, as the methods return them: made once for each snapshot. */
import type { Aspect, Bodies } from '../api/bodies.ts';
import { Body } from '../api/body.ts';
import type { MaybePromise, Plugin } from '../core/plugin.ts';
import { writeReply } from './codec.ts';
import { wireName } from './names.ts';

export interface Texts {
  /** A whole reply, whose value is the JSON text of a plugin. */
  of(plugin: Plugin, aspect: Aspect): MaybePromise<Body>;
  /** The same for `{plugin: …}` of all of them. */
  all(aspect: Aspect): MaybePromise<Body>;
}

/** @param plugins those that `all` has */
export function createTexts(bodies: Bodies, plugins: readonly Plugin[]): Texts {
  const replies = new WeakMap<Body, Body>();
  const kept = new Map<Aspect, { version: string; reply: Promise<Body> }>();

  const replyOf = (body: Body): Body => {
    const reply = replies.get(body) ?? xmlBody(writeReply(body.bytes.toString('utf8')));
    replies.set(body, reply);
    return reply;
  };

  const assemble = async (aspect: Aspect): Promise<Body> => {
    const members: string[] = [];
    for (const plugin of plugins) {
      const { bytes } = await bodies.of(plugin, aspect);
      members.push(`${JSON.stringify(wireName(plugin.name))}:${bytes.toString('utf8')}`);
    }
    return xmlBody(writeReply(`{${members.join(',')}}`));
  };

  return {
    of(plugin, aspect) {
      const body = bodies.of(plugin, aspect);
      return body instanceof Promise ? body.then(replyOf) : replyOf(body);
    },
    all(aspect) {
      const version = plugins.map(bodies.versionOf).join(' ');
      const known = kept.get(aspect);
      if (known?.version === version) return known.reply;
      const reply = assemble(aspect);
      kept.set(aspect, { version, reply });
      reply.catch(() => kept.delete(aspect));
      return reply;
    },
  };
}

export const xmlBody = (text: string): Body => new Body(Buffer.from(text), null, 'text/xml');
