import type { AppDescription } from './app-description.ts';

/** An answer that is an error, with its code and its sentence. */
export class ApiError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** What the page of an app asks the service for, in the name of its viewer. A signal takes a request back. */
export interface AppApi {
  describe(): Promise<AppDescription>;
  /** The document as it came; base64 stays base64. */
  body(): Promise<string>;
  callTool(
    call: { name: string; arguments: Record<string, unknown>; approved: boolean },
    signal: AbortSignal,
  ): Promise<unknown>;
  listResources(cursor: string | undefined, signal: AbortSignal): Promise<unknown>;
  readResource(uri: string, signal: AbortSignal): Promise<unknown>;
  say(message: { id: string; text: string }): Promise<{ turn_id: string | null }>;
  keepContext(context: { text?: string; data?: Record<string, unknown> }): Promise<void>;
}

/** `base`: where the app's routes are. `headers` say who is looking. */
export function createAppApi(
  base: string,
  viewer: { headers: Readonly<Record<string, string>>; onUnknown: () => void },
): AppApi {
  async function ask(path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    const posted = body !== undefined && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...viewer.headers, 'Content-Type': 'application/json' },
    };
    const response = await fetch(base + path, { headers: viewer.headers, ...posted, ...(signal && { signal }) });
    if (response.ok) return response;
    if (response.status === 401) viewer.onUnknown();
    const { error } = await response.json().catch(() => ({ error: undefined }));
    throw new ApiError(String(error?.code ?? response.status), String(error?.message ?? response.statusText));
  }

  return {
    describe: async () => (await ask(`?page=${encodeURIComponent(location.origin)}`)).json(),
    body: async () => (await ask('/body')).text(),
    callTool: async (call, signal) => (await ask('/tools/call', call, signal)).json(),
    listResources: async (cursor, signal) => (await ask('/resources/list', { cursor }, signal)).json(),
    readResource: async (uri, signal) => (await ask('/resources/read', { uri }, signal)).json(),
    say: async (message) => (await ask('/message', message)).json(),
    keepContext: async (context) => void (await ask('/model-context', context)),
  };
}
