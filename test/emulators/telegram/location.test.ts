import { expect, it } from 'vitest';
import { call, result, running } from './running.ts';

it('shows a point on the map, given as numbers or as their digits', async () => {
  const emulator = await running();
  const { id } = emulator.person('Ann');
  emulator.sendText(id, id, 'hi');
  for (const point of [
    { latitude: 48.85837, longitude: 2.294481 },
    { latitude: '48.85837', longitude: ' 2.294481 ' },
  ]) {
    expect(await result(emulator, 'sendLocation', { chat_id: id, ...point })).toMatchObject({
      chat: { id },
      location: { latitude: 48.85837, longitude: 2.294481 },
    });
  }
  expect(emulator.messages(id)).toHaveLength(3);
});

it.each([
  [{ longitude: 1 }, 'Bad Request: latitude is empty'],
  [{ latitude: 1, longitude: ' ' }, 'Bad Request: longitude is empty'],
  [{ latitude: 90.01, longitude: 0 }, 'Bad Request: invalid location specified'],
  [{ latitude: 0, longitude: -180.5 }, 'Bad Request: invalid location specified'],
])('refuses the point %j', async (point, description) => {
  const emulator = await running();
  const { id } = emulator.person('Ann');
  emulator.sendText(id, id, 'hi');
  expect(await call(emulator, 'sendLocation', { chat_id: id, ...point })).toMatchObject({ ok: false, description });
});
