/** A fault of one field of a body: its path with dots (`components.0.label`; empty for the whole), a code, a sentence. */
export interface FormFault {
  path: string;
  code: string;
  message: string;
}

/** A "no" to the app in Discord's own words: an HTTP status with `{message, code}`, and `errors` for a bad form. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly status: number;
  readonly code: number;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: number,
    message: string,
    facts: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.facts = facts;
    this.headers = headers;
  }
}

/** The refusals of docs.discord.com/developers/topics/opcodes-and-status-codes#json, read 2026-11. */
const REFUSALS = {
  unauthorized: [401, 0, '401: Unauthorized'],
  notFound: [404, 0, '404: Not Found'],
  methodNotAllowed: [405, 0, '405: Method Not Allowed'],
  unknownApplication: [404, 10002, 'Unknown Application'],
  unknownChannel: [404, 10003, 'Unknown Channel'],
  unknownGuild: [404, 10004, 'Unknown Guild'],
  unknownMember: [404, 10007, 'Unknown Member'],
  unknownMessage: [404, 10008, 'Unknown Message'],
  unknownUser: [404, 10013, 'Unknown User'],
  unknownWebhook: [404, 10015, 'Unknown Webhook'],
  unknownInteraction: [404, 10062, 'Unknown interaction'],
  unknownCommand: [404, 10063, 'Unknown application command'],
  tooLarge: [413, 40005, 'Request entity too large'],
  alreadyAcknowledged: [400, 40060, 'Interaction has already been acknowledged.'],
  threadExists: [400, 160004, 'A thread has already been created for this message'],
  missingAccess: [403, 50001, 'Missing Access'],
  notInDm: [403, 50003, 'Cannot execute action on a DM channel'],
  notYours: [403, 50005, 'Cannot edit a message authored by another user'],
  emptyMessage: [400, 50006, 'Cannot send an empty message'],
  cannotDm: [403, 50007, 'Cannot send messages to this user'],
  missingPermissions: [403, 50013, 'Missing Permissions'],
  invalidWebhookToken: [401, 50027, 'Invalid Webhook Token'],
  threadArchived: [400, 50083, 'Thread is archived'],
  invalidJson: [400, 50109, 'The request body contains invalid JSON.'],
} as const satisfies Record<string, readonly [status: number, code: number, message: string]>;

export function refusal(name: keyof typeof REFUSALS): ApiRefusal {
  const [status, code, message] = REFUSALS[name];
  return new ApiRefusal(status, code, message);
}

/** `Invalid Form Body` with each fault at its place. */
export function invalidForm(faults: readonly FormFault[]): ApiRefusal {
  const errors: Record<string, unknown> = {};
  for (const { path, code, message } of faults) {
    let at = errors;
    for (const step of path === '' ? [] : path.split('.')) {
      at[step] ??= {};
      at = at[step] as Record<string, unknown>;
    }
    at._errors = [...((at._errors as object[] | undefined) ?? []), { code, message }];
  }
  return new ApiRefusal(400, 50035, 'Invalid Form Body', { errors });
}
