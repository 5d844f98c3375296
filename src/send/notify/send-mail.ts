/** Mail through nodemailer: plain text without attachments; no files or addresses are read. */
import { createTransport } from 'nodemailer';
import { plain } from '../deliver/plain-text.ts';
import type { DeliveryVerdict } from '../deliver/verdict.ts';
import type { MailDelivery, SendContext } from './target-type.ts';

/** Members that nodemailer adds to its errors. */
interface SmtpError extends Error {
  /** Reply of the server. */
  response?: string;
  /** True if the failure is permanent. */
  permanent?: boolean;
}

/** Does not reject for replies of the server. */
export async function sendMail(
  delivery: MailDelivery,
  { signal, ca }: SendContext,
): Promise<DeliveryVerdict> {
  const { server, from, to, subject, text, headers } = delivery;
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'none',
    ...(server.login && { auth: { user: server.login.username, pass: server.login.password } }),
    ...(ca !== null && { tls: { ca } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const mail = { from, to: [...to], subject, text, headers: { ...headers }, signal };
    const { response, rejected } = await transport.sendMail(mail);
    const refusedOnes = rejected.length === 0 ? '' : `, but not for ${rejected.join(', ')}`;
    return { kind: 'sent', answer: `${plain(response, 200)}${refusedOnes}` };
  } catch (error) {
    return verdictOfSmtp(error as SmtpError);
  } finally {
    transport.close();
  }
}

const verdictOfSmtp = ({ message, permanent, response }: SmtpError): DeliveryVerdict => ({
  kind: permanent === true ? 'drop' : 'again',
  answer: plain(response ?? message, 200),
});
