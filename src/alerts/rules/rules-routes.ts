/** `/api/rules`: thresholds, durations, alert kinds and targets that are set on the page. */
import type { Phrase } from '../../core/phrase.ts';
import { ConfigError } from '../../core/errors.ts';
import { limiterOfLongRequests } from '../../http/server/long-requests.ts';
import { answering, sendValue } from '../../http/server/answer.ts';
import { ApiError } from '../../http/server/errors.ts';
import { saved } from '../../http/server/saved.ts';
import { bodyOf } from '../../http/server/require-json.ts';
import { jsonBody, inPath } from '../../http/openapi/parameters.ts';
import { closed, flag, integer, listOf, orNull, text, type TypeOf } from '../../core/shape.ts';
import { SETTINGS } from '../../http/openapi/tags.ts';
import { Access } from '../../http/route/services.ts';
import type { Resolved } from '../../core/parts/service.ts';
import { ONLY_WITH_PASSWORD, refuse, withoutPassword } from '../../http/route/refusals.ts';
import { defineRoute } from '../../http/route/route.ts';
import { showFor } from './shown-values.ts';
import { CHANGE, EDIT, type RuleChange, type RuleEdit, Rules, TARGET_TEST } from './rules.ts';
import { authorOf, placeOf } from '../../http/server/client.ts';
import { isKey, isLine, MOST_TEXT } from './rule-key.ts';
import { pathParameter } from '../../http/server/params.ts';

const MOST_EDITS = 50;

const EDITS = closed('Keys to set.', { edits: listOf(EDIT, { minItems: 1, maxItems: MOST_EDITS }) });
const EXAMPLE: RuleChange = {
  id: 3,
  time: 1_795_824_000_000,
  author: 'ops',
  undoes: null,
  edits: [{ section: 'cpu', key: 'total_warning', value: '80', before: null }],
};

const uses = { rules: Rules, access: Access };

export const rulesRoutes = [
  defineRoute({
    path: '/api/rules',
    access: 'viewer',
    uses,
    id: 'getRules',
    tag: SETTINGS,
    summary: 'Rules set on the page',
    description: 'Rules override the configuration file; the command line overrides both.',
    answer: closed('The rules.', {
      file: orNull(text('Path of the file that keeps them; null: there is none.')),
      editable: flag('Whether rules can be set.'),
      reason: orNull(text('Reason why not; null where `editable` is true.')),
      rules: listOf({ ...EDIT, description: 'A rule.' }),
      changes: listOf(CHANGE, { description: 'The newest first.' }),
    }),
    says: 'Rules and their changes.',
    example: {
      file: '/etc/gander/gander.d/page.conf',
      editable: true,
      reason: null,
      rules: [{ section: 'cpu', key: 'total_warning', value: '80' }],
      changes: [EXAMPLE],
    },
    handler: answering(async (given, request) => {
      const { rules } = given;
      const reason = refusalOf(given);
      const listed = readable(() => rules.list());
      const show = showFor(request);
      return {
        file: rules.file,
        editable: reason === null && listed.problem === null,
        reason: reason ?? listed.problem,
        rules: (listed.value ?? []).map((rule) => ({ ...rule, value: show(rule.key, rule.value) })),
        changes: rules.changes().map((change) => ({
          ...change,
          edits: change.edits.map((edit) => ({
            ...edit,
            value: show(edit.key, edit.value),
            before: show(edit.key, edit.before),
          })),
        })),
      };
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/rules',
    access: 'admin',
    uses,
    id: 'changeRules',
    tag: SETTINGS,
    summary: 'Set rules',
    description: `${ONLY_WITH_PASSWORD} All keys are set together, or none. The configuration is validated with them (400) and takes effect at once.`,
    body: jsonBody(EDITS, { edits: [{ section: 'cpu', key: 'total_warning', value: '80' }] }),
    answer: CHANGE,
    says: 'The change was made.',
    example: EXAMPLE,
    refusals: { '400': 'BadQuery' },
    handler: answering(async (given, request) => {
      refuse(refusalOf(given));
      const { rules } = given;
      const edits = editsIn(bodyOf(request, EDITS), rules);
      return await made(rules.change(edits, authorOf(request)));
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/rules/undo/{id}',
    access: 'admin',
    uses,
    id: 'undoRules',
    tag: SETTINGS,
    summary: 'Undo a change of rules',
    description: ONLY_WITH_PASSWORD,
    parameters: [inPath('id', 'Number of the change.', integer(), 3)],
    answer: CHANGE,
    says: 'The keys have the values from before the change.',
    example: { ...EXAMPLE, id: 4, undoes: 3 },
    refusals: { '400': 'BadQuery', '404': 'UnknownName' },
    handler: answering(async (given, request) => {
      refuse(refusalOf(given));
      const id = pathParameter(request, 'id');
      const number = /^\d{1,9}$/.test(id) ? Number(id) : -1;
      const change = await made(given.rules.undo(number, authorOf(request)));
      if (change === null) throw new ApiError(404, `There is no change ${id}`);
      return change;
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/rules/test/{name}',
    access: 'operator',
    uses,
    id: 'testTarget',
    tag: SETTINGS,
    summary: 'Send a test to a target of notifications',
    description: `${ONLY_WITH_PASSWORD} Level, filters and quiet hours do not apply, and there is one attempt only. Targets that run programs are not tested.`,
    parameters: [inPath('name', 'The target.', text(), 'phone')],
    answer: TARGET_TEST,
    says: 'The result of the test.',
    example: { isSent: true, text: 'The target "phone" (ntfy) took the test message: 200 OK.' },
    refusals: { '404': 'UnknownName' },
    handler(given) {
      const line = limiterOfLongRequests({ mostWaiting: 4 });
      return async (request, reply) => {
        refuse(refusalOf(given));
        const name = pathParameter(request, 'name');
        const result = await line.run(placeOf(request, reply), () => checked(given.rules.test(name)));
        if (result === null) throw new ApiError(404, `There is no target ${name}`);
        return sendValue(request, reply, result);
      };
    },
  }),
];

/** Mistakes in the configuration are the client's. */
const checked = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    throw error instanceof ConfigError ? new ApiError(400, error.message) : error;
  });

const made = <T>(change: Promise<T>): Promise<T> => saved('The rules', checked(change));

function readable<T>(read: () => T): { value: T | null; problem: string | null } {
  try {
    return { value: read(), problem: null };
  } catch (error) {
    if (error instanceof ConfigError) return { value: null, problem: error.message };
    throw error;
  }
}

const refusalOf = ({ rules, access }: Resolved<typeof uses>): Phrase | null =>
  withoutPassword(access, 'Rules are set only where a password is set: start the agent with --password') ??
  (rules.file === null
    ? 'There is no folder for rules: set HOME, or name a configuration file with -C'
    : null);

/** Throws an `ApiError`. */
const editsIn = ({ edits }: TypeOf<typeof EDITS>, rules: Rules): RuleEdit[] =>
  edits.map(({ section, key, value }) => {
    if (value !== null && !isLine(value))
      throw new ApiError(400, `value must be one line of at most ${MOST_TEXT} characters, or null`);
    const name = key.toLowerCase();
    if (!isKey(name) || !rules.isKnown(section, name))
      throw new ApiError(400, `[${section.slice(0, MOST_TEXT)}] ${name.slice(0, MOST_TEXT)} is no rule`);
    return { section, key: name, value: value === null ? null : value.trim() };
  });
