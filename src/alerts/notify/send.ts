/** Sends one message to a target and returns the outcome. */
import { type DeliveryVerdict, verdictOfError } from '../../net/deliver/verdict.ts';
import { createLoader, type LoadPackage } from '../../net/deliver/packages.ts';
import type { Delivery, SendContext } from './target-type.ts';

/** Never rejects. */
export type Send = (delivery: Delivery, context: SendContext) => Promise<DeliveryVerdict>;

/** Libraries are loaded with the first message, since most agents never send one. @param load loads optional packages */
export const createSend =
  (load: LoadPackage): Send =>
  async (delivery, context) => {
    try {
      if (delivery.protocol === 'mqtt')
        return await (await import('./send-mqtt.ts')).publishAll(delivery, context, load);
      if (delivery.protocol === 'smtp')
        return await (await import('./send-mail.ts')).sendMail(delivery, context);
      if (delivery.protocol === 'exec')
        return await (await import('./send-exec.ts')).sendToProgram(delivery, context);
      if (delivery.protocol === 'push')
        return await (await import('./send-push.ts')).sendPush(delivery, context);
      return await (await import('./send-http.ts')).sendHttp(delivery, context);
    } catch (error) {
      // Certificates may be renewed at any time: the usual back-off is short enough.
      return { ...verdictOfError(error), kind: 'again' };
    }
  };

export const send: Send = createSend(createLoader((name) => `npm install ${name}`));
