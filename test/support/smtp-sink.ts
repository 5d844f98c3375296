import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

export interface SinkMail {
  from: string;
  to: string[];
  /** Name of the user that logged in. */
  user: string | undefined;
  isSecure: boolean;
  /** As sent: headers, an empty line, the body. */
  source: string;
}

export interface SmtpSink {
  port: number;
  mails: SinkMail[];
}

/** A mail server on this machine that keeps all mail, until the test has finished. @param answer an error refuses the mail */
export async function smtpSink(
  options: SMTPServerOptions = {},
  answer: (mail: SinkMail) => Error | null = () => null,
): Promise<SmtpSink> {
  const mails: SinkMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    ...options,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail: SinkMail = {
          from: mailFrom === false ? '' : (mailFrom?.address ?? ''),
          to: rcptTo.map(({ address }) => address),
          user: typeof session.user === 'string' ? session.user : undefined,
          isSecure: session.secure,
          source: Buffer.concat(chunks).toString('utf8'),
        };
        mails.push(mail);
        done(answer(mail));
      });
    },
  });
  // Errors of a client's connection concern only the client.
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { port: (server.server.address() as AddressInfo).port, mails };
}
