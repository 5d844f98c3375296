/** The used parts of an OpenAPI 3.1 document. https://spec.openapis.org/oas/v3.1.1.html */
import type { Schema } from '../../core/schema.ts';

/** `{ $ref }` to a component, or the value itself. */
export type Part = Readonly<Record<string, unknown>>;

export interface Operation {
  /** Lowest role that may use it, where a password is set. */
  'x-role'?: string;
  tags: readonly string[];
  summary: string;
  description?: string;
  operationId: string;
  deprecated?: true;
  parameters?: readonly Part[];
  requestBody?: Part;
  responses: Readonly<Record<string, Part>>;
  /** Empty: needs no credentials. */
  security?: readonly Part[];
}

export type Method = 'get' | 'head' | 'post' | 'delete';
type PathItem = Partial<Record<Method, Operation>>;
export type Paths = Record<string, PathItem>;

export interface Tag {
  name: string;
  description: string;
}

/** Example values of plugins, by name. */
export type Examples = Readonly<Record<string, unknown>>;

export interface OpenApiDocument {
  openapi: string;
  info: Part;
  servers: readonly Part[];
  security: readonly Part[];
  tags: readonly Tag[];
  paths: Paths;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Part>;
    responses: Record<string, Part>;
    headers: Record<string, Part>;
    securitySchemes?: Record<string, Part>;
  };
}

export const ref = (kind: 'schemas' | 'parameters' | 'responses' | 'headers', name: string): Part => ({
  $ref: `#/components/${kind}/${name}`,
});
