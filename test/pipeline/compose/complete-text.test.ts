import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChoiceList, completeText, type Reference } from '../../../src/pipeline/compose/complete-text.ts';
import { markdownText } from '../../../src/protocol/markdown-text.ts';
import { cpuClock } from '../../cpu-clock.ts';

const listOf = (prompt: string, ...labels: string[]): ChoiceList => ({
  prompt,
  items: labels.map((label, index) => ({ number: index + 1, label })),
});
const regions = listOf('Which region?', 'United States', 'Europe');

const complete = (text: string, lists: ChoiceList[], references: Reference[] = []) =>
  completeText(text, { lists, references }, markdownText);

describe('choices', () => {
  it('are listed with their numbers under the prompt', () => {
    expect(complete('I can deploy now.\n', [regions])).toBe(
      'I can deploy now.\n\nWhich region?\n1. United States\n2. Europe',
    );
  });

  it('stand below a block of code that was left open', () => {
    const list = 'Which region?\n1. United States\n2. Europe';
    expect(complete('So:\n```js\nlet a;\n', [regions])).toBe(`So:\n\`\`\`js\nlet a;\n\`\`\`\n\n${list}`);
    expect(complete('~~~~\n~~~\n```\n', [regions])).toBe(`~~~~\n~~~\n\`\`\`\n~~~~\n\n${list}`);
    for (const closed of ['```\na\n```', '~~~\na\n ~~~~ ', '```a```', '- a\n  ```\n  b', '> ```\n> b']) {
      expect(complete(closed, [regions])).toBe(`${closed.trimEnd()}\n\n${list}`);
    }
  });

  it('make the whole text when there is none [MUXI-7]', () => {
    expect(complete(' \n', [regions])).toBe('Which region?\n1. United States\n2. Europe');
  });

  it.each(['Which region?', 'Hi! WHICH REGION?', 'So: **Which** _region?_', 'Which\nregion?'])(
    'do not repeat the prompt after %j',
    (text) => {
      expect(complete(text, [regions])).toBe(`${text}\n\n1. United States\n2. Europe`);
    },
  );

  it('are all listed, when there are more than any widget holds [MUXI-24]', () => {
    const labels = Array.from({ length: 300 }, (_, index) => `City ${index}`);
    const text = complete('', [listOf('Where?', ...labels)]);
    for (const [index, label] of labels.entries()) expect(text).toContain(`\n${index + 1}. ${label}`);
  });

  it('of several questions each stand under their own prompt, even when the text has said both', () => {
    const sizes = listOf('Which size?', 'Small', 'Large');
    expect(complete('Which region? Which size?', [regions, sizes])).toBe(
      'Which region? Which size?\n\nWhich region?\n1. United States\n2. Europe\n\nWhich size?\n1. Small\n2. Large',
    );
  });
});

describe('labels, prompts and hints', () => {
  it('are words: none of them becomes markup or a link where Markdown is read [HI-38]', () => {
    const list = listOf('*Which* one?', '[free](https://evil.example)', '# 2', 'snake_case', '5 < 6');
    expect(complete('Choose.', [list], [{ label: '_A_ `b`', target: 'https://a.example/x_y*z', hint: '~c~' }])).toBe(
      [
        'Choose.\n\n\\*Which\\* one?\n1. \\[free](https://evil.example)\n2. \\# 2\n3. snake_case\n4. 5 < 6',
        '\\_A\\_ \\`b\\`: https://a.example/x_y*z (\\~c\\~)',
      ].join('\n\n'),
    );
  });

  it('are not said again after a text that has them with their marks written out', () => {
    const said = '1. \\[free](https://evil.example)\n2. snake\\_case';
    expect(complete(said, [listOf('', '[free](https://evil.example)', 'snake_case')])).toBe(said);
  });
});

describe('a text that lists the choices already', () => {
  it.each([
    ['1. United States\n2. Europe'],
    ['1) United States\n2) Europe'],
    ['1: United States\n2: Europe'],
    ['1 - United States\n2 – Europe'],
    ['(1) United States\n(2) Europe'],
    ['**1.** United States\n**2.** Europe'],
    ['1. **United States**\n2. **Europe**'],
    ['- 1. United States\n- 2. Europe'],
    ['* **1)** *United States*\n* **2)** `Europe`'],
    ['> 1. United States\n> 2. Europe'],
    ['  1. united states\n\n  2. EUROPE'],
    ['1\\. United States\n2\\. Europe'],
    ['１．United States\n２．Europe'],
    ['1、United States\n2、Europe'],
    ['1. United States (us-1)\n   cheap\n2. Europe: Frankfurt, or nearby'],
    ['1. 🇺🇸 United States\n2. "Europe" – the best'],
    ['1. United States\r\n2. Europe\r\n'],
    ['0. None\n1. United States\n2. Europe\n3. Anything else'],
    ['1. First do this\n2. Then that\n\nNow:\n1. United States\n2. Europe'],
  ])('stays as it is: %j', (text) => {
    expect(complete(text, [regions])).toBe(text);
  });

  it.each([
    ['in another order', '1. Europe\n2. United States'],
    ['with other numbers', '2. United States\n3. Europe'],
    ['only in part', '1. United States'],
    ['with one missing in between', '1. United States\n3. Europe'],
    ['without numbers', '- United States\n- Europe'],
    ['on one line', '1. United States 2. Europe'],
    ['with another name that begins alike', '1. United States\n2. Europe West'],
    ['with another name joined to it', '1. United States\n2. Europe-West'],
    ['as a part of other words', '1. Not United States\n2. Not Europe'],
    ['with letters', 'a. United States\nb. Europe'],
    ['in a sentence', 'You have 1. United States and 2. Europe'],
  ])('%s gets them listed', (_, text) => {
    const completed = complete(text, [regions]);
    expect(completed.startsWith(text)).toBe(true);
    expect(completed).toMatch(/\n1[.)] United States\n2[.)] Europe$/);
  });

  it('counts for one question only: two with the same choices need two lists', () => {
    const sure = listOf('Sure?', 'Yes', 'No');
    const backup = listOf('Backup?', 'Yes', 'No');
    expect(complete('Sure?\n1. Yes\n2. No', [sure, backup])).toBe('Sure?\n1. Yes\n2. No\n\nBackup?\n1. Yes\n2. No');
    const both = 'Sure?\n1. Yes\n2. No\nBackup?\n1. Yes\n2. No';
    expect(complete(both, [sure, backup])).toBe(both);
  });

  it('compares labels as readers do: C is not C++', () => {
    const languages = listOf('', 'C', 'Java');
    expect(complete('1. C++\n2. Java', [languages])).not.toBe('1. C++\n2. Java');
    expect(complete('1. c\n2. JAVA', [languages])).toBe('1. c\n2. JAVA');
  });
});

describe('a list behind another list', () => {
  const anonymous = listOf('', 'United States', 'Europe');

  it('has another delimiter, so that Markdown does not count on in the first', () => {
    expect(complete('Found:\n1. foo\n2. bar', [anonymous])).toBe(
      'Found:\n1. foo\n2. bar\n\n1) United States\n2) Europe',
    );
    expect(complete('1) foo', [anonymous])).toBe('1) foo\n\n1. United States\n2. Europe');
  });

  it('needs none when words stand between them', () => {
    expect(complete('1. foo\n\nChoose!', [anonymous])).toBe('1. foo\n\nChoose!\n\n1. United States\n2. Europe');
    expect(complete('1. foo', [regions])).toBe('1. foo\n\nWhich region?\n1. United States\n2. Europe');
  });

  it('is told by a list item of several paragraphs too', () => {
    expect(complete('1. foo\n\n   more of foo', [anonymous])).toContain('\n\n1) United States');
  });
});

describe('links, commands and files', () => {
  const link = { label: 'Connect GitHub', target: 'https://github.example/a?b=1', hint: 'Opens GitHub' };

  it('are label and URL, and the hint in parentheses', () => {
    expect(complete('Please connect.', [], [link])).toBe(
      'Please connect.\n\nConnect GitHub: https://github.example/a?b=1 (Opens GitHub)',
    );
  });

  it('stand on a line each, behind the choices', () => {
    const buy = { label: 'Buy', target: '/buy 100 BTC' };
    expect(complete('Hi', [regions], [link, buy, { label: 'plan.pdf' }])).toBe(
      'Hi\n\nWhich region?\n1. United States\n2. Europe\n\nConnect GitHub: https://github.example/a?b=1 (Opens GitHub)\nBuy: /buy 100 BTC\nplan.pdf',
    );
  });

  it.each([
    'connect github at https://github.example/a?b=1.',
    '[Connect **GitHub**](https://github.example/a?b=1)',
    '<https://github.example/a?b=1> to Connect GitHub',
    'Connect GitHub: https://github.example/a?b=1\nThanks',
  ])('are not repeated after %j', (text) => {
    expect(complete(text, [], [link])).toBe(text);
  });

  it.each([
    ['only the label', 'Connect GitHub first.'],
    ['only the URL', 'https://github.example/a?b=1'],
    ['a longer URL', 'Connect GitHub: https://github.example/a?b=12'],
    ['a URL that goes on', 'Connect GitHub: https://github.example/a?b=1/c'],
    ['a URL in another case', 'Connect GitHub: https://github.example/A?b=1'],
  ])('are added to a text with %s', (_, text) => {
    expect(complete(text, [], [link])).toBe(`${text}\n\nConnect GitHub: https://github.example/a?b=1 (Opens GitHub)`);
  });

  it('without a label or a hint are what is left of them', () => {
    expect(complete('', [], [{ label: '', target: '/buy' }])).toBe('/buy');
    expect(complete('', [], [{ label: 'Buy', target: '/buy', hint: '' }])).toBe('Buy: /buy');
  });

  it('that are the same are said once', () => {
    expect(complete('', [], [link, link])).toBe('Connect GitHub: https://github.example/a?b=1 (Opens GitHub)');
  });
});

/** Without emphasis, case and accents. */
function asRead(line: string): string {
  const marks = /[*_`~\\]|[\u0300-\u036f]|\ufe0f|\u20e3/g;
  return line.normalize('NFKD').replace(marks, '').replace(/\s+/g, ' ').toLowerCase().trim();
}

describe('any text and any parts', () => {
  const words = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }).map((label) => label.replace(/\s+/g, ' ').trim()),
    fc.constantFrom('Yes', 'No', '1', '2.', '- x', '**', '> 100', '(1) a', 'C++', 'ÉTÉ', 'https://a.example'),
  );
  const list = fc.record({ prompt: words, labels: fc.array(words, { minLength: 1, maxLength: 4 }) });
  const reference = fc.record({ label: words, target: fc.constantFrom('https://a.example', 'https://a.example/b') });
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(words).map((lines) => lines.join('\n')),
  );

  it('give a text that begins with what was said and shows every choice on a line with its number', () => {
    fc.assert(
      fc.property(text, fc.array(list, { maxLength: 3 }), (said, given) => {
        const lists = given.map(({ prompt, labels }) => listOf(prompt, ...labels));
        const completed = complete(said, lists);
        expect(completed.startsWith(said.trimEnd())).toBe(true);
        const lines = completed.split('\n').map(asRead);
        for (const { items } of lists) {
          for (const { number, label } of items) {
            const isShown = (line: string) =>
              line.replace(/^[^0-9]*/, '').startsWith(String(number)) && line.includes(asRead(label));
            expect(lines.some(isShown), `${number}. ${label}`).toBe(true);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('are found again where a mark makes a sigma a final one', () => {
    const lists = [listOf('Which?', 'a`Σ')];
    const once = complete('', lists, []);
    expect(complete(once, lists, [])).toBe(once);
  });

  it('are complete after one time: a second changes nothing', () => {
    fc.assert(
      fc.property(
        text,
        fc.array(list, { maxLength: 3 }),
        fc.array(reference, { maxLength: 3 }),
        (said, given, links) => {
          const lists = given.map(({ prompt, labels }) => listOf(prompt, ...labels));
          const once = complete(said, lists, links);
          expect(complete(once, lists, links)).toBe(once);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the cost', () => {
  const many = Array.from({ length: 8 }, (_, question) =>
    listOf(`Question ${question}?`, ...Array.from({ length: 25 }, (_unused, index) => `Choice ${question} ${index}`)),
  );
  const fastestMs = (run: () => unknown) => {
    let fastest = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 20; round++) {
      const startMs = performance.now();
      run();
      fastest = Math.min(fastest, performance.now() - startMs);
    }
    return fastest;
  };

  it.each([
    ['numbered lines', '1. alpha\n2. beta\n'],
    ['one line', 'lorem ipsum '],
    ['digits', '1'],
    ['spaces', ' '],
    ['list marks', '- * > ('],
    ['Chinese', '你好。\n1. 甲\n'],
    ['the first choices', '1. Choice 0 0\n2. Choice 0 1\n'],
  ])('of 20,000 characters of %s with 8 times 25 choices is a few milliseconds at most', (_, unit) => {
    const text = unit.repeat(20_000 / unit.length);
    // 1 ms on an idle machine; the tests share theirs.
    expect(fastestMs(() => complete(text, many))).toBeLessThan(5);
  });

  it('stays linear when there are tens of thousands of parts', () => {
    const text = '1. a\n'.repeat(20_000);
    const lists = Array.from({ length: 20_000 }, (_, index) => listOf('a', `b${index}`));
    const links = Array.from({ length: 20_000 }, (_, index) => ({ label: 'a', target: `https://a.example/${index}` }));
    const spentMs = cpuClock();
    expect(complete(text, lists, links).length).toBeGreaterThan(800_000);
    expect(spentMs()).toBeLessThan(1000);
  });
});
