import type { Backstage } from '../backstage.ts';
import type { OpenInteraction } from '../interactions.ts';
import type { Asked, Routes } from './route.ts';

/** What works without the bot's token, with the token of an interaction. */
export function interactionRoutes({ interactions, responses }: Backstage): Routes {
  const openOf = ({ ids }: Asked): OpenInteraction => interactions.answered(ids.application ?? '', ids.token ?? '');
  const messageId = ({ ids }: Asked): string => ids.message ?? '';
  return {
    'POST /interactions/:interaction/:token/callback'(asked) {
      const open = interactions.toAnswer(asked.ids.interaction ?? '', asked.ids.token ?? '');
      const shown = responses.first(open, asked.body);
      return asked.query.get('with_response') === 'true' ? shown : undefined;
    },
    'POST /webhooks/:application/:token': (asked) => responses.followUp(openOf(asked), asked.body),
    'GET /webhooks/:application/:token/messages/:message': (asked) => responses.get(openOf(asked), messageId(asked)),
    'PATCH /webhooks/:application/:token/messages/:message': (asked) =>
      responses.edit(openOf(asked), messageId(asked), asked.body),
    'DELETE /webhooks/:application/:token/messages/:message'(asked) {
      responses.remove(openOf(asked), messageId(asked));
      return undefined;
    },
  };
}
