import { z } from 'zod';
import { BridgeError } from './protocol/errors.ts';

const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'not an http(s) URL, e.g. https://bot.acme.example' })
  .transform((url) => url.replace(/\/+$/, ''));

const environmentSchema = z.object({
  PORT: z.coerce.number('not a number').int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: httpUrl.optional(),
  SANDBOX_PORT: z.coerce.number('not a number').int().min(0).max(65_535).optional(),
  SANDBOX_URL: httpUrl
    .refine((url) => URL.canParse(url) && new URL(url).pathname === '/' && !/[?#]/.test(url), {
      error: 'not an origin: write scheme and host without a path, e.g. https://*.acme-apps.example',
    })
    .optional(),
  FOOTBRIDGE_FORMATION: z.string().min(1).default('formations/demo'),
  FOOTBRIDGE_DATA: z.string().min(1).default('data'),
  FOOTBRIDGE_KEYS: list,
  FOOTBRIDGE_ADMIN_KEYS: list,
  FOOTBRIDGE_URL: httpUrl.optional(),
  FOOTBRIDGE_SECRET: list,
  FOOTBRIDGE_EMULATORS: z.enum(['on', 'off'], 'write on or off').optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'not a PostgreSQL URL, e.g. postgresql://user:password@host:5432/footbridge')
    .optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'no log level: use error, warn, info or debug',
    )
    .default('info'),
});

/** The service's settings from outside, checked. */
export type Environment = z.infer<typeof environmentSchema>;

/** Throws `environment_invalid` naming every variable that is wrong; never a value. An empty variable counts as absent. */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environmentSchema.safeParse(present);
  if (parsed.success) return withSandboxPort(withKeysApart(parsed.data));
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new BridgeError('environment_invalid', `The environment is not as it must be. ${faults.join('; ')}`);
}

/** Throws when a key is both: every client would be an operator. */
function withKeysApart(environment: Environment): Environment {
  const { FOOTBRIDGE_KEYS: keys, FOOTBRIDGE_ADMIN_KEYS: adminKeys } = environment;
  if (!adminKeys.some((key) => keys.includes(key))) return environment;
  throw new BridgeError(
    'environment_invalid',
    'FOOTBRIDGE_ADMIN_KEYS and FOOTBRIDGE_KEYS share a key, so every client would be an operator. Give operators a key of their own.',
  );
}

/** Throws where apps have a public address and nothing listens there. */
function withSandboxPort(environment: Environment): Environment {
  if (environment.SANDBOX_URL === undefined || environment.SANDBOX_PORT !== undefined) return environment;
  throw new BridgeError(
    'environment_invalid',
    'SANDBOX_URL is set and SANDBOX_PORT is not. Set SANDBOX_PORT to the port that SANDBOX_URL leads to.',
  );
}
