import { fold } from '../../callback/fold.ts';

const MARKUP = /[*_`~\\]+/g;
/** White space that is not one plain space already. */
const SPACE = /\s{2,}|[^\S ]/g;

/** A text as two readers would call it the same: without emphasis, case, accents and the shape of its white space. */
export function comparable(text: string): string {
  return fold(text).replace(MARKUP, '').replace(SPACE, ' ').trim();
}
