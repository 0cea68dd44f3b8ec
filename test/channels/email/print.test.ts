import { describe, expect, it } from 'vitest';
import { email } from '../../../src/channels/email/index.ts';
import { choice, link } from '../contract/widgets.ts';

describe('a mail', () => {
  it('is one part of words, never split, lines as they are [MUXI-35]', () => {
    const text = `${'line\n'.repeat(100_000)}  end`;
    expect(email.print([], text, email.content).parts).toMatchObject([{ content: text }]);
    expect(email.print([], text, { ...email.content, maxLength: 10 }).parts).toHaveLength(1);
  });

  it('has words only, and says so to the developer', () => {
    const { parts, notes } = email.print([choice(['a']), link('https://a.example')], 'Pick\n1. a', email.content);
    expect(parts[0]?.content).toBe('Pick\n1. a');
    expect(notes.map(({ code }) => code)).toEqual(['choices_as_text', 'link_as_text']);
  });

  it('has the same words as HTML, and what a link can choose', () => {
    const question = choice(['One & all', 'None'], { prompt: 'Who?' });
    const { parts } = email.print([question], 'Who?\n\n1. One & all\n2. None', email.content);
    const li = 'style="margin:0 0 4px"';
    expect(parts[0]).toEqual({
      content: 'Who?\n\n1. One & all\n2. None',
      html: `<p dir="auto" style="margin:0 0 12px">Who?</p>\n<ol dir="auto" style="margin:0 0 12px;padding:0 24px"><li value="1" ${li}>One &amp; all</li><li value="2" ${li}>None</li></ol>`,
      ui: {
        choices: [
          {
            widgetId: question.widgetId,
            prompt: 'Who?',
            options: [
              { label: 'One & all', index: 0 },
              { label: 'None', index: 1 },
            ],
            multi: false,
          },
        ],
      },
    });
  });

  it('says how to pick several', () => {
    const { parts } = email.print([choice(['a', 'b'], { multi: true })], 'Pick\n1. a\n2. b', email.content);
    expect(parts[0]?.content).toBe('Pick\n1. a\n2. b\n\nReply with the numbers, for example: 1, 2');
  });

  it('keeps to a limit when the template truncates', () => {
    const truncate = { ...email.content, maxLength: 4, overflow: 'truncate' } as const;
    const { parts, notes } = email.print([], 'abcdef', truncate);
    expect(parts[0]?.content).toBe('abc…');
    expect(parts[0]?.html).toBe('<p dir="auto" style="margin:0 0 12px">abc…</p>');
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
