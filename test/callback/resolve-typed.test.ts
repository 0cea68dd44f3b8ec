import { describe, expect, it } from 'vitest';
import { resolveTyped } from '../../src/callback/resolve.ts';
import { ADA, NOW_MS, pending } from './pending.ts';

type Typed = Parameters<typeof resolveTyped>[0];

function type(text: string, changes: Partial<Typed> = {}) {
  return resolveTyped({ ...ADA, text, questions: [pending()], ...changes });
}

const newer = pending({
  widgetId: 'ui_sizes',
  prompt: 'Which size?',
  choices: [
    { value: 's', label: 'Small' },
    { value: 'l', label: 'Large' },
  ],
  message: { deliveryId: 'dlv_2', payload: '{}', receipt: '701' },
});

describe('a typed answer', () => {
  it('gives what a press gives [MUXI-24]', () => {
    expect(type('2')?.response).toEqual({ id: 'ui_regions', value: 'eu-1', label: 'Europe', prompt: 'Which region?' });
    expect(type('europe')?.response).toEqual(type('2')?.response);
  });

  it('that names no choice is an ordinary message', () => {
    expect(type('what does it cost?')).toBeUndefined();
    expect(type('')).toBeUndefined();
    expect(type('1 Europe')).toBeUndefined();
  });

  it('goes to the newest question only', () => {
    const questions = [newer, pending()];
    expect(type('2', { questions })?.response).toMatchObject({ id: 'ui_sizes', value: 'l' });
    expect(type('Europe', { questions })).toBeUndefined();
  });

  it('goes to the question that was read last, not to one whose message nobody has seen', () => {
    const message = { deliveryId: 'dlv_2', payload: '{}', isUnseen: true } as const;
    const questions = [{ ...newer, message }, pending()];
    expect(type('2', { questions })?.response).toMatchObject({ id: 'ui_regions', value: 'eu-1' });
    expect(type('Large', { questions })).toBeUndefined();
  });

  it('never means an older question once the last one is answered or expired', () => {
    const answered = { ...newer, answered: { label: 'Large' } };
    expect(type('2', { questions: [answered, pending()] })).toBeUndefined();
    const expired = { ...newer, expiresAtMs: NOW_MS };
    expect(type('2', { questions: [expired, pending()] })).toBeUndefined();
    expect(type('2', { questions: [answered] })).toBeUndefined();
    expect(type('2', { questions: [] })).toBeUndefined();
  });

  it('goes on to the other questions of the same message', () => {
    const message = { deliveryId: 'dlv_1', payload: '{}' };
    const questions = [{ ...newer, message, answered: { label: 'Large' } }, pending({ message })];
    expect(type('2', { questions })?.response.id).toBe('ui_regions');
  });

  it('that replies to an older question answers that one', () => {
    const questions = [newer, pending()];
    expect(type('2', { questions, repliesTo: '700' })?.response.id).toBe('ui_regions');
  });

  it('that replies to an answered question answers no other', () => {
    const questions = [newer, pending({ answered: { label: 'Europe' } })];
    expect(type('2', { questions, repliesTo: '700' })).toBeUndefined();
  });

  it('that replies to something else in private goes to the newest question', () => {
    expect(type('2', { repliesTo: '5' })?.response.id).toBe('ui_regions');
  });

  it('from another person is an ordinary message', () => {
    expect(type('2', { personId: 'bob' })).toBeUndefined();
    expect(type('2', { isAttributable: false })).toBeUndefined();
  });
});

describe('a typed answer in a group', () => {
  const group = { isShared: true };

  it('counts only as a reply to the question', () => {
    expect(type('2', group)).toBeUndefined();
    expect(type('2', { ...group, repliesTo: '5' })).toBeUndefined();
    expect(type('2', { ...group, repliesTo: '700' })?.response.value).toBe('eu-1');
  });

  it('counts for the question that it replies to, not for the newest', () => {
    const questions = [newer, pending()];
    expect(type('1', { ...group, questions, repliesTo: '700' })?.response.id).toBe('ui_regions');
  });

  it('does not count before the message of the question is delivered', () => {
    const questions = [pending({ message: { deliveryId: 'dlv_1', payload: '{}' } })];
    expect(type('2', { ...group, questions, repliesTo: '700' })).toBeUndefined();
  });

  it('counts for the one who was asked, or whom the question admits', () => {
    const reply = { ...group, repliesTo: '700', personId: 'bob' };
    expect(type('2', reply)).toBeUndefined();
    expect(type('2', { ...reply, questions: [pending({ answers: ['bob'] })] })?.response.value).toBe('eu-1');
    expect(type('2', { ...reply, questions: [pending({ answers: 'anyone' })] })?.response.value).toBe('eu-1');
  });
});

describe('a typed answer in a thread of a group', () => {
  const thread = { isShared: true, isThread: true, repliesTo: '5' };

  it('counts for the question that was asked there last', () => {
    expect(type('2', { ...thread, questions: [newer, pending()] })?.response).toMatchObject({
      id: 'ui_sizes',
      value: 'l',
    });
    const answered = { ...newer, answered: { label: 'Large' } };
    expect(type('2', { ...thread, questions: [answered, pending()] })).toBeUndefined();
  });

  it('counts for the one who was asked', () => {
    expect(type('2', thread)?.response.value).toBe('eu-1');
    expect(type('2', { ...thread, personId: 'bob' })).toBeUndefined();
    expect(type('2', { ...thread, isAttributable: false })).toBeUndefined();
  });
});
