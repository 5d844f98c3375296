/** `/config…` and `/args…`: how the program was configured and started, without secrets. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RouteContext } from '../../context.ts';
import { sendValue } from '../../http/answer.ts';
import { unknownArgument, unknownConfigKey, unknownConfigSection } from '../../http/errors.ts';

export function settingsRoutes(api: FastifyInstance, { root, settings }: RouteContext): void {
  const { args, config } = settings;
  api.get(`${root}/args`, (request, reply) => sendValue(request, reply, args()));
  api.get(`${root}/args/:name`, (request, reply) => {
    const { name } = request.params as { name: string };
    const values = args();
    if (!Object.hasOwn(values, name)) throw unknownArgument(name);
    return sendValue(request, reply, values[name] ?? null);
  });

  const section = (name: string) => {
    const sections = config();
    const found = Object.hasOwn(sections, name) ? sections[name] : undefined;
    if (found === undefined) throw unknownConfigSection(name);
    return found;
  };
  api.get(`${root}/config`, (request, reply) => sendValue(request, reply, config()));
  api.get(`${root}/config/:section`, (request, reply) =>
    sendValue(request, reply, section((request.params as { section: string }).section)),
  );
  api.get(`${root}/config/:section/:key`, (request: FastifyRequest, reply: FastifyReply) => {
    const { section: name, key } = request.params as { section: string; key: string };
    const values = section(name);
    if (!Object.hasOwn(values, key)) throw unknownConfigKey(name, key);
    return sendValue(request, reply, values[key]);
  });
}
