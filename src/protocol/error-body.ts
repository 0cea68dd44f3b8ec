import type { BridgeError } from './errors.ts';

/** How an error travels to whoever called. */
export interface ErrorBody {
  object: 'error';
  /** `error.` and the kind that its HTTP status stands for. */
  type: string;
  error: { code: string; message: string };
}

const KINDS: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  410: 'gone',
  413: 'too_large',
  422: 'unprocessable',
  429: 'rate_limited',
  502: 'upstream',
  503: 'unavailable',
};

/** The answer for an error: its code and its sentence, never a stack. */
export function errorBody(error: BridgeError): ErrorBody {
  return {
    object: 'error',
    type: `error.${KINDS[error.status] ?? 'internal'}`,
    error: { code: error.code, message: error.message },
  };
}
