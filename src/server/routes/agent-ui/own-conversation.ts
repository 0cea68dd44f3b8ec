import type { Request, Response } from 'express';
import { web } from '../../../channels/web/index.ts';
import { userOf } from '../../user.ts';

/** What belongs to somebody in a conversation: a turn, a blob. */
interface Owned {
  channel: string;
  conversation: string;
  personId?: string;
}

/** The conversation that a session of the calling user is. */
export interface OwnConversation {
  name: string;
  /** Whether this is the user's, and of this session. */
  has(owned: Owned): boolean;
}

/** A session id that is none, e.g. none at all, is that of a conversation without anything in it. */
export function ownConversation(request: Request, response: Response, sessionId: unknown): OwnConversation {
  const userId = userOf(request, response);
  const address = web.address.safeParse({ session_id: sessionId, user_id: userId });
  const name = address.success ? web.conversationOf(address.data) : undefined;
  return {
    name: name ?? '',
    // A conversation of the web is one user's; what was pushed into it is nobody's in particular.
    has: ({ channel, conversation, personId = userId }) =>
      channel === web.name && conversation === name && personId === userId,
  };
}
