/** Where version 5 is, its errors and its document. */
import type { Scope } from '../../http/route/route.ts';
import { errorOf } from './errors.ts';

const DESCRIPTION = `Version 5 of the API, for clients of Glances 5. It shows the same samples as version 4.

- **Envelope**: an object has its members at the top, a list its items in \`data\`, identified by the member that \`_key\` names.
- **Counters** are rates per second; null in the first sample.
- **Levels** are in \`_levels\`: ok, careful, warning or critical.
- **What only Gander has** is in the lists with \`?extra=true\`.`;

export const SCOPE: Scope = { path: '/api/5', document: { name: '5', description: DESCRIPTION }, errorOf };
