import type { Reply } from './finished-turn.ts';

/**
 * The body that answers a finished turn, as MUXI's chat has it. `ui` stands only where there are widgets; `more` stands
 * beside the message.
 */
export function completedChat(
  { content, ui }: Reply,
  asked: { turnId: string; sessionId: string; userId: string },
  more: object = {},
): object {
  return {
    object: 'message',
    type: 'chat.completed',
    request: { id: asked.turnId },
    success: true,
    data: {
      message: {
        role: 'assistant',
        content,
        ...(ui && ui.length > 0 && { ui }),
        metadata: { session_id: asked.sessionId },
      },
      user_id: asked.userId,
      ...more,
    },
  };
}
