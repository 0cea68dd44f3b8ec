import type { AppDescription } from './app-description.ts';

/** An answer that is an error, with its code and its sentence. */
export class ApiError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** What the page of an app asks the service for, in the name of its viewer. */
export interface AppApi {
  describe(): Promise<AppDescription>;
  /** The document as it came; base64 stays base64. */
  body(): Promise<string>;
  callTool(call: { name: string; arguments: Record<string, unknown>; approved: boolean }): Promise<unknown>;
  listResources(cursor: string | undefined): Promise<unknown>;
  readResource(uri: string): Promise<unknown>;
  say(message: { id: string; text: string }): Promise<{ turn_id: string | null }>;
  keepContext(context: { text?: string; data?: Record<string, unknown> }): Promise<void>;
}

/** `headers` say who is looking. */
export function createAppApi(token: string, headers: Readonly<Record<string, string>>): AppApi {
  const base = `/v1/apps/${token}`;

  async function ask(path: string, body?: unknown): Promise<Response> {
    const posted = body !== undefined && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...headers, 'Content-Type': 'application/json' },
    };
    const response = await fetch(base + path, { headers, ...posted });
    if (response.ok) return response;
    const { error } = await response.json().catch(() => ({ error: undefined }));
    throw new ApiError(String(error?.code ?? response.status), String(error?.message ?? response.statusText));
  }

  return {
    describe: async () => (await ask('')).json(),
    body: async () => (await ask('/body')).text(),
    callTool: async (call) => (await ask('/tools/call', call)).json(),
    listResources: async (cursor) => (await ask('/resources/list', { cursor })).json(),
    readResource: async (uri) => (await ask('/resources/read', { uri })).json(),
    say: async (message) => (await ask('/message', message)).json(),
    keepContext: async (context) => void (await ask('/model-context', context)),
  };
}
