/** What `GET /v1/apps/:token` tells of an app. */
export interface AppDescription {
  server: string;
  tool: string;
  uri: string;
  kind: 'page' | 'picture' | 'links' | 'file';
  mime: string | null;
  is_base64: boolean;
  /** As the tool was called; nothing when that is not known. */
  args: Record<string, unknown> | null;
  /** The `CallToolResult`; nothing when it was too large to be kept. */
  result: Record<string, unknown> | null;
  /** Whether the viewer is the person who was answered. */
  can_act: boolean;
  /** By what the service can know that person: their platform, who the user is, or nothing. */
  proven_by: 'platform' | 'user' | 'none';
  granted: { csp: Partial<Record<OriginList, string[]>>; permissions: string[] };
  refused_origins: number;
  /** Hosts that it declares and whoever runs the service does not allow. */
  withheld_hosts: string[];
  prefers_border: boolean | null;
  /** The page around the document, on the other origin. */
  sandbox_url: string;
}

export type OriginList = 'connectDomains' | 'resourceDomains' | 'frameDomains' | 'baseUriDomains';
