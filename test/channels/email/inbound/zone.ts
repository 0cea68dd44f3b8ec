import type { Resolver } from 'mailauth';

/** A DNS that knows these names only, as `TYPE name`. A function is what happens when it is asked. */
export function zoneOf(records: Readonly<Record<string, string[] | (() => never)>>): Resolver {
  return async (name, type) => {
    const found = records[`${type} ${name}`];
    if (typeof found === 'function') return found();
    if (!found) throw Object.assign(new Error(`no ${type} of ${name}`), { code: 'ENOTFOUND' });
    return type === 'TXT' ? found.map((text) => [text]) : found;
  };
}

/** What the DNS says when it says nothing. */
export function timesOut(): never {
  throw Object.assign(new Error('the server did not answer'), { code: 'ETIMEOUT' });
}
