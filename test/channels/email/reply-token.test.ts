import { expect, it } from 'vitest';
import { deliveryInSuffix, deliveryOf, messageIdOf } from '../../../src/channels/email/message-id.ts';
import { plusAddress, suffixIn } from '../../../src/channels/email/plus-address.ts';
import { createReplyTokens } from '../../../src/channels/email/reply-token.ts';

const NOW = Date.UTC(2026, 10, 30, 12);
const DAY = 86_400_000;
const ann = { conversation: 'email:ann@example.com', nowMs: NOW };

it('a reply address is 23 characters that survive a change of case', () => {
  const tokens = createReplyTokens(['a secret of the service']);
  const token = tokens.seal(ann);
  expect(token).toMatch(/^2ex[0-9a-hjkmnp-tv-z]{20}$/);
  expect(tokens.seal(ann)).toBe(token);
  expect(tokens.open(token, ann)).toBe(true);
  expect(tokens.open(token.toUpperCase(), ann)).toBe(true);
});

it('a reply token opens for no other correspondent, secret, day or text', () => {
  const tokens = createReplyTokens(['a secret of the service']);
  const token = tokens.seal(ann);
  expect(tokens.open(token, { ...ann, conversation: 'email:bob@example.com' })).toBe(false);
  expect(createReplyTokens(['another secret']).open(token, ann)).toBe(false);
  expect(tokens.open(`2ew${token.slice(3)}`, ann)).toBe(false);
  for (const wrong of ['', 'x', token.slice(1), `${token}0`, token.replace(/.$/, token.endsWith('0') ? '1' : '0')]) {
    expect(tokens.open(wrong, ann), wrong).toBe(false);
  }
});

it('a reply token ends after 180 days, and one of tomorrow is a clock that goes ahead', () => {
  const tokens = createReplyTokens(['a secret of the service']);
  const token = tokens.seal(ann);
  expect(tokens.open(token, { ...ann, nowMs: NOW + 180 * DAY })).toBe(true);
  expect(tokens.open(token, { ...ann, nowMs: NOW + 181 * DAY })).toBe(false);
  expect(tokens.open(token, { ...ann, nowMs: NOW - DAY })).toBe(true);
  expect(tokens.open(token, { ...ann, nowMs: NOW - 2 * DAY })).toBe(false);
});

it('a secret can be replaced while the mails that it sealed are answered', () => {
  const token = createReplyTokens(['the old secret']).seal(ann);
  expect(createReplyTokens(['the new secret', 'the old secret']).open(token, ann)).toBe(true);
  expect(createReplyTokens(['the new secret']).open(token, ann)).toBe(false);
});

it('every character of a token counts', () => {
  const tokens = createReplyTokens(['a secret of the service']);
  const token = tokens.seal(ann);
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'z' ? 'y' : 'z';
    expect(tokens.open(token.slice(0, at) + other + token.slice(at + 1), ann), String(at)).toBe(false);
  }
});

it('a suffix goes into the address and comes out again', () => {
  expect(plusAddress('bot@acme.example', 'abc')).toBe('bot+abc@acme.example');
  expect(suffixIn('BOT+ABC@Acme.Example', 'bot@acme.example')).toBe('abc');
  expect(suffixIn(' bot+a+b@acme.example ', 'Bot@acme.example')).toBe('a+b');
  for (const other of [
    'bot@acme.example',
    'bot+@acme.example',
    'bot+abc@other.example',
    'robot+abc@acme.example',
    '',
  ]) {
    expect(suffixIn(other, 'bot@acme.example'), other).toBeUndefined();
  }
  expect(plusAddress(`${'b'.repeat(60)}@acme.example`, 'abc')).toBe(`${'b'.repeat(60)}+abc@acme.example`);
  expect(plusAddress(`${'b'.repeat(61)}@acme.example`, 'abc')).toBeUndefined();
});

it('a Message-ID and a bounce address name their delivery', () => {
  const id = 'dlv_mik2abcd0123456789abcdef0123';
  expect(messageIdOf(id, 'bot@Acme.example')).toBe('<dlv_mik2abcd0123456789abcdef0123@acme.example>');
  expect(deliveryOf('<dlv_mik2abcd0123456789abcdef0123@acme.example>', 'bot@acme.example')).toBe(id);
  expect(deliveryOf('dlv_mik2abcd0123456789abcdef0123@ACME.example', 'bot@acme.example')).toBe(id);
  expect(deliveryInSuffix('DLV_mik2abcd0123456789abcdef0123')).toBe(id);
  for (const other of ['<dlv_mik2abcd@other.example>', '<CAF@acme.example>', '<dlv_a b@acme.example>', '', 'null']) {
    expect(deliveryOf(other, 'bot@acme.example'), other).toBeUndefined();
  }
  expect(deliveryInSuffix(undefined)).toBeUndefined();
  expect(deliveryInSuffix('0ad0123456789')).toBeUndefined();
});
