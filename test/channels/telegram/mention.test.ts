import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hear } from '../../../src/channels/telegram/mention.ts';
import { BOT } from './updates.ts';

const NAME = '@ferry_test_bot';

function mentionIn(text: string) {
  return [{ type: 'mention', offset: text.indexOf(NAME), length: NAME.length }];
}

describe('a mention of the bot', () => {
  it.each([
    ['@ferry_test_bot next boat?', 'next boat?'],
    ['@ferry_test_bot, next boat?', 'next boat?'],
    ['next boat @ferry_test_bot', 'next boat'],
    ['hey @ferry_test_bot next boat?', 'hey next boat?'],
    ['hey @ferry_test_bot, next boat?', 'hey, next boat?'],
    ['first\n@ferry_test_bot\nsecond', 'first\nsecond'],
    ['(@ferry_test_bot)', '()'],
    ['🚢🚢 @ferry_test_bot hello', '🚢🚢 hello'],
  ])('is taken out of %j', (text, expected) => {
    expect(hear(text, mentionIn(text), BOT)).toEqual({ text: expected, isForUs: true, isForAnotherBot: false });
  });

  it('stays when it is all there is', () => {
    expect(hear(NAME, mentionIn(NAME), BOT)).toMatchObject({ text: NAME, isForUs: true });
  });

  it('is found in any case', () => {
    expect(hear('@Ferry_Test_Bot hi', [{ type: 'mention', offset: 0, length: 15 }], BOT)).toMatchObject({ text: 'hi' });
  });

  it('is found by id where the bot has no name to show', () => {
    const entities = [{ type: 'text_mention', offset: 5, length: 5, user: { id: 4242 } }];
    expect(hear('ping Ferry', entities, BOT)).toMatchObject({ text: 'ping', isForUs: true });
  });

  it('is taken out as often as it stands there', () => {
    const entities = [0, 16].map((offset) => ({ type: 'mention', offset, length: 15 }));
    expect(hear(`${NAME} ${NAME} hi`, entities, BOT)).toMatchObject({ text: 'hi' });
  });

  it('is none when it names somebody else, or only looks like one', () => {
    expect(hear('@ferry_test_bots hi', [{ type: 'mention', offset: 0, length: 16 }], BOT)).toMatchObject({
      text: '@ferry_test_bots hi',
      isForUs: false,
    });
    expect(hear(`${NAME} hi`, [], BOT)).toMatchObject({ isForUs: false });
    const stranger = [{ type: 'text_mention', offset: 0, length: 4, user: { id: 31 } }];
    expect(hear('Ferry hi', stranger, BOT)).toMatchObject({ isForUs: false });
  });
});

describe('a command', () => {
  it('loses the name of the bot it is for', () => {
    const entities = [{ type: 'bot_command', offset: 0, length: 20 }];
    expect(hear('/ask@ferry_test_bot when?', [{ ...entities[0], length: 19 }], BOT)).toEqual({
      text: '/ask when?',
      isForUs: true,
      isForAnotherBot: false,
    });
  });

  it('is for everyone who hears it when it names nobody', () => {
    expect(hear('/ask when?', [{ type: 'bot_command', offset: 0, length: 4 }], BOT)).toMatchObject({ isForUs: true });
  });

  it('is for another bot when it names that one', () => {
    expect(hear('/ask@tram_bot when?', [{ type: 'bot_command', offset: 0, length: 13 }], BOT)).toMatchObject({
      isForUs: false,
      isForAnotherBot: true,
    });
  });

  it('is no command in the middle of a sentence', () => {
    expect(hear('try /ask@tram_bot', [{ type: 'bot_command', offset: 4, length: 13 }], BOT)).toMatchObject({
      isForUs: false,
      isForAnotherBot: false,
    });
  });
});

it('reads any text with any entities without a fault, and never makes words up', () => {
  const entity = fc.record({
    type: fc.constantFrom('mention', 'text_mention', 'bot_command', 'bold', 7),
    offset: fc.oneof(fc.integer({ min: -3, max: 60 }), fc.string(), fc.double()),
    length: fc.oneof(fc.integer({ min: -3, max: 60 }), fc.constant(null)),
    user: fc.oneof(fc.constant({ id: 4242 }), fc.anything()),
  });
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.array(entity), (text, entities) => {
      const heard = hear(text, entities, BOT);
      expect(heard.text.length).toBeLessThanOrEqual(text.length);
    }),
  );
  expect(hear('hi', 'no list', BOT)).toMatchObject({ text: 'hi' });
});
