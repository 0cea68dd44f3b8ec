import type { TemplateVariables, Transformer } from '../../protocol/transformer.ts';

/** A text with variables, filled in. Throws `template_failed` when a value cannot be written there. */
export type TextTemplate = (variables: TemplateVariables) => string;

/** A compiled transformer file with its way of delivery, where it names one. */
export interface FormationTransformer extends Transformer {
  readonly version?: string;
  /** Absent: the channel delivers through its SDK. */
  readonly endpoint?: {
    readonly method: 'POST' | 'PUT' | 'PATCH';
    /** http or https. Scheme, host and port come from the file and its secrets alone; other values are percent-encoded. */
    readonly url: TextTemplate;
  };
  /** `headers` and what `auth` stands for. Without line breaks; those that render to nothing are left out. */
  headers(variables: TemplateVariables): Readonly<Record<string, string>>;
}
