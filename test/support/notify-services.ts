/**
 * One server that stands in for the services of notifications. It enforces what each real one demands: required fields, lengths,
 * content types and credentials, and keeps their incidents. Sources: the documents named in src/alerts/notify/targets/.
 */
import { httpSink, type SinkReply, type SinkRequest } from './http-sink.ts';

type Json = Readonly<Record<string, unknown>>;

export interface NotifyServices {
  url: string;
  requests: SinkRequest[];
  /** Open incidents by service and key, with their severity. */
  open: Map<string, string>;
  /** Replies to the next request with a rate limit. */
  limit(): void;
}

interface Call {
  json: Json;
  /** What the pattern of the path captured. */
  words: readonly string[];
  headers: SinkRequest['headers'];
  open: Map<string, string>;
}

interface Service {
  /** Method and path. */
  at: RegExp;
  /** Why it refuses the request; null: accepted. */
  refuse(call: Call): string | null;
  status?: number;
  taken?: string;
  refused?(reason: string): string;
}

/** Code points. */
const length = (value: unknown): number => Array.from(String(value)).length;
const isText = (value: unknown, longest: number, shortest = 1): boolean =>
  typeof value === 'string' && length(value) >= shortest && length(value) <= longest;
const isTime = (value: unknown): boolean =>
  typeof value === 'string' && new Date(value).toISOString() === value;
const isUrl = (value: unknown): boolean => typeof value === 'string' && URL.canParse(value);
const first = (checks: Readonly<Record<string, boolean>>): string | null =>
  Object.entries(checks).find(([, isMet]) => !isMet)?.[0] ?? null;

const errors = (reason: string): string => JSON.stringify({ status: 0, errors: [reason] });
const error = (reason: string): string => JSON.stringify({ error: reason });
const KEY_30 = /^[A-Za-z0-9]{30}$/;

function pushover({ json }: Call): string | null {
  const { token, user, message, title, priority, retry, expire, url } = json;
  return first({
    'application token is invalid': KEY_30.test(String(token)),
    'user key is invalid': KEY_30.test(String(user)),
    'message must be 1 to 1024 characters': isText(message, 1024),
    'title is too long': isText(title, 250),
    'url is too long': url === undefined || isText(url, 512),
    'priority is invalid': [-2, -1, 0, 1, 2].includes(priority as number),
    'retry and expire must be supplied with priority=2':
      priority !== 2 || (Number(retry) >= 30 && Number(expire) <= 10_800),
  });
}

function pagerduty({ json, open }: Call): string | null {
  const { routing_key, event_action, dedup_key, payload, links = [] } = json;
  const { summary, source, severity, timestamp } = payload as Json;
  const reason = first({
    "Length of 'routing_key' is incorrect (should be 32 characters)": /^\w{32}$/.test(String(routing_key)),
    "'event_action' is invalid": ['trigger', 'acknowledge', 'resolve'].includes(String(event_action)),
    "'dedup_key' is invalid": isText(dedup_key, 255),
    "'payload.summary' is invalid": isText(summary, 1024),
    "'payload.source' is missing": isText(source, 10_000),
    "'payload.severity' is invalid": ['critical', 'error', 'warning', 'info'].includes(String(severity)),
    "'payload.timestamp' is invalid": isTime(timestamp),
    "'links' are invalid": (links as Json[]).every(({ href }) => isUrl(href)),
  });
  if (reason === null)
    if (event_action === 'trigger') open.set(`pagerduty ${String(dedup_key)}`, String(severity));
    else open.delete(`pagerduty ${String(dedup_key)}`);
  return reason;
}

const opsgenieKey = (alias: unknown): string => `opsgenie ${String(alias)}`;

function opsgenieCreate({ json, headers, open }: Call): string | null {
  const { message, alias, description, entity, source, priority, details = {} } = json;
  const reason = first({
    'Key format is not valid!': /^GenieKey \S+$/.test(headers.authorization ?? ''),
    'Message can not be empty or longer than 130 characters': isText(message, 130),
    'alias is too long': isText(alias, 512),
    'description is too long': isText(description, 15_000),
    'entity is too long': isText(entity, 512),
    'source is too long': isText(source, 100),
    'priority is invalid': /^P[1-5]$/.test(String(priority)),
    'details must be texts': Object.values(details as Json).every((value) => isText(value, 8000, 0)),
  });
  // An open alert is only counted.
  if (reason === null && !open.has(opsgenieKey(alias))) open.set(opsgenieKey(alias), String(priority));
  return reason;
}

function opsgenieChange({ json, words: [alias = '', action = ''], headers, open }: Call): string | null {
  const key = opsgenieKey(decodeURIComponent(alias));
  if (action === 'close') open.delete(key);
  else if (open.has(key)) open.set(key, String(json['priority']));
  return first({
    'Key format is not valid!': /^GenieKey \S+$/.test(headers.authorization ?? ''),
    'note is too long': action !== 'close' || isText(json['note'], 25_000),
    'source is too long': action !== 'close' || isText(json['source'], 100),
    'priority is invalid': action !== 'priority' || /^P[1-5]$/.test(String(json['priority'])),
  });
}

function alertmanager({ json, open }: Call): string | null {
  for (const alert of json as unknown as Json[]) {
    const { labels, annotations, startsAt, endsAt, generatorURL } = alert;
    const named = [...Object.entries(labels as Json), ...Object.entries(annotations as Json)];
    const reason = first({
      'at least one label pair required': Object.values(labels as Json).some((value) =>
        isText(value, 10_000),
      ),
      'invalid label set': named.every(
        ([name, value]) => /^[a-zA-Z_]\w*$/.test(name) && isText(value, 10_000),
      ),
      'invalid time': isTime(startsAt) && isTime(endsAt),
      'start time must be before end time': Date.parse(String(startsAt)) <= Date.parse(String(endsAt)),
      'invalid generatorURL': generatorURL === undefined || isUrl(generatorURL),
    });
    if (reason !== null) return reason;
    const { severity, ...rest } = labels as Record<string, string>;
    const key = `alertmanager ${JSON.stringify([severity, rest])}`;
    if (Date.parse(String(endsAt)) > ALERTMANAGER_NOW) open.set(key, String(severity));
    else open.delete(key);
  }
  return null;
}

/** A minute after the time of tests, and the end of their events. */
const ALERTMANAGER_NOW = 1_767_225_600_000 + 61_000;

function teams({ json }: Call): string | null {
  const [attachment] = (json['attachments'] ?? []) as Json[];
  const { type, version, body } = (attachment?.['content'] ?? {}) as Json;
  const texts = JSON.stringify(body);
  return first({
    'the request is larger than 28 KB': Buffer.byteLength(JSON.stringify(json)) <= 28 * 1024,
    'no message': json['type'] === 'message',
    'no adaptive card': attachment?.['contentType'] === 'application/vnd.microsoft.card.adaptive',
    'no card': type === 'AdaptiveCard' && version === '1.4',
    // Text of these is Markdown.
    'the text has markup': !/"type":"(?:TextBlock|FactSet)"/.test(texts),
  });
}

/** A mention: a backslash does not prevent it. */
const MENTION = /@[a-z]/i;

/** A sign from which Slack makes links and mentions, other than by an entity. */
const SLACK_MARKUP = /[<>]|&(?!(?:amp|lt|gt);)/;

/** Discord counts characters, and reads Markdown that no backslash prevents. */
const DISCORD_MARKUP = /(?<!\\)(?:\\\\)*[*_~`|<>@#[\]()]/;

const SERVICES: readonly Service[] = [
  { at: /^POST \/1\/messages\.json$/, refuse: pushover, taken: '{"status":1}', refused: errors },
  {
    at: /^PUT \/_matrix\/client\/v3\/rooms\/(![^/]+|%21[^/]+)\/send\/m\.room\.message\/([\w-]+)$/,
    refuse: ({ json, headers }) =>
      first({
        'Invalid access token passed.': /^Bearer \S+$/.test(headers.authorization ?? ''),
        'no msgtype': json['msgtype'] === 'm.text',
        'no body': isText(json['body'], 60_000),
        'event too large': Buffer.byteLength(JSON.stringify(json)) < 65_000,
        'mentions everybody': JSON.stringify(json['m.mentions']) === '{}',
      }),
    taken: '{"event_id":"$1"}',
    refused: (reason) => JSON.stringify({ errcode: 'M_UNKNOWN', error: reason }),
  },
  {
    at: /^POST \/hooks\/\w+$/,
    refuse: ({ json }) =>
      first({
        'no text': isText(json['text'], 16_383),
        'mentions somebody': !MENTION.test(String(json['text']).replaceAll('\\', '')),
      }),
    taken: 'ok',
    refused: (reason) => JSON.stringify({ id: 'web.incoming_webhook', message: reason }),
  },
  { at: /^POST \/workflows\/\w+$/, refuse: teams, status: 202, refused: error },
  {
    at: /^POST \/v2\/send$/,
    refuse: ({ json }) =>
      first({
        "Couldn't process request - no recipients":
          Array.isArray(json['recipients']) && json['recipients'].length > 0,
        'no number': /^\+\d+$/.test(String(json['number'])),
        'the message becomes a file': isText(json['message'], 2000),
      }),
    status: 201,
    taken: '{"timestamp":"1767225600000"}',
    refused: error,
  },
  {
    at: /^POST \/v2\/enqueue$/,
    refuse: pagerduty,
    status: 202,
    taken: '{"status":"success"}',
    refused: (reason) =>
      JSON.stringify({ status: 'invalid event', message: 'Event object is invalid', errors: [reason] }),
  },
  {
    at: /^POST \/v2\/alerts$/,
    refuse: opsgenieCreate,
    status: 202,
    refused: (message) => JSON.stringify({ message }),
  },
  {
    at: /^(?:POST|PUT) \/v2\/alerts\/([^/?]+)\/(close|priority)\?identifierType=alias$/,
    refuse: opsgenieChange,
    status: 202,
    refused: (message) => JSON.stringify({ message }),
  },
  { at: /^POST \/api\/v2\/alerts$/, refuse: alertmanager, refused: (reason) => JSON.stringify(reason) },
  { at: /^POST \/api\/webhook\/[\w.-]+$/, refuse: () => null },
  {
    at: /^POST \/notify\/gander$/,
    refuse: ({ json }) =>
      first({
        'no body': isText(json['body'], 30_000),
        'invalid type': ['info', 'success', 'warning', 'failure'].includes(String(json['type'])),
        'invalid format': json['format'] === 'text',
      }),
    taken: '{"details":[]}',
    refused: error,
  },
  {
    at: /^POST \/services(?:\/\w+){3}$/,
    refuse: ({ json }) =>
      first({
        no_text: isText(json['text'], 40_000),
        'text has markup': json['mrkdwn'] === false && json['link_names'] === false,
        'text is not escaped': !SLACK_MARKUP.test(String(json['text']).replace(/\n<https:\S+>$/, '')),
      }),
    taken: 'ok',
  },
  {
    at: /^POST \/gotify\/message$/,
    refuse: ({ json, headers }) =>
      first({
        'you need to provide a valid access token': /^\S+$/.test(String(headers['x-gotify-key'])),
        "Field 'message' is required": isText(json['message'], 100_000),
        'cannot unmarshal title': isText(json['title'], 10_000),
        'cannot unmarshal priority': Number.isInteger(json['priority']),
        'the message is Markdown': JSON.stringify(json['extras']).includes('"contentType":"text/plain"'),
      }),
    taken: '{"id":1}',
    refused: (reason) => JSON.stringify({ error: 'Bad Request', errorCode: 400, errorDescription: reason }),
  },
  // The user's own address.
  { at: /^POST \/own$/, refuse: () => null, status: 204 },
  // Not a key of any configuration.
  { at: /^POST \/notify\/\w+$/, refuse: () => null, status: 204 },
  {
    at: /^POST \/bot[\w:-]+\/sendMessage$/,
    refuse: ({ json }) =>
      first({
        'Bad Request: chat_id is empty': isText(json['chat_id'], 100),
        'Bad Request: message is too long': isText(json['text'], 4096),
        'Bad Request: entity beyond the end': (json['entities'] as Json[]).every(
          ({ offset, length: size }) => Number(offset) + Number(size) <= String(json['text']).length,
        ),
      }),
    taken: '{"ok":true}',
    refused: (description) => JSON.stringify({ ok: false, description }),
  },
  {
    at: /^POST \/api\/webhooks\/\d+\/\w+$/,
    refuse: ({ json }) =>
      first({
        'Must be 2000 or fewer in length.': isText(json['content'], 2000),
        'mentions somebody': JSON.stringify(json['allowed_mentions']) === '{"parse":[]}',
        'text has markup': !DISCORD_MARKUP.test(String(json['content']).replace(/\n<https:\S+>$/, '')),
      }),
    status: 204,
    refused: (message) => JSON.stringify({ message }),
  },
  {
    at: /^POST \/$/,
    refuse: ({ json }) =>
      first({
        'invalid topic': /^[\w-]{1,64}$/.test(String(json['topic'])),
        'invalid priority parameter': [1, 2, 3, 4, 5].includes(json['priority'] as number),
        'the message becomes a file': Buffer.byteLength(String(json['message'])) <= 4096,
      }),
    refused: error,
  },
];

/** @param answer may replace the reply of the service */
export async function notifyServices(
  answer: (request: SinkRequest, reply: SinkReply) => SinkReply = (_, reply) => reply,
): Promise<NotifyServices> {
  const open = new Map<string, string>();
  let isLimited = false;
  const judge = (request: SinkRequest): SinkReply => {
    if (isLimited) {
      isLimited = false;
      return { status: 429, headers: { 'retry-after': '30' }, body: error('too many requests') };
    }
    const path = `${request.method} ${request.path}`;
    const service = SERVICES.find(({ at }) => at.test(path));
    if (service === undefined) return { status: 404, body: error(`no ${path}`) };
    if (!request.headers['content-type']?.startsWith('application/json'))
      return { status: 415, body: error('expected JSON') };
    const words = (service.at.exec(path) ?? []).slice(1);
    const reason = service.refuse({
      json: JSON.parse(request.body) as Json,
      words,
      headers: request.headers,
      open,
    });
    if (reason !== null) return { status: 400, body: service.refused?.(reason) ?? reason };
    return { status: service.status ?? 200, body: service.taken ?? '' };
  };
  const sink = await httpSink((index) => {
    const request = sink.requests[index] as SinkRequest;
    return answer(request, judge(request));
  });
  return { url: sink.url, requests: sink.requests, open, limit: () => void (isLimited = true) };
}
