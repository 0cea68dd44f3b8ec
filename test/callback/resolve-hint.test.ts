import { describe, expect, it } from 'vitest';
import { resolveHint } from '../../src/callback/resolve.ts';
import { ADA, NOW_MS, pending } from './pending.ts';

type Hinted = Parameters<typeof resolveHint>[0];

function hint(given: unknown, changes: Partial<Hinted> = {}) {
  return resolveHint({ ...ADA, hint: given, questions: [pending()], ...changes })?.response;
}

const id = 'ui_regions';
const europe = { id, value: 'eu-1', label: 'Europe', prompt: 'Which region?' };

describe("a client's ui_response", () => {
  it('names an offered value, or the index of one [MUXI-26, MUXI-28]', () => {
    expect(hint({ id, value: 'eu-1' })).toEqual(europe);
    expect(hint({ id, index: 1 })).toEqual(europe);
  });

  it('is read by its value when it has both [MUXI-28]', () => {
    expect(hint({ id, value: 'eu-1', index: 0 })).toEqual(europe);
    expect(hint({ id, value: 'nope', index: 0 })).toBeUndefined();
    expect(hint({ id, value: null, index: 1 })).toEqual(europe);
  });

  it('answers no question whose time has not come', () => {
    const message = { deliveryId: 'd', payload: '{}', isUnseen: true } as const;
    expect(hint({ id, index: 1 }, { questions: [pending({ message })] })).toEqual(europe);
    expect(
      hint({ id, index: 1 }, { questions: [pending({ message: { ...message, isScheduled: true } })] }),
    ).toBeUndefined();
  });

  it('may name a question that is not the newest', () => {
    const questions = [pending({ widgetId: 'ui_newer' }), pending()];
    expect(hint({ id, index: 1 }, { questions })).toEqual(europe);
  });

  it.each([
    ['a value that is not offered', { id, value: 'us' }],
    ['a label', { id, value: 'Europe' }],
    ['an index out of range', { id, index: 3 }],
    ['a negative index', { id, index: -1 }],
    ['a fraction', { id, index: 0.5 }],
    ['a boolean index', { id, index: true }],
    ['a string index', { id, index: '1' }],
    ['NaN', { id, index: Number.NaN }],
    ['a value of another type', { id, value: 1, index: 1 }],
    ['neither', { id }],
    ['another id', { id: 'ui_other', value: 'eu-1' }],
    ['no id', { value: 'eu-1' }],
    ['an array', [id, 'eu-1']],
    ['a string', 'ui_regions#1'],
    ['nothing', null],
    ['undefined', undefined],
    ['a number', 7],
    ['members of its prototype', JSON.parse(`{"__proto__":{"id":"${id}","index":1}}`)],
    ['a property of arrays', { id, index: 'length' }],
    ['several values where one is asked', { id, value: ['eu-1', 'us-1'] }],
    ['one value in an array where one is asked', { id, value: ['eu-1'] }],
  ])('with %s is ignored [MUXI-27, MUXI-28]', (_, given) => {
    expect(hint(given)).toBeUndefined();
  });

  it('is ignored once the question is answered or expired [MUXI-29]', () => {
    expect(hint({ id, index: 1 }, { questions: [pending({ answered: { label: 'Europe' } })] })).toBeUndefined();
    expect(hint({ id, index: 1 }, { questions: [pending({ expiresAtMs: NOW_MS })] })).toBeUndefined();
  });

  it('is ignored when it comes from another person [MUXI-30]', () => {
    expect(hint({ id, index: 1 }, { personId: 'bob' })).toBeUndefined();
  });
});

describe('for a question that takes several [MUXI-13]', () => {
  const questions = [pending({ multi: true })];

  it('names members, each offered, each once', () => {
    expect(hint({ id, value: ['ap-1', 'us-1', 'ap-1'] }, { questions })).toMatchObject({
      value: ['us-1', 'ap-1'],
      label: 'United States, Asia Pacific',
    });
    expect(hint({ id, index: [2, 0] }, { questions })).toMatchObject({ value: ['us-1', 'ap-1'] });
  });

  it('names none with an empty array', () => {
    expect(hint({ id, value: [] }, { questions })).toMatchObject({ value: [], label: '' });
  });

  it('names one with a single string', () => {
    expect(hint({ id, value: 'eu-1' }, { questions })).toMatchObject({ value: ['eu-1'], label: 'Europe' });
  });

  it.each([[['eu-1', 'nope']], [['eu-1', 1]], [['eu-1', null]], [[['eu-1']]]])('is ignored with %j', (value) => {
    expect(hint({ id, value }, { questions })).toBeUndefined();
  });

  it('reads a million members in a moment', () => {
    const value = new Array(1_000_000).fill('eu-1');
    expect(hint({ id, value }, { questions })).toMatchObject({ value: ['eu-1'] });
  });
});
