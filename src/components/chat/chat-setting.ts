import type { Connection } from '../../client/connection.ts';
import type { StreamOptions } from '../../client/stream/chat-stream.ts';
import { DIALECTS, type Dialect } from '../../protocol/ui/turn-client.ts';
import type { ComponentHost } from '../host/component-host.ts';
import type { FootbridgeMap } from '../maps/map-element.ts';
import { createFootbridgeBlocks } from '../turn/built-in-blocks.ts';
import type { FootbridgeTurn } from '../turn/turn-element.ts';
import type { Words } from '../words/words.ts';

/** How a conversation speaks and looks, asked each time: a page may change it while it goes on. */
export interface ChatSetting {
  words(): Words;
  /** Where the service is, in which dialect, until when. */
  speaking(): StreamOptions<Dialect> & { signal: AbortSignal };
  /** Gives a turn what it is drawn with. */
  dress(turn: FootbridgeTurn): void;
  /** Tells that the service knows nobody by this token. Whether somebody takes care of a better one, and then calls `again`. */
  askForToken(again: () => void): boolean;
}

/** What a chat knows of itself. */
interface ChatFacts extends Pick<ChatSetting, 'words' | 'askForToken'> {
  sessionId(): string | undefined;
  /** Aborts when what is read is not shown any more. */
  signal(): AbortSignal;
  /** Where map actions are done when the page has no map. */
  map(): FootbridgeMap;
}

/** The setting of a chat as its attributes and properties have it. */
export function chatSetting(
  chat: HTMLElement & { token: Connection['token']; host: ComponentHost },
  { words, askForToken, sessionId, signal, map }: ChatFacts,
): ChatSetting {
  const dialect = (): Dialect => DIALECTS.find((name) => name === chat.getAttribute('dialect')) ?? 'muxi';
  const connection = (): Connection => ({
    baseUrl: chat.getAttribute('base-url') ?? '',
    token: chat.token,
    userId: chat.getAttribute('user-id') ?? undefined,
    ...chat.host.connection,
  });
  const host = (): ComponentHost => {
    const whole: ComponentHost = {
      connection: connection(),
      sessionId: sessionId(),
      ...chat.host,
      get map() {
        return chat.host.map ?? map();
      },
    };
    // One registry for all turns: what is asked for is what is drawn.
    whole.blocks ??= createFootbridgeBlocks(whole);
    return whole;
  };
  return {
    ...{ words, askForToken },
    speaking: () => ({
      ...connection(),
      ...{ dialect: dialect(), signal: signal() },
      ...(dialect() === 'ubp' && { capabilities: host().blocks?.clientCapabilityTokens() }),
    }),
    dress(turn) {
      turn.dialect = dialect();
      turn.host = host();
      turn.toggleAttribute('instant', chat.hasAttribute('instant'));
    },
  };
}
