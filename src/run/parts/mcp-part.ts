/** MCP settings: whether assistants may read this server, and where. The command line takes precedence over the configuration. */
import { UsageError } from '../../core/errors.ts';
import { hostRule } from '../../core/host-pattern.ts';
import { definePart } from '../../core/parts/part.ts';
import { off } from '../../core/parts/service.ts';
import { McpSettings } from '../../api/mcp/mcp.ts';
import { CommandLine } from '../cli/parse.ts';
import { Configuration } from '../config/load.ts';

export const mcpSettingsPart = definePart({
  name: 'access for assistants',
  needs: { command: CommandLine, configuration: Configuration },
  provides: McpSettings,
  open({
    command: { values },
    configuration: {
      sections: { outputs },
    },
  }) {
    if (!values.enable_mcp && !outputs.enable_mcp)
      return off('enable_mcp=False in [outputs], and no --enable-mcp');
    const path = pathOf(values.mcp_path ?? outputs.mcp_path);
    return { path, hosts: hostRule(outputs.mcp_allowed_hosts) };
  },
});

/** With single slashes, and none at the end. Throws {@link UsageError}. */
function pathOf(text: string): string {
  const words = text.split('/').filter((word) => word !== '');
  const path = `/${words.join('/')}`;
  if (/^(\/[\w.~-]+)+$/.test(path) && !/^\/(api|servers)(\/|$)/.test(path)) return path;
  throw new UsageError(`mcp_path must be a path such as /mcp, outside /api and /servers, not "${text}".`);
}
