import { orNull } from './or-null.ts';
import type { Json } from './served.ts';

/** Parses a text of another program; null: it is not JSON. */
export const parsedJson = (text: string): Json => orNull(() => JSON.parse(text) as Json);
