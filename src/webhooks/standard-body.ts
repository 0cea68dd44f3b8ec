import type { Post } from './posted.ts';

/** A result in the form that receivers know from MUXI's asynchronous answers, with the widgets beside the text. */
export function standardBody(post: Post, formation: string): object {
  const { turn_id, status, error, user_id, session_id, content, ui, files, timestamp } = post.result;
  return {
    id: turn_id,
    object: 'response',
    status,
    timestamp: Date.parse(timestamp),
    formation_id: formation,
    ...(user_id !== undefined && { user_id }),
    ...(session_id !== undefined && { session_id }),
    processing_mode: 'async',
    error: error === undefined ? null : { code: error },
    response: content === '' ? [] : [{ type: 'text', text: content }],
    ...(ui && ui.length > 0 && { ui }),
    ...(files !== undefined && { files }),
    ...(post.transformer_error && { transformer_error: post.transformer_error }),
  };
}
