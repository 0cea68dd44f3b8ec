import type { DeliveringTransformer, TemplateVariables } from '../protocol/transformer.ts';

/** A place that something is posted to, and how it is shaped there. */
export interface Destination {
  /** As posts are kept with it, and as people are told of it, e.g. `trigger alert`. */
  readonly name: string;
  /** Absent: the result goes out in the standard form. */
  readonly transformer?: DeliveringTransformer;
  /** Goes before the transformer's endpoint. It may hold a secret. */
  readonly url?: string;
}

/** The name of the formation's own webhook. */
export const DEFAULT_DESTINATION = 'async.webhook_url';

export interface RequestLine {
  method: 'POST' | 'PUT' | 'PATCH';
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** Where a post goes. Throws `template_failed` when a variable cannot be written there; nothing when there is no URL. */
export function requestLineOf(
  { transformer, url }: Destination,
  variables: Readonly<Record<string, unknown>>,
): RequestLine | undefined {
  const known = { ...NO_VARIABLES, ...variables } as TemplateVariables;
  const target = url ?? transformer?.endpoint?.url(known);
  if (target === undefined) return undefined;
  return {
    method: transformer?.endpoint?.method ?? 'POST',
    url: target,
    headers: transformer?.headers(known) ?? {},
  };
}

const NO_VARIABLES: TemplateVariables = {
  response: { content: '' },
  context: {},
  agent: { name: '' },
  timestamp: '',
  ui: {},
};
