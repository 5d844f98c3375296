/** Files of the page `/docs`: ours, and two of Swagger UI, read on first use. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Body } from '../../http/body/body.ts';
import { PAGE, SCRIPT, STYLE } from './docs-page.ts';

export interface DocsAssets {
  page: Body;
  /** A file below `/docs/`; null: none with this name. */
  file(name: string): Promise<Body> | null;
}

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
const STYLE_TYPE = 'text/css; charset=utf-8';

/** Files of Swagger UI, by the one name each has here and there. */
const SWAGGER_UI: ReadonlyMap<string, string> = new Map([
  ['swagger-ui-bundle.js', SCRIPT_TYPE],
  ['swagger-ui.css', STYLE_TYPE],
]);

const bodyOf = (bytes: Buffer, type: string): Body =>
  new Body(bytes, createHash('sha256').update(bytes).digest('base64url').slice(0, 16), type);

const own = (text: string, type: string): Body => bodyOf(Buffer.from(text), type);

/** @param swaggerFolder folder with the files of Swagger UI; null: none */
export function createDocsAssets(swaggerFolder: string | null): DocsAssets {
  const files = new Map<string, Promise<Body>>([
    ['page.js', Promise.resolve(own(SCRIPT, SCRIPT_TYPE))],
    ['page.css', Promise.resolve(own(STYLE, STYLE_TYPE))],
  ]);
  return {
    page: own(PAGE, 'text/html; charset=utf-8'),
    file(name) {
      const known = files.get(name);
      if (known !== undefined) return known;
      const type = SWAGGER_UI.get(name);
      if (type === undefined || swaggerFolder === null) return null;
      const reading = readFile(join(swaggerFolder, name)).then((bytes) => bodyOf(bytes, type));
      files.set(name, reading);
      reading.catch(() => files.delete(name));
      return reading;
    },
  };
}
