/** `GET /api/audit`: what was changed, by whom. */
import { answering, sendUnkept } from '../../http/server/answer.ts';
import { AUTHENTICATION } from '../../http/openapi/tags.ts';
import { defineRoute } from '../../http/route/route.ts';
import { Audit, AUDIT_LINES } from '../../net/credentials/audit.ts';
import { closed, type TypeOf } from '../../core/shape.ts';

const AUDIT = closed('The log of changes.', { lines: AUDIT_LINES });
export type AuditReport = TypeOf<typeof AUDIT>;

export const auditRoute = defineRoute({
  path: '/api/audit',
  access: 'admin',
  uses: { audit: Audit },
  id: 'getAudit',
  tag: AUTHENTICATION,
  summary: 'What was changed, by whom, from where and with which result',
  description:
    'The newest 500 lines of `audit.jsonl`, logins and refused attempts among them. Only where a login is required.',
  answer: AUDIT,
  says: 'The lines, the newest first.',
  example: {
    lines: [
      {
        time: 1_795_824_000_000,
        who: 'eve',
        role: 'operator',
        from: '192.0.2.7',
        action: 'addSilence',
        target: '/api/silences',
        status: 200,
      },
    ],
  },
  handler: answering(({ audit }) => ({ lines: audit.newest() }), sendUnkept),
});
