/** Settings of the MCP server. */
import type { HostRule } from '../../core/host-pattern.ts';
import { service } from '../../core/parts/service.ts';

export interface McpSettings {
  /** Below the prefix of all paths: `/mcp`. */
  readonly path: string;
  /** Host names under which requests reach it. */
  readonly hosts: HostRule;
}
export const McpSettings = service<McpSettings>('access for assistants');
