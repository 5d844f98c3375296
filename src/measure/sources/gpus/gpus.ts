import { type Said, say } from '../../../core/said.ts';
import type { Host } from '../../../core/host.ts';
import { defineSource } from '../../../core/source.ts';
import { busyRefused, isAmd, readAmd } from './amd.ts';
import { ARM_DRIVERS, createArmReader, isArm } from './arm.ts';
import type { Gpu, GpuSample } from './card.ts';
import { type DrmCard, listDrmCards } from './drm-cards.ts';
import { isIntel, readIntel } from './intel.ts';
import { createGpuNames } from './names.ts';
import { createNvidiaReader } from './nvidia.ts';

/** All graphics cards: NVIDIA's from its library, others from /sys/class/drm. */
export const gpusSource = defineSource({
  name: 'gpus',
  owner: 'gpu',
  create({ host, notice }) {
    const nvidia = createNvidiaReader(host, notice);
    const arm = createArmReader(host, notice);
    const names = createGpuNames(host);

    const readCards = async (cards: readonly DrmCard[]): Promise<Gpu[]> => {
      const amd = cards.filter(isAmd);
      const intel = cards.filter((card) => !isAmd(card) && isIntel(card));
      const others = cards.filter((card) => isArm(card) && !isAmd(card) && !isIntel(card));
      return [
        ...(await nvidia.read()),
        ...amd.map((card, index) => readAmd(host, names, card, `amd${index}`)),
        ...intel.map((card, index) => readIntel(host, names, card, `intel${index}`)),
        ...(others.length > 0 ? await arm.read(others) : []),
      ];
    };

    return {
      async read(): Promise<GpuSample> {
        const cards = listDrmCards(host);
        notice('gpu-busy', busyRefused(host, cards.filter(isAmd)));
        const gpus = await readCards(cards);
        return { gpus, absent: describeAbsence(host, cards), awaited: nvidia.awaited };
      },
    };
  },
});

function describeAbsence(host: Host, cards: readonly DrmCard[]): Said {
  const seen = cards.map(({ name, driver }) => `${name} (${driver ?? 'no driver'})`);
  const there =
    seen.length > 0
      ? say('there is only {seen}', { seen })
      : host.isLocal
        ? say('there is no card')
        : say('there is no card in the file system that is looked at');
  return say(
    'no GPU found: looked for NVIDIA (libnvidia-ml.so.1, nvidia-smi where its driver is loaded, gpu.0 of a Jetson), and in /sys/class/drm for AMD (amdgpu), Intel (i915, xe) and ARM ({drivers}); {there}',
    { drivers: ARM_DRIVERS, there },
  );
}
