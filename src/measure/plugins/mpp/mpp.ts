import { say } from '../../../core/said.ts';
import type { Host } from '../../../core/host.ts';
import { gauge, text } from '../../../core/fields.ts';
import { definePlugin, Unsupported } from '../../../core/plugin.ts';
import { type MppEngine, parseMppLoad, parseMppSessions } from '../../linux/mpp-service.ts';
import { headerLevel } from '../shared/header-level.ts';
import { levelViews } from '../shared/level-views.ts';
import { orNull } from '../../../core/or-null.ts';
import { isGone } from '../../../core/files/error-code.ts';

const fields = {
  engine_id: text(
    'Identifier of the engine: rockchip_rkvenc, with its address where several have the same name.',
    { metric: { label: 'engine' } },
  ),
  name: text('Name of the engine.'),
  type: text('Function: enc, dec, jpeg, or its own name.', { metric: { label: 'type' } }),
  load: gauge('percent', 'Share of time in which it had something to do.', {
    level: headerLevel('load', [50, 70, 90]),
  }),
  utilization: gauge('percent', 'Share of time in which its hardware worked.'),
  sessions: gauge('number', 'Programs that use it.'),
};

const FOLDER = '/proc/mpp_service';
const TYPES: Readonly<Record<string, string>> = { rkvenc: 'enc', rkvdec: 'dec', jpegd: 'jpeg' };

const OFF =
  `the load of the engines is not measured: turn it on as root with echo 1000 > ${FOLDER}/load_interval ` +
  '(milliseconds; the agent changes nothing on the host itself)';

/** Engines of Rockchip's media processor (MPP): video and images, coded and decoded by hardware. */
export default definePlugin({
  name: 'mpp',
  shape: 'list',
  key: 'engine_id',
  description: "Use of the engines of Rockchip's media processor.",
  fields,
  decorate: levelViews({ key: 'engine_id', fields: ['load'], emptyWithoutValue: true }),
  create: ({ host, notice }) => ({
    read() {
      assertPresent(host);
      notice('load_interval', host.readText(`${FOLDER}/load_interval`)?.trim() === '0' ? OFF : null);
      const engines = parseMppLoad(host.read(`${FOLDER}/load`));
      const sessions = readSessions(host);
      return engines.map((engine) => ({
        engine_id: identityOf(engine, engines),
        name: engine.engine.toUpperCase(),
        type: TYPES[engine.engine.split('-')[0] ?? ''] ?? engine.engine,
        load: engine.load,
        utilization: engine.utilization,
        sessions: sessions.get(engine.device) ?? 0,
      }));
    },
  }),
});

function assertPresent(host: Host): void {
  try {
    host.list(FOLDER);
  } catch (error) {
    // Another error is no proof that it is absent.
    if (!isGone(error)) throw error;
    throw new Unsupported(
      say(
        'no media processor of Rockchip found: {path} does not exist, which the kernels of its maker have',
        { path: FOLDER },
      ),
    );
  }
}

/** Missing in older kernels. */
function readSessions(host: Host): ReadonlyMap<string, number> {
  return orNull(() => parseMppSessions(host.read(`${FOLDER}/sessions-summary`))) ?? new Map();
}

function identityOf({ engine, address }: MppEngine, among: readonly MppEngine[]): string {
  const isOnly = among.every((other) => other.engine !== engine || other.address === address);
  return isOnly ? `rockchip_${engine}` : `rockchip_${engine}_${address}`;
}
