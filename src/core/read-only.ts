/** Which mounted file systems cannot be written to. */
import type { Served, ServedMember } from './served.ts';

/** `emergency_ro`: the kernel stopped writing after errors. Since 6.18 the mount stays `rw` then. */
const OPTIONS: ReadonlySet<string> = new Set(['ro', 'emergency_ro']);

/** @param options of the mount, separated by commas */
export const isReadOnly = (options: ServedMember): boolean =>
  String(options)
    .split(',')
    .some((option) => OPTIONS.has(option));

/** Formats of images and discs, which are written once and have no room to spare: always full, and nobody's problem. */
const IMAGES: ReadonlySet<ServedMember> = new Set(['cramfs', 'erofs', 'iso9660', 'romfs', 'squashfs', 'udf']);

/** True for images, which are always full. Other read-only mounts fill up elsewhere, or become writable again. */
export const isImage = (type: ServedMember, readOnly: boolean): boolean => readOnly && IMAGES.has(type);

/**
 * True for an item of fs that is an image, or any read-only file system without one free block, not even a reserve: the verified system
 * partitions of Android and ChromeOS are made like that.
 */
export const isSealed = ({ fs_type: type, options, used, size }: Served): boolean =>
  isReadOnly(options) && (isImage(type, true) || used === size);
