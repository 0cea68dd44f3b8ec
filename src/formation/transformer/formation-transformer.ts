import type { DeliveringTransformer, TemplateVariables } from '../../protocol/transformer.ts';

/** A text with variables, filled in. Throws `template_failed` when a value cannot be written there. */
export type TextTemplate = (variables: TemplateVariables) => string;

/** A compiled transformer file. */
export interface FormationTransformer extends DeliveringTransformer {
  readonly version?: string;
}
