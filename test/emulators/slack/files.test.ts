import { expect, it } from 'vitest';
import { listeningApp } from './listening.ts';
import { call, eventually, result, running } from './running.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

it("gives the app a person's file for its token, and a sign-in page otherwise", async () => {
  const emulator = await running();
  const { heard } = await listeningApp(emulator);
  const ann = emulator.person('Ann');
  const files = [{ name: 'pixel 1.png', mime: 'image/png', bytes: PIXEL }];
  emulator.sendText(ann, emulator.dm(ann), '', { files });
  await eventually(() => heard.length === 1);
  const event = heard[0]?.json.event;
  expect(event).toMatchObject({
    subtype: 'file_share',
    text: '',
    files: [{ name: 'pixel 1.png', mimetype: 'image/png', filetype: 'png', size: PIXEL.length, original_w: 1 }],
  });
  const { url_private = '', url_private_download = '' } = event?.files?.[0] ?? {};
  const authorization = `Bearer ${emulator.firstWorkspace.botToken}`;
  for (const url of [url_private, url_private_download]) {
    const response = await fetch(url, { headers: { authorization } });
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await response.arrayBuffer()).equals(PIXEL)).toBe(true);
  }
  const without = await fetch(url_private);
  expect([without.status, without.headers.get('content-type'), without.redirected]).toEqual([200, 'text/html', true]);
  const other = emulator.workspace('Other').botToken;
  const foreign = await fetch(url_private, { headers: { authorization: `Bearer ${other}` } });
  expect(foreign.headers.get('content-type')).toBe('text/html');
});

it('takes an upload in three steps, and nothing before the last', async () => {
  const emulator = await running();
  const channel_id = emulator.channel('general').id;
  const { upload_url, file_id } = await result<{ upload_url: string; file_id: string }>(
    emulator,
    'files.getUploadURLExternal',
    { filename: 'a.txt', length: 5 },
  );
  const complete = { files: [{ id: file_id, title: 'A' }], channel_id, initial_comment: 'See' };
  expect(await call(emulator, 'files.completeUploadExternal', complete)).toMatchObject({
    error: 'file_upload_size_mismatch',
  });
  expect((await fetch(upload_url, { method: 'POST', body: 'hello' })).status).toBe(200);
  expect(emulator.messages(channel_id)).toEqual([]);
  await result(emulator, 'files.completeUploadExternal', complete);
  expect(emulator.messages(channel_id)).toMatchObject([
    { subtype: 'file_share', text: 'See', files: [{ id: file_id, title: 'A', size: 5 }] },
  ]);
  expect(await call(emulator, 'files.completeUploadExternal', complete)).toMatchObject({ error: 'file_not_found' });
});

it('refuses to share where the bot is not, and an address that it has not given', async () => {
  const emulator = await running();
  const files = [{ id: 'F0' }];
  expect(await call(emulator, 'files.completeUploadExternal', { files, channel_id: 'C0' })).toMatchObject({
    error: 'channel_not_found',
  });
  expect((await fetch(`${emulator.url}/upload/v1/made-up`, { method: 'POST', body: 'x' })).status).toBe(404);
});
