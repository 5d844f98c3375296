import { parseAs } from '../../../core/files/state-file.ts';
import { anyObject, closed, listOf, loose, text } from '../../../core/shape.ts';
import { secretOption, textOption } from '../../../core/options.ts';
import type { HttpAnswer } from '../../../net/deliver/http-answer.ts';
import { type DeliveryVerdict, verdictOf } from '../../../net/deliver/verdict.ts';
import { defineExporter } from '../exporter.ts';
import { publicUrl } from '../../../core/redact.ts';
import { basicAuth, createHttpCaller, urlOf } from '../shared/http.ts';
import { mapsOf, countOf } from '../shared/maps.ts';
import { hostOption, portOption, protocolOption, verifyOption } from '../shared/options.ts';
import { jsonPayload } from '../shared/payload.ts';

const options = {
  host: hostOption(),
  port: portOption(5984),
  protocol: protocolOption(),
  db: textOption('glances', 'Database; it is made when it is missing.'),
  user: textOption(undefined, 'User.'),
  password: secretOption('Password of the user.'),
  verify_ssl: verifyOption(),
};

const payload = jsonPayload(closed('', { docs: listOf(anyObject()) }));

/** CouchDB rejects members that start with _, as names of programs and processes may. */
const memberOf = (name: string): string => (name.startsWith('_') ? `.${name}` : name);

/** CouchDB: a document per plugin. */
export default defineExporter({
  name: 'couchdb',
  description: 'CouchDB: a document per plugin.',
  options,
  isOrderFree: true,
  target: ({ protocol, host, port, db }) => `${publicUrl(urlOf(protocol, host, port, '/'))} (database ${db})`,
  encoder: () => (cycle) => {
    const points = cycle.points();
    const time = new Date(cycle.time).toISOString();
    const docs = [...mapsOf(points)].map(([plugin, map]) => ({
      // A repeated document is a conflict, so it is not stored twice.
      _id: `${cycle.host}.${time}.${plugin}`,
      type: plugin,
      time,
      hostname: cycle.host,
      ...Object.fromEntries(Object.entries(map).map(([name, value]) => [memberOf(name), value])),
    }));
    return docs.length === 0 ? [] : [{ bytes: payload.bytesOf({ docs }), samples: countOf(points) }];
  },
  split(bytes) {
    const { docs } = payload.in(bytes);
    const half = Math.ceil(docs.length / 2);
    const part = (...slice: [number, number?]) => payload.bytesOf({ docs: docs.slice(...slice) });
    return docs.length < 2 ? null : [part(0, half), part(half)];
  },
  open({ options: { protocol, host, port, db, user, password, verify_ssl: verify }, certificates }) {
    const caller = createHttpCaller({ certificates, verify });
    const headers = { 'content-type': 'application/json', ...basicAuth(user, password) };
    const database = urlOf(protocol, host, port, `/${encodeURIComponent(db)}`);
    const write = {
      url: urlOf(protocol, host, port, `/${encodeURIComponent(db)}/_bulk_docs`),
      method: 'POST',
      headers,
    };
    return {
      async send(body, context) {
        const answer = await caller.call({ ...write, body }, context);
        if (answer.status !== 404) return judge(answer, body, context.now);
        const made = await caller.call({ url: database, method: 'PUT', headers }, context);
        // 412: somebody else has created it.
        if (made.status >= 300 && made.status !== 412) return verdictOf(made, context.now);
        return judge(await caller.call({ ...write, body }, context), body, context.now);
      },
      close: () => caller.close(),
    };
  },
});

/** Members besides the values: identity, type, time, hostname. */
const OWN_MEMBERS = 4;
const resultsIn = parseAs(listOf(loose({ error: text(), reason: text() })));

/** A successful request has a result for each document, in the same order. Repeated documents are conflicts. */
function judge(answer: HttpAnswer, bytes: Uint8Array, now: number): DeliveryVerdict {
  const verdict = verdictOf(answer, now);
  if (verdict.kind !== 'sent') return verdict;
  const { docs } = payload.in(bytes);
  const refused = (resultsIn(answer.body).value ?? []).flatMap(({ error, reason }, index) =>
    error === undefined || error === 'conflict' ? [] : [{ doc: docs[index], reason: reason ?? error }],
  );
  const [first] = refused;
  if (first === undefined) return verdict;
  const samples = refused.reduce((sum, { doc = {} }) => sum + Object.keys(doc).length - OWN_MEMBERS, 0);
  return { kind: 'sent', answer: first.reason, refused: samples };
}
