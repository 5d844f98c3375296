/** One operation of the document, with the common replies. */
import type { Schema } from '../../core/schema.ts';
import type { Refusal } from './responses.ts';
import { type Operation, type Part, ref, type Tag } from './types.ts';

export interface OperationSetup {
  id: string;
  tag: Tag;
  summary: string;
  description?: string;
  parameters?: readonly Part[];
  body?: Part;
  /** Status of the reply; default: 200. 204 has no content. */
  status?: 200 | 201 | 204;
  /** Schema of that reply. */
  answer: Schema;
  /** Description of the reply. */
  says: string;
  example?: unknown;
  /** Media type of that reply; default: JSON. */
  type?: string;
  /** Error replies of this operation. */
  refusals?: Partial<Record<'400' | '401' | '404' | '422' | '429' | '502' | '503' | '504', Refusal>>;
  /** True if the reply has a validator, so 304 is possible. */
  isVersioned?: boolean;
  isDeprecated?: boolean;
}

export function operation(setup: OperationSetup): Operation {
  const { id, tag, summary, description, body, isVersioned = false } = setup;
  const parameters = [
    ...(setup.parameters ?? []),
    ...(isVersioned ? [ref('parameters', 'IfNoneMatch')] : []),
  ];
  return {
    tags: [tag.name],
    summary,
    ...(description !== undefined && { description }),
    operationId: id,
    ...(setup.isDeprecated && { deprecated: true as const }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: responsesOf(setup, isVersioned),
  };
}

/** Returns the operation without a reply body. */
export function headOf({ operationId, responses, ...get }: Operation): Operation {
  const { content: _, ...noBody } = responses['200'] ?? {};
  return {
    ...get,
    operationId: operationId.replace('get', 'head'),
    responses: { ...responses, '200': noBody },
  };
}

function responsesOf(
  { says, status = 200, answer, example, refusals = {}, type = 'application/json' }: OperationSetup,
  isVersioned: boolean,
) {
  const media = { schema: answer, ...(example !== undefined && { example }) };
  return {
    [status]: {
      description: says,
      ...(isVersioned && { headers: { ETag: ref('headers', 'ETag') } }),
      ...(status !== 204 && { content: { [type]: media } }),
    },
    ...(isVersioned && { '304': ref('responses', 'NotModified') }),
    ...Object.fromEntries(
      Object.entries(refusals).map(([code, refusal]) => [code, ref('responses', refusal)]),
    ),
    '4XX': ref('responses', 'Refused'),
  };
}
