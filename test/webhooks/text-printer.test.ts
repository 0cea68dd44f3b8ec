import { describe, expect, it } from 'vitest';
import type { Affordance } from '../../src/protocol/affordance.ts';
import type { ContentFormat } from '../../src/protocol/transformer.ts';
import { printAsText } from '../../src/webhooks/text-printer.ts';

const TEXT = 'A **bold** word, `a < b` and [a link](https://acme.example/).';

function printed(format: ContentFormat['format'], more: Partial<ContentFormat> = {}, text = TEXT): string[] {
  const content = { format, overflow: 'split', truncationSuffix: '…', ...more } as const;
  return printAsText([], text, content).parts.map((part) => part.content);
}

describe('text for a receiver of whom nothing is known', () => {
  it('is in the format that the template names', () => {
    expect(printed('markdown')).toEqual([TEXT]);
    expect(printed('plain')).toEqual(['A bold word, a < b and a link (https://acme.example/).']);
    expect(printed('mrkdwn')).toEqual(['A *bold* word, `a &lt; b` and <https://acme.example/|a link>.']);
    expect(printed('html').join('')).toMatch(/<strong>bold<\/strong>.*a &lt; b.*<a href="https:\/\/acme\.example\/"/s);
  });

  it('is one part, unless the template sets a limit', () => {
    const long = 'word '.repeat(5_000).trim();
    expect(printed('plain', {}, long)).toEqual([long]);
    expect(printed('plain', { maxLength: 10_000 }, long)).toHaveLength(3);
    const [only, ...others] = printed('plain', { maxLength: 20, overflow: 'truncate' }, long);
    expect([only?.length, others]).toEqual([20, []]);
    expect(only).toMatch(/…$/);
  });

  it('names what would be a button elsewhere, where the text does not', () => {
    const link: Affordance = { type: 'link', widgetId: 'ui_1', label: 'Open', url: 'https://acme.example/7' };
    const content = { format: 'plain', overflow: 'split', truncationSuffix: '' } as const;
    const { parts } = printAsText([link], 'Done.\n\nOpen: https://acme.example/7', content);
    expect(parts.map((part) => part.content)).toEqual(['Done.\n\nOpen: https://acme.example/7']);
  });
});
