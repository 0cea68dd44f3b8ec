import { z } from 'zod';
import type { DeclaredBlock } from '../protocol/ui/block-type.ts';
import { majorOf } from '../protocol/ui/major-of.ts';
import { compileJsonSchema } from './json-schema.ts';

const MAX_NAME_CHARS = 64;
const RESERVED = ['minara', 'footbridge'];

const namespace = z
  .string()
  .max(MAX_NAME_CHARS)
  .regex(/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/, {
    error: 'a namespace is words of lower-case letters, digits, "_" and "-", with dots between them, e.g. acme.tools.',
  })
  .refine((name) => !RESERVED.includes(firstWord(name)), {
    error: ({ input }) =>
      `"${firstWord(String(input))}" is reserved for the blocks that come with Footbridge. Use a namespace of your own.`,
  });

function firstWord(name: string): string {
  return name.split('.', 1)[0] ?? '';
}

const blockType = z
  .string()
  .max(MAX_NAME_CHARS)
  .regex(/^[a-z0-9_-]+$/, { error: 'a block type is one word of lower-case letters, digits, "_" and "-".' });

const version = z.string().refine((text) => (majorOf(text) ?? 0) > 0, {
  error: 'expected a full semantic version from 1.0.0 on, e.g. "1.2.0": no client can ask for 0.x.',
});

/** A JSON Schema and what it finds; without one, anything fits. */
const jsonSchema = z.record(z.string(), z.unknown()).transform((schema, context) => {
  const compiled = compileJsonSchema(schema);
  if ('faultIn' in compiled) return compiled;
  const message = `no JSON Schema that data can be checked by: ${compiled.problem}.`;
  context.addIssue({ code: 'custom', message, path: compiled.place });
  return z.NEVER;
});

const uiBlock = z
  .strictObject({
    namespace,
    block_type: blockType,
    version,
    description: z.string().default(''),
    data: jsonSchema.prefault({}),
  })
  .transform(
    ({ block_type, data, ...rest }): DeclaredBlock => ({
      ...rest,
      blockType: block_type,
      dataSchema: data.schema,
      faultIn: data.faultIn,
    }),
  );

/** The key `ui_blocks` of a formation. */
export const uiBlocksSchema = z.array(uiBlock).superRefine((blocks, context) => {
  const seen = new Set<string>();
  blocks.forEach(({ namespace, blockType, version }, at) => {
    const name = `${namespace}.${blockType}@${majorOf(version)}`;
    if (seen.has(name)) {
      const message = `there is another ${name}. A client cannot tell them apart.`;
      context.addIssue({ code: 'custom', message, path: [at, 'version'] });
    }
    seen.add(name);
  });
});
