import { exactFields } from './fields.ts';
import { type JsonValue, plainJson } from './plain-json.ts';

/** The dialogs that an application has for this. */
export const MODALS = ['deposit', 'withdraw'] as const;
export type ModalName = (typeof MODALS)[number];

/** Opens a dialog of the application. */
export interface ModalAction {
  kind: 'modal';
  name: ModalName;
  params?: Readonly<Record<string, JsonValue>>;
}

export type ModalRefusal = 'wrong_fields' | 'unknown_modal' | 'bad_params' | 'params_too_large';

/** Bytes of compact JSON. */
const MAX_PARAMS_BYTES = 1024;
/** The object of parameters is the first level. */
const MAX_PARAMS_DEPTH = 4;

/**
 * Checks an action of the kind `modal`. Parameters are plain JSON of at most 1 KB and four levels, without keys of
 * prototypes. What is given is a copy.
 */
export function modalAction(value: unknown): { action: ModalAction } | { refusal: ModalRefusal } {
  const fields = exactFields(value, { needed: ['kind', 'name'], optional: ['params'] });
  if (!fields) return { refusal: 'wrong_fields' };
  const name = MODALS.find((known) => known === fields.name);
  if (!name) return { refusal: 'unknown_modal' };
  if (fields.params === undefined) return { action: { kind: 'modal', name } };
  const params = plainJson(fields.params, MAX_PARAMS_DEPTH);
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return { refusal: 'bad_params' };
  const bytes = new TextEncoder().encode(JSON.stringify(params)).length;
  if (bytes > MAX_PARAMS_BYTES) return { refusal: 'params_too_large' };
  return { action: { kind: 'modal', name, params: params as Readonly<Record<string, JsonValue>> } };
}
