import { namesLike } from '../../../measure/sources/sysfs.ts';
import { numberAt } from '../number-at.ts';
import type { Collector } from '../collector.ts';
import type { LabelPair } from '../../metrics/family.ts';

const FOLDER = '/sys/devices/system/edac/mc';

/**
 * Memory errors by controller, and by row of chips or module: Documentation/admin-guide/RAS/main.rst. Where a controller has rows, its
 * modules repeat their counts, so only controllers without rows show modules.
 */
export const edac: Collector = {
  name: 'edac',
  collect(host, put, kept) {
    const parts = kept('edac', () =>
      namesLike(host, FOLDER, /^mc\d+$/).map((name) => {
        const path = `${FOLDER}/${name}`;
        const rows = namesLike(host, path, /^csrow\d+$/);
        const modules = rows.length > 0 ? [] : namesLike(host, path, /^(?:dimm|rank)\d+$/);
        const labels = modules.map((one) => host.readText(`${path}/${one}/dimm_label`)?.trim() ?? '');
        return { path, controller: ['controller', name.slice(2)] as const, rows, modules, labels };
      }),
    );
    for (const { path, controller, rows, modules, labels } of parts) {
      const both = (layer: string, of: string, place: string, ...pairs: LabelPair[]): void => {
        const [correctable, uncorrectable] = ['ce', 'ue'].map((kind) =>
          numberAt(host, `${path}/${place.replace('?', kind)}`),
        );
        put(
          `node_edac_${layer}correctable_errors_total`,
          `Corrected errors of ${of}.`,
          correctable ?? null,
          ...pairs,
        );
        put(
          `node_edac_${layer}uncorrectable_errors_total`,
          `Uncorrected errors of ${of}.`,
          uncorrectable ?? null,
          ...pairs,
        );
      };
      both('', 'a controller', '?_count', controller);
      both('csrow_', 'a row of chips', '?_noinfo_count', controller, ['csrow', 'unknown']);
      for (const row of rows)
        both('csrow_', 'a row of chips', `${row}/?_count`, controller, ['csrow', row.slice('csrow'.length)]);
      for (const [at, name] of modules.entries())
        both(
          'dimm_',
          'a memory module',
          `${name}/dimm_?_count`,
          controller,
          ['dimm', name.slice(4)],
          ['dimm_label', labels[at] ?? ''],
        );
    }
  },
};
