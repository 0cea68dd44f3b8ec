import express, { type Router } from 'express';
import { z } from 'zod';
import { BridgeError, reasonOf } from '../protocol/errors.ts';
import type { Act, Id, Stage } from './stage.ts';

const MAX_BODY_BYTES = 64 * 1024;

/**
 * The routes of one emulated platform. `state` and the events after it give a whole picture; a POST acts as one of the
 * people; `files/:id` gives what a message shows. Without a stage, `state` says that nothing runs.
 */
export function stageRoutes<I extends Id>(stage: Stage<I> | undefined): Router {
  const router = express.Router();
  if (!stage) {
    router.get('/state', (_request, response) => {
      response.json({ isRunning: false });
    });
    return router;
  }
  router.use(express.json({ limit: stage.maxBodyBytes ?? MAX_BODY_BYTES }));

  router.get('/state', (_request, response) => {
    const { bot, people, chats } = stage;
    const messages = Object.fromEntries(chats.map(({ id }) => [id, stage.messages(id)]));
    response.json({ isRunning: true, bot, people, chats, messages });
  });

  router.get('/files/:id', async (request, response) => {
    const file = await stage.file(request.params.id);
    if (!file) throw new BridgeError('not_found', `No file '${request.params.id}' is kept here.`);
    // Whatever it says it is, it is not run under this address.
    response.set({ 'content-disposition': 'attachment', 'content-type': file.mime, 'cache-control': 'private' });
    response.end(file.bytes);
  });

  for (const [name, act] of Object.entries(stage.acts)) {
    router.post(`/${name}`, async (request, response) => {
      response.json((await done(stage, act, request.body)) ?? {});
    });
  }
  return router;
}

/** The emulator throws at what no person could do, e.g. a press on a button that is gone by now. */
async function done<I extends Id>({ chats }: Stage<I>, { body, run }: Act, given: unknown): Promise<unknown> {
  const parsed = body.safeParse(given);
  if (!parsed.success) {
    throw new BridgeError('body_invalid', `The console sent something it should not: ${z.prettifyError(parsed.error)}`);
  }
  const { from, chat } = parsed.data;
  if (!chats.find(({ id }) => id === chat)?.members.some((id) => id === from)) {
    throw new BridgeError('body_invalid', `Nobody with the id ${from} is in the console's chat ${chat}.`);
  }
  try {
    return await run(parsed.data as never);
  } catch (error) {
    throw new BridgeError('body_invalid', reasonOf(error));
  }
}
