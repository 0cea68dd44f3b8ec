import type { Turn } from '../../protocol/turn.ts';
import type { TurnClient } from '../../protocol/ui/turn-client.ts';

/** A turn as it travels. Keys may be added; none changes its meaning. */
export function turnBody(turn: Turn): Record<string, unknown> {
  const { person, uiResponse } = turn;
  return {
    turn_id: turn.turnId,
    attempt: turn.attempt,
    channel: turn.channel,
    conversation: turn.conversation,
    session_id: turn.session,
    user_id: person.id,
    ...(person.name !== undefined && { user_name: person.name }),
    ...(person.locale !== undefined && { locale: person.locale }),
    message: turn.message,
    files: turn.files.map(({ name, mime, sizeBytes, url }) => ({
      name,
      mime,
      ...(sizeBytes !== undefined && { size_bytes: sizeBytes }),
      ...(url !== undefined && { url }),
    })),
    ...(uiResponse && { ui_response: uiResponse }),
    context: turn.address,
    reads_markdown: turn.readsMarkdown,
    ...(turn.client && { client: clientOf(turn.client) }),
    ...(turn.views && { views: turn.views }),
  };
}

/** What the person's client shows, with kinds of blocks as their capability tokens. */
function clientOf({ dialect, blocks }: TurnClient): Record<string, unknown> {
  const capabilities = blocks?.map(({ namespace, block_type, version }) => `${namespace}.${block_type}@${version}`);
  return { dialect, ...(capabilities && { capabilities }) };
}
