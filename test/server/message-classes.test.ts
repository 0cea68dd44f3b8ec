import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../src/protocol/log.ts';
import { createHttpServer } from '../../src/server/http-server.ts';
import { messageClasses } from '../../src/server/message-classes.ts';

it('a message comes with the prototype that Express would give it, and keeps it', async () => {
  const app = express();
  const came: [request: object, response: object][] = [];
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    came.push([Object.getPrototypeOf(request), Object.getPrototypeOf(response)]);
    app(request, response);
  };
  const handled: typeof came = [];
  app.get('/hello', (request, response) => {
    handled.push([Object.getPrototypeOf(request), Object.getPrototypeOf(response)]);
    expect(request).toBeInstanceOf(IncomingMessage);
    expect(response).toBeInstanceOf(ServerResponse);
    response.json({ name: request.query.name, host: request.get('host'), isOurs: request.app === app });
  });
  const server = createHttpServer({ app: listener, messages: messageClasses(app), routes: [], log: silentLog });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/hello?name=Ann`);
  expect(await answer.json()).toEqual({ name: 'Ann', host: `127.0.0.1:${port}`, isOurs: true });
  expect(came).toHaveLength(1);
  expect(came).toEqual(handled);
  expect(came[0]?.[0]).toBe(handled[0]?.[0]);
  expect(came[0]?.[1]).toBe(handled[0]?.[1]);
});
