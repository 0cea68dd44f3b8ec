import { expect, it } from 'vitest';
import type { SlackEmulator } from '../../../src/emulators/slack/index.ts';
import { type Heard, listeningApp } from './listening.ts';
import { call, eventually, result, running } from './running.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const MODAL = {
  type: 'modal',
  callback_id: 'ask',
  title: plain('Ask'),
  submit: plain('Send'),
  blocks: [
    {
      type: 'input',
      block_id: 'words',
      label: plain('Words'),
      element: { type: 'plain_text_input', action_id: 'words' },
    },
  ],
};
const HOME = { type: 'home', blocks: [{ type: 'section', text: plain('Welcome') }] };

/** A person who has run a command, and the trigger that came with it. */
async function triggered(answer?: (heard: Heard) => object) {
  let nowMs = 1_700_000_000_000;
  const emulator = await running({ now: () => nowMs });
  const { heard } = await listeningApp(emulator, (last) =>
    last.json.type === 'view_submission' && answer
      ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(answer(last)) }
      : {},
  );
  const ann = emulator.person('Ann');
  await emulator.slashCommand(ann, emulator.channel('general'), '/ask');
  const trigger_id = heard[0]?.json.trigger_id ?? '';
  return { emulator, ann, heard, trigger_id, wait: (ms: number) => (nowMs += ms) };
}

async function open(emulator: SlackEmulator, trigger_id: string, view: object = MODAL): Promise<string> {
  const answer = await result<{ view: { id: string } }>(emulator, 'views.open', { trigger_id, view });
  return answer.view.id;
}

it('opens a modal for the one who acted, once, within three seconds', async () => {
  const { emulator, ann, trigger_id, wait } = await triggered();
  await open(emulator, trigger_id);
  expect(emulator.views(ann)).toMatchObject([{ type: 'modal', callback_id: 'ask', team_id: ann.team_id }]);
  expect(await call(emulator, 'views.open', { trigger_id, view: MODAL })).toMatchObject({
    error: 'exchanged_trigger_id',
  });
  expect(await call(emulator, 'views.open', { trigger_id: 'x', view: MODAL })).toMatchObject({
    error: 'invalid_trigger_id',
  });
  const late = await triggered();
  late.wait(3001);
  const tooLate = { trigger_id: late.trigger_id, view: MODAL };
  expect(await call(late.emulator, 'views.open', tooLate)).toMatchObject({ error: 'expired_trigger_id' });
  wait(1);
});

it('says what is wrong with a view, and leaves the trigger usable', async () => {
  const { emulator, trigger_id } = await triggered();
  const view = { ...MODAL, title: plain('x'.repeat(25)) };
  expect(await call(emulator, 'views.open', { trigger_id, view })).toMatchObject({
    error: 'invalid_arguments',
    response_metadata: { messages: ['[ERROR] must be less than 25 characters [json-pointer:/view/title/text]'] },
  });
  await open(emulator, trigger_id);
});

it('closes a modal when the app takes what was sent, and tells its state', async () => {
  const { emulator, ann, heard, trigger_id } = await triggered();
  const id = await open(emulator, trigger_id);
  await emulator.fillInView(ann, id, 'words', 'hello');
  expect(await emulator.submitView(ann, id)).toMatchObject({ isAcked: true });
  expect(heard.at(-1)?.json).toMatchObject({
    type: 'view_submission',
    user: { id: ann.id },
    view: { id, state: { values: { words: { words: { type: 'plain_text_input', value: 'hello' } } } } },
  });
  expect(emulator.views(ann)).toEqual([]);
});

it('keeps a modal open when the app finds errors, or shows another view in its place or on top', async () => {
  const errors = { words: 'Too short' };
  const answers = [
    { response_action: 'errors', errors },
    { response_action: 'update', view: { ...MODAL, title: plain('Again') } },
    { response_action: 'push', view: { ...MODAL, title: plain('More') } },
    { response_action: 'clear' },
  ];
  const { emulator, ann, trigger_id } = await triggered(() => answers.shift() ?? {});
  const id = await open(emulator, trigger_id);
  const titles = () => emulator.views(ann).map(({ title }) => title);
  expect(await emulator.submitView(ann, id)).toMatchObject({ body: { errors } });
  expect(titles()).toEqual([plain('Ask')]);
  await emulator.submitView(ann, id);
  expect(titles()).toEqual([plain('Again')]);
  await emulator.submitView(ann, id);
  expect(titles()).toEqual([plain('Again'), plain('More')]);
  await emulator.submitView(ann, id);
  expect(titles()).toEqual([]);
});

it('updates a view unless it has changed since, and keeps what the person has put in', async () => {
  const { emulator, ann, trigger_id } = await triggered();
  const view_id = await open(emulator, trigger_id);
  const hash = emulator.views(ann)[0]?.hash;
  await emulator.fillInView(ann, view_id, 'words', 'hello');
  const view = { ...MODAL, title: plain('Next') };
  await result(emulator, 'views.update', { view_id, hash, view });
  expect(emulator.views(ann)).toMatchObject([
    { title: plain('Next'), state: { values: { words: { words: { value: 'hello' } } } } },
  ]);
  expect(await call(emulator, 'views.update', { view_id, hash, view })).toMatchObject({ error: 'hash_conflict' });
  expect(await call(emulator, 'views.update', { view_id: 'V0', view })).toMatchObject({ error: 'not_found' });
});

it('tells that a modal was closed where the view asks for that', async () => {
  const { emulator, ann, heard, trigger_id } = await triggered();
  const id = await open(emulator, trigger_id, { ...MODAL, notify_on_close: true });
  await emulator.closeView(ann, id);
  expect(heard.at(-1)?.json).toMatchObject({ type: 'view_closed', view: { id } });
  expect(emulator.views(ann)).toEqual([]);
});

it("publishes a person's home and tells when they open it", async () => {
  const { emulator, ann, heard } = await triggered();
  emulator.openHome(ann);
  await eventually(() => heard.find(({ json }) => json.event?.type === 'app_home_opened'));
  await result(emulator, 'views.publish', { user_id: ann.id, view: HOME });
  await result(emulator, 'views.publish', { user_id: ann.id, view: { ...HOME, callback_id: 'second' } });
  expect(emulator.home(ann)).toMatchObject({ type: 'home', callback_id: 'second' });
  expect(await call(emulator, 'views.publish', { user_id: 'U0', view: HOME })).toMatchObject({
    error: 'user_not_found',
  });
});
