/**
 * What went wrong, by what can be done about it: `refused` = the service answered no, and will again, or could never be
 * asked so; `lost` = it could not be reached (any more), so try again later, with the same key; `failed` = the turn ended
 * with an error.
 */
export type ChatErrorKind = 'refused' | 'lost' | 'failed';

/** Thrown by what speaks with the service. The sentence never holds a token or a message. */
export class ChatError extends Error {
  override readonly name = 'ChatError';
  readonly kind: ChatErrorKind;
  /** The service's own code, e.g. `unauthorized`; '' where it gave none. */
  readonly code: string;
  /** HTTP status of a refusal. */
  readonly status: number | undefined;

  constructor(
    kind: ChatErrorKind,
    sentence: string,
    { code = '', status, cause }: { code?: string; status?: number; cause?: unknown } = {},
  ) {
    super(sentence, cause === undefined ? {} : { cause });
    this.kind = kind;
    this.code = code;
    this.status = status;
  }
}

/** The refusal that an answer is, with the service's own code and sentence where it has such. */
export async function refusalIn(response: Pick<Response, 'status' | 'text'>): Promise<ChatError> {
  const { status } = response;
  if (status === 200) {
    const sentence = 'What answered gave no stream of events. Check baseUrl.';
    return new ChatError('refused', sentence, { status });
  }
  const error = errorIn(await response.text().catch(() => ''));
  return new ChatError('refused', error.message || `The service answered ${status}.`, { code: error.code, status });
}

function errorIn(text: string): { code: string; message: string } {
  try {
    const { code, message } = (JSON.parse(text) as { error: { code?: unknown; message?: unknown } }).error;
    return { code: typeof code === 'string' ? code : '', message: typeof message === 'string' ? message : '' };
  } catch {
    return { code: '', message: '' };
  }
}
