import { describe, expect, it } from 'vitest';
import { resolvePress, resolveStep } from '../../src/callback/resolve.ts';
import { createSeal } from '../../src/callback/seal.ts';
import type { PendingQuestion } from '../../src/protocol/question.ts';
import { ADA, NOW_MS, pending } from './pending.ts';

const seal = createSeal({ secrets: ['a secret of more than 16 bytes'] });
const id = seal.mint('telegram:1');

type Press = Parameters<typeof resolvePress>[0];

function press(index: number | string, question: Partial<PendingQuestion> | null, changes: Partial<Press> = {}) {
  return resolvePress({
    ...ADA,
    data: [`${id}#${index}`],
    conversationNames: ['telegram:1'],
    questions: question === null ? [] : [pending({ widgetId: id, ...question })],
    seal,
    acceptsUnsealed: false,
    ...changes,
  });
}

describe('a press', () => {
  it('answers its question with value, label and prompt', () => {
    expect(press(1, {})).toMatchObject({
      type: 'answer',
      question: { widgetId: id },
      response: { id, value: 'eu-1', label: 'Europe', prompt: 'Which region?' },
    });
  });

  it('answers its own question, not the newest', () => {
    const other = pending({ widgetId: seal.mint('telegram:1'), prompt: 'Which size?' });
    const outcome = press(0, null, { questions: [other, pending({ widgetId: id })] });
    expect(outcome).toMatchObject({ type: 'answer', response: { id, value: 'us-1' } });
  });

  it.each([['ui_abc#1#2'], ['rm -rf'], [''], [`${id}#p2`], [`${id}#100`]])(
    'of %j is foreign and stands alone [MUXI-32, HI-40]',
    (data) => {
      expect(press(0, {}, { data: [data] })).toEqual({ type: 'foreign' });
    },
  );

  it('without any data is foreign', () => {
    expect(press(0, {}, { data: [] })).toEqual({ type: 'foreign' });
  });

  it('of an id that was minted for another chat is refused, even where the question would be found [MUXI-30]', () => {
    const elsewhere = seal.mint('telegram:2');
    const questions = [pending({ widgetId: elsewhere })];
    expect(press(0, null, { data: [`${elsewhere}#0`], questions })).toEqual({ type: 'not_this_chat' });
  });

  it('of an invented id is refused', () => {
    expect(press(0, null, { data: ['ui_inventedinventedinv#0'] })).toEqual({ type: 'not_this_chat' });
  });

  it('still counts after the conversation changed its name', () => {
    const outcome = press(0, {}, { conversationNames: ['telegram:-100', 'telegram:1'] });
    expect(outcome).toMatchObject({ type: 'answer' });
  });

  it('of a question that is gone has expired [MUXI-27]', () => {
    expect(press(0, null)).toEqual({ type: 'expired' });
  });

  it('of a question has expired from its last millisecond on', () => {
    expect(press(0, { expiresAtMs: NOW_MS + 1 })).toMatchObject({ type: 'answer' });
    expect(press(0, { expiresAtMs: NOW_MS })).toEqual({ type: 'expired' });
  });

  it('of a choice that is not offered has expired [MUXI-27]', () => {
    expect(press(3, {})).toEqual({ type: 'expired' });
  });

  it('after the first is told what was answered, even when it is late [HI-42, MUXI-29]', () => {
    const answered = { label: 'Europe' };
    expect(press(0, { answered })).toEqual({ type: 'already_answered', label: 'Europe' });
    expect(press(0, { answered, expiresAtMs: NOW_MS - 1 })).toEqual({ type: 'already_answered', label: 'Europe' });
  });
});

describe('who may press', () => {
  const bob = { personId: 'bob', isShared: true };

  it('the asker, in a group', () => {
    expect(press(0, {}, { isShared: true })).toMatchObject({ type: 'answer' });
  });

  it('nobody else, in a group or in private', () => {
    expect(press(0, {}, bob)).toEqual({ type: 'not_yours' });
    expect(press(0, {}, { ...bob, isShared: false })).toEqual({ type: 'not_yours' });
  });

  it('not an anonymous admin who shares the id of the asker', () => {
    expect(press(0, {}, { isAttributable: false })).toEqual({ type: 'not_yours' });
  });

  it('anyone, where the question says so', () => {
    expect(press(0, { answers: 'anyone' }, bob)).toMatchObject({ type: 'answer' });
    expect(press(0, { answers: 'anyone' }, { ...bob, isAttributable: false })).toMatchObject({ type: 'answer' });
  });

  it('the people it names, and the asker only when named', () => {
    expect(press(0, { answers: ['bob', 'eve'] }, bob)).toMatchObject({ type: 'answer' });
    expect(press(0, { answers: ['bob'] })).toEqual({ type: 'not_yours' });
    expect(press(0, { answers: ['bob'] }, { ...bob, isAttributable: false })).toEqual({ type: 'not_yours' });
    expect(press(0, { answers: [] }, bob)).toEqual({ type: 'not_yours' });
  });

  it('nobody in a group, when nobody was asked and nobody is named', () => {
    const { asker: _, ...pushed } = pending({ widgetId: id });
    expect(press(0, null, { ...bob, questions: [pushed] })).toEqual({ type: 'not_yours' });
    expect(press(0, null, { ...bob, isShared: false, questions: [pushed] })).toMatchObject({ type: 'answer' });
  });
});

describe('a press of several choices [MUXI-13]', () => {
  const picks = (...indexes: number[]) => ({ data: indexes.map((index) => `${id}#${index}`) });

  it('gives an array in the order of the options, without repeats', () => {
    expect(press(0, { multi: true }, picks(2, 0, 2))).toMatchObject({
      response: { value: ['us-1', 'ap-1'], label: 'United States, Asia Pacific' },
    });
  });

  it('gives an array for one choice too', () => {
    expect(press(1, { multi: true })).toMatchObject({ response: { value: ['eu-1'], label: 'Europe' } });
  });

  it('needs a question that takes several', () => {
    expect(press(0, {}, picks(0, 1))).toEqual({ type: 'expired' });
  });

  it('needs every choice to be offered', () => {
    expect(press(0, { multi: true }, picks(0, 9))).toEqual({ type: 'expired' });
  });

  it('needs one widget', () => {
    const mixed = { data: [`${id}#0`, `${seal.mint('telegram:1')}#1`] };
    expect(press(0, { multi: true }, mixed)).toEqual({ type: 'foreign' });
    expect(press(0, { multi: true }, { data: [`${id}#0`, 'x'] })).toEqual({ type: 'foreign' });
  });
});

describe('a step towards an answer of several choices', () => {
  const step = (index: number | undefined, question: Partial<PendingQuestion>, changes: object = {}) =>
    resolveStep({
      acceptsUnsealed: false,
      ...ADA,
      widgetId: id,
      index,
      conversationNames: ['telegram:1'],
      questions: [pending({ widgetId: id, multi: true, ...question })],
      seal,
      ...changes,
    });

  it('counts for an option of an open question, and with nothing chosen yet', () => {
    expect(step(2, {})).toEqual({ type: 'open' });
    expect(step(undefined, {})).toEqual({ type: 'open' });
  });

  it('does not count where an answer would not [MUXI-27, MUXI-29, MUXI-30]', () => {
    expect(step(0, {}, { personId: 'bob', isShared: true })).toEqual({ type: 'not_yours' });
    expect(step(0, {}, { widgetId: seal.mint('telegram:2') })).toEqual({ type: 'not_this_chat' });
    expect(step(0, {}, { questions: [] })).toEqual({ type: 'expired' });
    expect(step(0, { expiresAtMs: NOW_MS })).toEqual({ type: 'expired' });
    expect(step(0, { answered: { label: 'Europe' } })).toEqual({ type: 'already_answered', label: 'Europe' });
  });

  it('needs an option that is offered, and a question that takes several', () => {
    expect(step(3, {})).toEqual({ type: 'expired' });
    expect(step(0, { multi: false })).toEqual({ type: 'expired' });
  });
});

describe('where a remote runtime mints the ids', () => {
  const remote = { acceptsUnsealed: true };

  it('an unknown id is handed on as a hint', () => {
    const data = ['ui_theirs#2'];
    expect(press(0, null, { ...remote, data })).toEqual({ type: 'hint', id: 'ui_theirs', index: 2 });
  });

  it('several choices are handed on as an array', () => {
    const data = ['ui_theirs#2', 'ui_theirs#0'];
    expect(press(0, null, { ...remote, data })).toEqual({ type: 'hint', id: 'ui_theirs', index: [2, 0] });
  });

  it('a question that is known here is resolved here, with the same rules', () => {
    const questions = [pending({ widgetId: 'ui_theirs' })];
    const data = ['ui_theirs#1'];
    expect(press(0, null, { ...remote, data, questions })).toMatchObject({ response: { value: 'eu-1' } });
    expect(press(0, null, { ...remote, data, questions, personId: 'bob' })).toEqual({ type: 'not_yours' });
  });

  it('an id of our own whose question is gone has expired', () => {
    expect(press(0, null, remote)).toEqual({ type: 'expired' });
  });
});
