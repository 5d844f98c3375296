/** Hands one message to a target and says what came of it. */
import { failed, type Outcome, type SendContext } from '../deliver/outcome.ts';
import type { Delivery } from './target-type.ts';

/** Never rejects. */
export type Send = (delivery: Delivery, context: SendContext) => Promise<Outcome>;

/** The libraries are loaded when the first message is sent: most agents never send one. */
export const send: Send = async (delivery, context) => {
  try {
    if (delivery.protocol === 'smtp')
      return await (await import('./send-mail.ts')).sendMail(delivery, context);
    return await (await import('./send-http.ts')).sendHttp(delivery, context);
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
};
