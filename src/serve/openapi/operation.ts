/** One operation of the document, with the answers that all have in common. */
import type { Schema } from '../../core/schema.ts';
import type { Refusal } from './responses.ts';
import { type Operation, type Part, ref } from './types.ts';

export interface OperationSetup {
  id: string;
  tag: string;
  summary: string;
  description?: string;
  parameters?: readonly Part[];
  body?: Part;
  /** Schema of the answer with status 200. */
  answer: Schema;
  /** The answer, in words. */
  says: string;
  example?: unknown;
  /** Media type of that answer; default: JSON. */
  type?: string;
  /** Refusals that are this operation's own. */
  refusals?: Partial<Record<'400' | '404' | '422' | '502' | '503' | '504', Refusal>>;
  /** The answer has a validator, and 304 is one of the answers. */
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
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    operationId: id,
    ...(setup.isDeprecated && { deprecated: true as const }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: responsesOf(setup, isVersioned),
  };
}

function responsesOf(
  { says, answer, example, refusals = {}, type = 'application/json' }: OperationSetup,
  isVersioned: boolean,
) {
  const media = { schema: answer, ...(example !== undefined && { example }) };
  return {
    '200': {
      description: says,
      ...(isVersioned && { headers: { ETag: ref('headers', 'ETag') } }),
      content: { [type]: media },
    },
    ...(isVersioned && { '304': ref('responses', 'NotModified') }),
    ...Object.fromEntries(
      Object.entries(refusals).map(([status, refusal]) => [status, ref('responses', refusal)]),
    ),
    '4XX': ref('responses', 'Refused'),
  };
}
