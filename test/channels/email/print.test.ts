import { describe, expect, it } from 'vitest';
import { email } from '../../../src/channels/email/index.ts';
import { choice, link } from '../contract/widgets.ts';

describe('a mail', () => {
  it('is one part of words, never split, lines as they are [MUXI-35]', () => {
    const text = `${'line\n'.repeat(100_000)}  end`;
    expect(email.print([], text, email.content).parts).toEqual([{ content: text, ui: {} }]);
    expect(email.print([], text, { ...email.content, maxLength: 10 }).parts).toHaveLength(1);
  });

  it('has no native UI, and says so to the developer', () => {
    const { parts, notes } = email.print([choice(['a']), link('https://a.example')], 'Pick\n1. a', email.content);
    expect(parts).toEqual([{ content: 'Pick\n1. a', ui: {} }]);
    expect(notes.map(({ code }) => code)).toEqual(['choices_as_text', 'link_as_text']);
  });

  it('says how to pick several', () => {
    const { parts } = email.print([choice(['a', 'b'], { multi: true })], 'Pick\n1. a\n2. b', email.content);
    expect(parts[0]?.content).toBe('Pick\n1. a\n2. b\n\nReply with the numbers, for example: 1, 2');
  });

  it('keeps to a limit when the template truncates', () => {
    const truncate = { ...email.content, maxLength: 4, overflow: 'truncate' } as const;
    const { parts, notes } = email.print([], 'abcdef', truncate);
    expect(parts[0]?.content).toBe('abc…');
    expect(notes.map(({ code }) => code)).toEqual(['text_truncated']);
  });

  it('is HTML, all words escaped, for a template that asks for it [HI-38]', () => {
    const { parts } = email.print([], '<img src=x>', { ...email.content, format: 'html' });
    expect(parts[0]?.content).toBe('<p dir="auto" style="margin:0 0 12px">&lt;img src=x&gt;</p>');
  });

  it('is read as Markdown, and shows what the marks say in words', () => {
    const { parts } = email.print([], '# Plan\n\n**Go** to [the docs](https://a.example/x).', email.content);
    expect(parts[0]?.content).toBe('Plan\n\nGo to the docs (https://a.example/x).');
  });

  it('drops control characters', () => {
    expect(email.print([], 'a\0b\r\nc\td', email.content).parts[0]?.content).toBe('ab\nc\td');
  });
});
