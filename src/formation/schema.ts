import { z } from 'zod';
import { DEFAULT_UI_LIMITS, type UiLimits } from '../protocol/envelope.ts';
import { DEFAULT_RETENTION } from '../protocol/retention.ts';
import { DEFAULT_TURN_RULES } from '../protocol/turn-rules.ts';
import { DEFAULT_WEBHOOKS } from '../protocol/webhooks.ts';
import { appsSchema } from './apps-schema.ts';
import type { McpServer } from './formation.ts';
import { httpUrlProblem } from './http-url.ts';
import { outboxSchema } from './outbox-schema.ts';
import { recommenderSchema } from './recommender-schema.ts';
import { retentionKeys } from './retention.ts';
import { turnRulesSchema } from './turn-rules-schema.ts';
import { uiBlocksSchema } from './ui-blocks-schema.ts';
import { mapLayersSchema, webComponentsSchema } from './web-components.ts';
import { webhooksSchema } from './webhooks-schema.ts';

const name = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/, {
  error: 'a name is up to 64 letters, digits, "_", "-" and ".", and starts with a letter or a digit.',
});

const httpUrl = z.string().superRefine((text, context) => {
  const problem = httpUrlProblem(text);
  if (problem) context.addIssue({ code: 'custom', message: `${problem}.` });
});

const texts = z.record(z.string(), z.string());

const mcpServer = z
  .strictObject({
    command: z.string().min(1).optional(),
    args: z.array(z.string()).optional(),
    env: texts.optional(),
    url: httpUrl.optional(),
    headers: texts.optional(),
  })
  .transform(({ command, args, env, url, headers }, context): McpServer => {
    if (command !== undefined && url === undefined && headers === undefined) {
      return { command, args: args ?? [], env: env ?? {} };
    }
    if (url !== undefined && command === undefined && args === undefined && env === undefined) {
      return { url, headers: headers ?? {} };
    }
    context.addIssue({
      code: 'custom',
      message: 'expected either "command" (with "args" and "env") to start a program, or "url" (with "headers").',
    });
    return z.NEVER;
  });

const link = z.strictObject({
  label: z.string().min(1).exactOptional(),
  url: httpUrl,
  hint: z.string().min(1).exactOptional(),
});

const proactiveChannel = z.strictObject({
  transformer: z.string(),
  url: httpUrl.exactOptional(),
  context: z.record(z.string(), z.unknown()).default({}),
});

/** 16 MB: more than any client wants in one answer. */
const MAX_TOTAL_BYTES = 16_777_216;
/** Hardly any widget is smaller than 256 bytes. */
const bytes = z.int().min(256).max(MAX_TOTAL_BYTES);

/** 64 widgets are more than any screen shows. */
const limits = z
  .strictObject({
    widgets: z.int().min(0).max(64).default(DEFAULT_UI_LIMITS.widgets),
    widget_bytes: bytes.default(DEFAULT_UI_LIMITS.widgetBytes),
    resource_bytes: bytes.default(DEFAULT_UI_LIMITS.resourceBytes),
    total_widget_bytes: bytes.default(DEFAULT_UI_LIMITS.totalWidgetBytes),
    total_resource_bytes: bytes.default(DEFAULT_UI_LIMITS.totalResourceBytes),
    envelope_bytes: bytes.default(DEFAULT_UI_LIMITS.envelopeBytes),
    total_envelope_bytes: bytes.default(DEFAULT_UI_LIMITS.totalEnvelopeBytes),
  })
  .transform(
    (given): UiLimits => ({
      widgets: given.widgets,
      widgetBytes: given.widget_bytes,
      resourceBytes: given.resource_bytes,
      totalWidgetBytes: given.total_widget_bytes,
      totalResourceBytes: given.total_resource_bytes,
      envelopeBytes: given.envelope_bytes,
      totalEnvelopeBytes: given.total_envelope_bytes,
    }),
  );

/** The keys of a formation. Settings of the agent and of the channels are checked by their own schemas. */
export function formationSchema(sentenceCodes: readonly string[]) {
  const sentences = z.strictObject(Object.fromEntries(sentenceCodes.map((code) => [code, z.string().optional()])));
  return z.strictObject({
    schema: z
      .string()
      .regex(/^1\.\d+\.\d+$/, { error: 'expected version "1.0.0".' })
      .optional(),
    id: name,
    description: z.string().optional(),
    on_crash: z.enum(['rerun', 'notify']).default('rerun'),
    turns: turnRulesSchema.default(DEFAULT_TURN_RULES),
    agent: z.unknown().optional(),
    mcp: z.strictObject({ servers: z.record(name, mcpServer).default({}) }).optional(),
    apps: appsSchema.default({}),
    links: z.record(name, link).default({}),
    channels: z.record(z.string(), z.unknown()).default({}),
    web_components: webComponentsSchema.default([]),
    map_layers: mapLayersSchema.default([]),
    ui_blocks: uiBlocksSchema.default([]),
    recommender: recommenderSchema.optional(),
    ui: z
      .strictObject({ limits: limits.optional(), widgets: z.boolean().optional() })
      .transform((ui) => ({ limits: ui.limits ?? DEFAULT_UI_LIMITS, widgets: ui.widgets ?? true }))
      .default({ limits: DEFAULT_UI_LIMITS, widgets: true }),
    retention: retentionKeys.default(DEFAULT_RETENTION),
    outbox: outboxSchema,
    async: webhooksSchema.default(DEFAULT_WEBHOOKS),
    proactive: z
      .strictObject({
        channels: z.record(name, proactiveChannel).default({}),
        default_channel: z.string().optional(),
      })
      .optional(),
    sentences: z.strictObject({ en: sentences.optional(), zh: sentences.optional() }).optional(),
  });
}

export type FormationKeys = z.infer<ReturnType<typeof formationSchema>>;
