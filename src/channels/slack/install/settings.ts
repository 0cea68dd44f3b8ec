import type { SlackSettings } from '../settings.ts';
import { DEFAULT_SCOPES } from './scopes.ts';

/** How workspaces install the app. */
export interface InstallSettings {
  clientId: string;
  clientSecret: string;
  scopes: readonly string[];
  /** Ids of workspaces and organisations that may; absent = every one. */
  allow: readonly string[] | undefined;
}

/** Nothing where the app is not to be installed by others. */
export function installSettings(settings: SlackSettings): InstallSettings | undefined {
  const { client_id, client_secret, scopes = DEFAULT_SCOPES, allow_install: allow } = settings;
  return client_id && client_secret ? { clientId: client_id, clientSecret: client_secret, scopes, allow } : undefined;
}
