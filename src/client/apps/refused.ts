import { ApiError } from './app-api.ts';
import { element } from './elements.ts';
import { Refusal } from './refusal.ts';
import type { Words } from './words.ts';

/** Why there is nothing to see, on a page of its own (`isAlone`) or below the name of the app. */
export function refused(error: unknown, { words, isAlone }: { words: Words; isAlone: boolean }): HTMLElement {
  const known = error instanceof ApiError ? sentenceByCode(error, words) : error instanceof Refusal && error.message;
  const sentence = element('p', {}, known || words.failed);
  if (!isAlone) return element('div', { class: 'is-error', role: 'alert' }, sentence);
  return element('section', { class: 'refused', role: 'alert' }, element('h1', {}, words.cannotOpen), sentence);
}

function sentenceByCode({ code, message }: ApiError, words: Words): string {
  switch (code) {
    case 'link_expired':
      return words.expired;
    case 'not_found':
      return words.notFound;
    case 'unauthorized':
      return words.unknownViewer;
    default:
      return message;
  }
}
