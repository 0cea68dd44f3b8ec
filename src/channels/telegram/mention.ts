import { idIn, integerIn, type Loose, listIn, objectIn } from './loose.ts';

/** Who we are on the platform. The id stands in the token; the name is known once `getMe` has answered. */
export interface BotIdentity {
  id: number;
  username?: string;
}

/** A text as we hear it: our own name is taken out, since it only says whom the words are for. */
export interface Heard {
  text: string;
  /** It names us, or is a command that names nobody else. */
  isForUs: boolean;
  /** It is a command that names another bot. */
  isForAnotherBot: boolean;
}

/** Entities of one message. Telegram marks no more than 100; a list that claims more is read that far. */
const MAX_ENTITIES = 100;

interface Span {
  type: string;
  start: number;
  end: number;
  userId: number | undefined;
}

/** Reads whom a text names. Offsets of entities are UTF-16 units, as in a JavaScript string. */
export function hear(text: string, entities: unknown, bot: BotIdentity): Heard {
  const ours: Span[] = [];
  let isForUs = false;
  for (const span of spansIn(entities, text.length)) {
    if (span.type === 'bot_command' && span.start === 0) {
      const command = readCommand(text.slice(0, span.end), bot);
      if (command.isForAnotherBot) return { text, isForUs: false, isForAnotherBot: true };
      if (command.ownName) ours.push({ ...span, start: span.end - command.ownName.length });
      isForUs = true;
    } else if (isOurName(span, text, bot)) {
      ours.push(span);
      isForUs = true;
    }
  }
  return { text: without(ours, text), isForUs, isForAnotherBot: false };
}

function readCommand(command: string, bot: BotIdentity): { isForAnotherBot: boolean; ownName?: string } {
  const at = command.indexOf('@');
  if (at < 0 || bot.username === undefined) return { isForAnotherBot: false };
  const ownName = command.slice(at);
  return isSameName(ownName, bot.username) ? { isForAnotherBot: false, ownName } : { isForAnotherBot: true };
}

function isOurName({ type, start, end, userId }: Span, text: string, bot: BotIdentity): boolean {
  if (type === 'text_mention') return userId === bot.id;
  return type === 'mention' && bot.username !== undefined && isSameName(text.slice(start, end), bot.username);
}

function isSameName(mention: string, username: string): boolean {
  return mention.toLowerCase() === `@${username.toLowerCase()}`;
}

function spansIn(entities: unknown, length: number): Span[] {
  return listIn(entities)
    .slice(0, MAX_ENTITIES)
    .flatMap((value) => {
      const entity: Loose = objectIn(value) ?? {};
      const start = integerIn(entity.offset) ?? -1;
      const end = start + (integerIn(entity.length) ?? 0);
      return typeof entity.type === 'string' && start >= 0 && end > start && end <= length
        ? [{ type: entity.type, start, end, userId: idIn(objectIn(entity.user)?.id) }]
        : [];
    });
}

/** The text without these spans. What would leave nothing stays whole: a bare mention is a message too. */
function without(spans: readonly Span[], text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (start < from) continue;
    kept.push(text.slice(from, start));
    from = end;
  }
  kept.push(text.slice(from));
  const rest = kept.reduce(joined);
  return rest.trim() ? rest : text;
}

/** Two parts whose middle was taken out, with the one space or line break that a reader expects between them. */
function joined(before: string, after: string): string {
  const head = before.trimEnd();
  if (!head) return after.replace(/^[\s,:]+/, '');
  const tail = after.trimStart();
  const gap = before.slice(head.length) + after.slice(0, after.length - tail.length);
  if (!tail || !gap || /^[,.:;!?]/.test(after)) return head + tail;
  return head + (gap.includes('\n') ? '\n' : ' ') + tail;
}
