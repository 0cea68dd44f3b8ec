import type { Response } from 'express';
import type { TurnListener } from '../../pipeline/turns.ts';
import { errorBody } from '../../protocol/error-body.ts';
import { BridgeError } from '../../protocol/errors.ts';
import type { Reply } from './finished-turn.ts';

/**
 * The MUXI stream of one turn: unnamed token frames, one `ui` frame when there are widgets, then `done`; or `error`.
 * The head is written with the first frame, so that a request refused before it gets a real status.
 */
export function openMuxiStream(
  response: Response,
  ownTurnId: string,
): TurnListener & { replay(turnId: string, reply: Reply | BridgeError): void } {
  let seq = 0;
  let streamed = '';
  let lastRun = 0;

  function frame(turnId: string, run: number, event: string | undefined, data: unknown): void {
    // Ended already when this process and the store both tell of the same end.
    if (response.destroyed || response.writableEnded) return;
    if (!response.headersSent) {
      response.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      });
    }
    seq++;
    const name = event === undefined ? '' : `event: ${event}\n`;
    // JSON has no raw line breaks, so one `data:` line holds it whole, whatever the text says.
    response.write(`id: ${turnId}.${run}.${seq}\n${name}data: ${JSON.stringify(data)}\n\n`);
  }

  function end(turnId: string, run: number, reply: Reply | BridgeError): void {
    if (reply instanceof BridgeError) {
      frame(turnId, run, 'error', errorBody(reply));
    } else {
      // What the text lacked was added at its end: numbered choices, link URLs.
      const rest = restOf(reply.content, streamed);
      if (rest !== '') frame(turnId, run, undefined, { token: rest });
      if (reply.ui && reply.ui.length > 0) frame(turnId, run, 'ui', { ui: reply.ui });
      frame(turnId, run, 'done', { finished: true });
    }
    response.end();
  }

  return {
    onText(delta, run) {
      // A second run of the same turn says it all again; what was streamed of the first stands.
      if (lastRun !== 0 && run !== lastRun) return;
      lastRun = run;
      streamed += delta;
      frame(ownTurnId, run, undefined, { token: delta });
    },
    onEnd: (ending) =>
      end(
        ownTurnId,
        ending.run,
        'failed' in ending ? ending.failed : { content: ending.envelope.text, ui: ending.envelope.widgets },
      ),
    replay: (turnId, reply) => end(turnId, 1, reply),
  };
}

/** What of the whole text was not streamed yet. White space at the end of what was may have gone in the whole. */
function restOf(content: string, streamed: string): string {
  const said = content.startsWith(streamed) ? streamed : streamed.trimEnd();
  return content.startsWith(said) ? content.slice(said.length) : content;
}
