import type {
  McpUiHostCapabilities,
  McpUiResourceCsp,
  McpUiResourcePermissions,
} from '@modelcontextprotocol/ext-apps/app-bridge';
import type { AppDescription } from './app-description.ts';

/** The names of permissions in a frame's `allow`. */
const FEATURES: Readonly<Record<string, string>> = {
  camera: 'camera',
  microphone: 'microphone',
  geolocation: 'geolocation',
  clipboardWrite: 'clipboard-write',
};

/** What an app gets: what the service granted of what it declared, and what its viewer may do. */
export function grantedTo({ granted, can_act: canAct }: AppDescription): {
  csp: McpUiResourceCsp;
  permissions: McpUiResourcePermissions;
  features: string[];
  capabilities: McpUiHostCapabilities;
} {
  const csp = granted.csp as McpUiResourceCsp;
  const permissions = Object.fromEntries(granted.permissions.map((name) => [name, {}]));
  return {
    csp,
    permissions,
    features: granted.permissions.flatMap((name) => FEATURES[name] ?? []),
    capabilities: {
      openLinks: {},
      downloadFile: {},
      logging: {},
      ...(canAct && {
        serverTools: {},
        serverResources: {},
        message: { text: {} },
        updateModelContext: { text: {}, structuredContent: {} },
      }),
      sandbox: { csp, permissions },
    },
  };
}

/** Names of the hosts that an app may reach, each once. */
export function hostsOf({ granted }: AppDescription): string[] {
  const origins = Object.values(granted.csp).flatMap((list) => list ?? []);
  return [...new Set(origins.map((origin) => origin.replace(/^[a-z]+:\/\//, '')))];
}
