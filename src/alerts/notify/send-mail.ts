/** Mail through nodemailer: plain text without attachments; no files or addresses are read. */
import type { Socket } from 'node:net';
import { callbackify } from 'node:util';
import { createTransport } from 'nodemailer';
import { singleLine } from '../../net/deliver/plain-text.ts';
import type { DeliveryVerdict } from '../../net/deliver/verdict.ts';
import { openSocket } from './open-socket.ts';
import type { MailDelivery, SendContext } from './target-type.ts';

/** Members that nodemailer adds to its errors. */
interface SmtpError extends Error {
  /** Reply of the server. */
  response?: string;
  responseCode?: number;
  /** `EPROTOCOL` for a reply that is not SMTP, which the message contains. */
  code?: string;
  /** True if the failure is permanent. */
  permanent?: boolean;
}

/** Does not reject for replies of the server. */
export async function sendMail(delivery: MailDelivery, context: SendContext): Promise<DeliveryVerdict> {
  const { signal, ca } = context;
  const { server, from, to, subject, text, headers } = delivery;
  const transport = createTransport({
    host: server.host,
    port: server.port,
    getSocket: callbackify<object, { connection: Socket }>(async () => ({
      connection: await openSocket(server, context),
    })),
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'none',
    ...(server.login && { auth: { user: server.login.username, pass: server.login.password } }),
    tls: { ...(ca !== null && { ca }) },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const mail = { from, to: [...to], subject, text, headers: { ...headers }, signal };
    const { response, rejected } = await transport.sendMail(mail);
    const refusedOnes = rejected.length === 0 ? '' : `, but not for ${rejected.join(', ')}`;
    return {
      kind: 'sent',
      answer: `${singleLine(response, 200)}${refusedOnes}`,
      status: `accepted${refusedOnes}`,
    };
  } catch (error) {
    return verdictOfSmtp(error as SmtpError);
  } finally {
    transport.close();
  }
}

const verdictOfSmtp = (error: SmtpError): DeliveryVerdict => ({
  kind: error.permanent === true ? 'drop' : 'again',
  answer: singleLine(error.response ?? error.message, 200),
  status: statusOf(error),
});

function statusOf({ message, response, responseCode, code }: SmtpError): string {
  if (responseCode !== undefined) return `code ${responseCode}`;
  return response === undefined && code !== 'EPROTOCOL'
    ? singleLine(message, 200)
    : 'the server does not speak SMTP as expected';
}
