import { harmInJson, isLargerThan } from '../plain-json.ts';
import { exactFields } from './fields.ts';

/** The dialogs that an application has for this. */
export const MODALS = ['deposit', 'withdraw'] as const;
export type ModalName = (typeof MODALS)[number];

/** Opens a dialog of the application. */
export interface ModalAction {
  kind: 'modal';
  name: ModalName;
  params?: Readonly<Record<string, unknown>>;
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
  const { params } = fields;
  const isObject = typeof params === 'object' && params !== null && !Array.isArray(params);
  if (!isObject || harmInJson(params, { maxDepth: MAX_PARAMS_DEPTH, maxNodes: MAX_PARAMS_BYTES })) {
    return { refusal: 'bad_params' };
  }
  if (isLargerThan(params, MAX_PARAMS_BYTES)) return { refusal: 'params_too_large' };
  return { action: { kind: 'modal', name, params: structuredClone(params) as Readonly<Record<string, unknown>> } };
}
