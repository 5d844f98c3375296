import { textOption } from '../../../core/options.ts';
import { defineExporter } from '../exporter.ts';
import { publicUrl } from '../../../core/redact.ts';
import { httpSession, urlOf } from '../shared/http.ts';
import { countOf, mapsWithEmpty, originOf } from '../shared/maps.ts';
import { hostOption, portOption, protocolOption, verifyOption } from '../shared/options.ts';

const options = {
  host: hostOption(),
  port: portOption(6789),
  protocol: protocolOption(),
  path: { ...textOption('/', 'Path of the request.'), hidden: true as const },
  verify_ssl: verifyOption(),
};

/** Any HTTP server: all values as one JSON object. */
export default defineExporter({
  name: 'restful',
  description: 'Any HTTP server: one POST request with all values as JSON.',
  options,
  isWhole: true,
  target: ({ protocol, host, port, path }) => publicUrl(urlOf(protocol, host, port, path)),
  encoder: () => (cycle) => {
    const points = cycle.points();
    const text = JSON.stringify({ ...originOf(cycle), ...Object.fromEntries(mapsWithEmpty(cycle)) });
    return points.length === 0 ? [] : [{ bytes: Buffer.from(text), samples: countOf(points) }];
  },
  open: ({ options: { protocol, host, port, path, verify_ssl: verify }, certificates }) =>
    httpSession({
      url: urlOf(protocol, host, port, path),
      headers: { 'content-type': 'application/json' },
      certificates,
      verify,
    }),
});
