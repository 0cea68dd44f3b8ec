import type { Backstage, Method } from './backstage.ts';
import type { Parameters } from './parameters.ts';
import { badRequest, conflict } from './refusal.ts';
import type { Update } from './wire.ts';

/** 1-100, 40 by default. Telegram Bot API, setWebhook, read 2026-11. */
const DEFAULT_CONNECTIONS = 40;
const MAX_CONNECTIONS = 100;

/** Methods by which the bot takes its updates. */
export function updateMethods({ updates, webhook, queries }: Backstage): Record<string, Method> {
  async function getUpdates(parameters: Parameters, signal: AbortSignal): Promise<Update[]> {
    if (webhook.settings) {
      throw conflict(
        "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      );
    }
    updates.allow(parameters.strings('allowed_updates'));
    return updates.poll({
      offset: parameters.integer('offset') ?? 0,
      limit: parameters.integer('limit') ?? 0,
      timeoutSec: parameters.integer('timeout') ?? 0,
      signal,
    });
  }

  function setWebhook(parameters: Parameters): true {
    const url = parameters.text('url') ?? '';
    if (url === '') return deleteWebhook(parameters);
    // Telegram insists on https and public hosts; the emulator exists for http on this machine.
    if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw badRequest('bad webhook: invalid webhook URL specified');
    const secretToken = parameters.text('secret_token') ?? '';
    if (secretToken.length > 256) throw badRequest('secret token is too long');
    if (!/^[\w-]*$/.test(secretToken)) throw badRequest('secret token contains unallowed characters');
    const connections = parameters.integer('max_connections') ?? DEFAULT_CONNECTIONS;
    updates.allow(parameters.strings('allowed_updates'));
    if (parameters.flag('drop_pending_updates')) updates.clear();
    updates.endPoll('terminated by setWebhook request');
    webhook.set({
      url,
      ...(secretToken === '' ? {} : { secretToken }),
      maxConnections: Math.min(Math.max(connections, 1), MAX_CONNECTIONS),
    });
    return true;
  }

  function deleteWebhook(parameters: Parameters): true {
    if (parameters.flag('drop_pending_updates')) updates.clear();
    webhook.set(undefined);
    return true;
  }

  function getWebhookInfo(): object {
    const { settings, lastError } = webhook;
    return {
      url: settings?.url ?? '',
      has_custom_certificate: false,
      pending_update_count: updates.pending.length,
      ...(lastError ? { last_error_date: lastError.dateSec, last_error_message: lastError.message } : {}),
      ...(settings ? { max_connections: settings.maxConnections } : {}),
      ...(updates.allowed ? { allowed_updates: updates.allowed } : {}),
    };
  }

  function answerCallbackQuery(parameters: Parameters): true {
    const url = parameters.text('url');
    queries.answer(parameters.text('callback_query_id') ?? '', {
      text: parameters.text('text') ?? '',
      showAlert: parameters.flag('show_alert'),
      ...(url ? { url } : {}),
    });
    return true;
  }

  return { getUpdates, setWebhook, deleteWebhook, getWebhookInfo, answerCallbackQuery };
}
