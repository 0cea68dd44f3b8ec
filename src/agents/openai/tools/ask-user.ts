import { z } from 'zod';
import type { ToolOffer } from '../../../protocol/agent.ts';
import type { AgentTurn } from '../../../protocol/agent-turn.ts';
import { schemaFaults } from '../../../protocol/schema-faults.ts';

export type Question = NonNullable<AgentTurn['clarification']>;

const text = { type: 'string' };

/** Asks the person. Its call ends the turn; what is chosen comes as the next message. */
export const askUserTool: ToolOffer = {
  name: 'ask_user',
  description:
    'Asks the person to choose, and ends your turn. Each choice becomes a button, so do not list the choices in your text. What the person chose, or wrote instead, is their next message. For a question without fixed choices do not call this: ask it in your text.',
  parameters: {
    type: 'object',
    properties: {
      prompt: { ...text, description: 'The question, in the language of the person.' },
      choices: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          properties: {
            value: { ...text, description: 'What you are told when it is chosen. Unique.' },
            label: { ...text, description: 'What the person reads, short. Without it they read the value.' },
          },
          required: ['value'],
          additionalProperties: false,
        },
      },
      multi: { type: 'boolean', description: 'Whether several may be chosen. Default: false.' },
    },
    required: ['prompt', 'choices'],
    additionalProperties: false,
  },
};

/** Models leave out the map around a value, and send null for what they leave out. */
const choice = z.union([
  z.string().transform((value) => ({ value })),
  z.object({ value: z.union([z.string(), z.number().transform(String)]), label: z.string().nullish() }),
]);

const args = z.object({
  prompt: z.string().trim().min(1),
  choices: z.array(choice).min(1),
  multi: z.boolean().nullish(),
});

/** The question that the model asks, or what is wrong with it, in words for the model. */
export function questionIn(value: unknown): { question: Question } | { fault: string } {
  const read = args.safeParse(value);
  if (!read.success) return { fault: schemaFaults(read.error).join('; ') };
  const { prompt, choices, multi } = read.data;
  return {
    question: {
      prompt,
      choices: choices.map((one) => {
        const label = 'label' in one ? one.label : undefined;
        return { value: one.value, ...(typeof label === 'string' && label !== '' && { label }) };
      }),
      ...(multi === true && { multi }),
    },
  };
}
