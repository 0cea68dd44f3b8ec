import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchTyped } from '../../src/callback/match-typed.ts';
import { cpuClock } from '../cpu-clock.ts';

const choicesOf = (...labels: string[]) => labels.map((label, index) => ({ label, value: `value-${index}` }));
const regions = choicesOf('United States', 'Europe', 'Évian-les-Bains');

describe('one choice', () => {
  it.each(['2', '2.', '2)', '#2', '(2)', ' 2 ', '２', '２．', '2\u{fe0f}\u{20e3}', '02'])('is named by %j', (text) => {
    expect(matchTyped(text, regions, false)).toEqual([1]);
  });

  it.each(['europe', ' EUROPE\n', 'Ｅｕｒｏｐｅ', 'Éurope'])('is named by its label, written %j', (text) => {
    expect(matchTyped(text, regions, false)).toEqual([1]);
  });

  it.each(['evian-les-bains', 'E\u0301vian-les-Bains'])('is named without regard to accents: %j', (text) => {
    expect(matchTyped(text, regions, false)).toEqual([2]);
  });

  it('is named by its exact value', () => {
    expect(matchTyped('value-1', regions, false)).toEqual([1]);
    expect(matchTyped('VALUE-1', regions, false)).toBeUndefined();
  });

  it.each(['0', '4', '-1', '2.5', '1e0', '2 3', '#', '٢', 'Eur', 'Europe!', 'Europe, please'])(
    'is not named by %j',
    (text) => {
      expect(matchTyped(text, regions, false)).toBeUndefined();
    },
  );

  it('can be the 26th and beyond [MUXI-24]', () => {
    const many = choicesOf(...Array.from({ length: 40 }, (_, index) => `City ${index}`));
    expect(matchTyped('40', many, false)).toEqual([39]);
    expect(matchTyped('city 30', many, false)).toEqual([30]);
  });

  it('is not guessed in scripts where a mark makes another word', () => {
    expect(matchTyped('か', choicesOf('が', 'き'), false)).toBeUndefined();
    expect(matchTyped('कि', choicesOf('का', 'की'), false)).toBeUndefined();
  });
});

describe('when a text could mean two choices', () => {
  it.each(['ΟΔΟΣ', 'οδός', 'οδόσ'])('is named with a sigma of either form: %j', (text) => {
    expect(matchTyped(text, choicesOf('Πλατεία', 'Οδός'), false)).toEqual([1]);
  });

  it('the label as written wins over the number before it', () => {
    const reversed = choicesOf('2', '1');
    expect(matchTyped('1', reversed, false)).toEqual([1]);
    expect(matchTyped('1.', reversed, false)).toEqual([0]);
  });

  it('the number wins over a value that nobody sees', () => {
    const choices = [
      { label: 'One', value: '2' },
      { label: 'Two', value: '1' },
    ];
    expect(matchTyped('2', choices, false)).toEqual([1]);
  });

  it('the label as written wins over one that only folds to it', () => {
    expect(matchTyped('resume', choicesOf('Résumé', 'resume'), false)).toEqual([1]);
    expect(matchTyped('RESUME', choicesOf('Résumé', 'resume'), false)).toBeUndefined();
  });

  it('equal labels name nothing, not even by a value of the same name', () => {
    const twins = [
      { label: 'Acme', value: 'Acme' },
      { label: 'Acme', value: 'acme-2' },
    ];
    expect(matchTyped('Acme', twins, false)).toBeUndefined();
    expect(matchTyped('2', twins, false)).toEqual([1]);
    expect(matchTyped('acme-2', twins, false)).toEqual([1]);
  });
});

describe('several choices [MUXI-13]', () => {
  it.each([
    ['1, 3', [0, 2]],
    ['3 and 1', [2, 0]],
    ['1,2 & 3', [0, 1, 2]],
    ['1, 2, and 3', [0, 1, 2]],
    ['1、3', [0, 2]],
    ['1和3', [0, 2]],
    ['Europe, united states', [1, 0]],
    ['europe and #1', [1, 0]],
    ['2\n3', [1, 2]],
    ['1, 1, 1', [0]],
    ['2', [1]],
    ['2,', [1]],
    ['1 3', [0, 2]],
    ['#3  #1', [2, 0]],
    ['1 2, 3', [0, 1, 2]],
    ['1 and 2 3', [0, 1, 2]],
    ['all', [0, 1, 2]],
    ['ALL', [0, 1, 2]],
    ['全部', [0, 1, 2]],
  ])('%j names %j', (text, indexes) => {
    expect(matchTyped(text, regions, true)).toEqual(indexes);
  });

  it.each(['1, 9', '1 9', '1 maybe 2', 'Europe 1', 'all 3', '1, maybe 2', 'both', ',', '1 and', ' , and'])(
    '%j names none: every part must be a choice',
    (text) => {
      expect(matchTyped(text, regions, true)).toBeUndefined();
    },
  );

  it('are one, where the question takes one', () => {
    expect(matchTyped('1, 3', regions, false)).toBeUndefined();
  });

  it('may be called "all" themselves', () => {
    expect(matchTyped('all', choicesOf('All', 'None'), true)).toEqual([0]);
    expect(matchTyped('all', choicesOf('all', 'all'), true)).toBeUndefined();
    expect(matchTyped('all', [], true)).toBeUndefined();
    expect(matchTyped('all', regions, false)).toBeUndefined();
  });

  it('may have commas and "and" in their own labels', () => {
    const choices = choicesOf('Paris, France', 'R&D', 'Search and rescue', 'Rome');
    expect(matchTyped('Paris, France', choices, true)).toEqual([0]);
    expect(matchTyped('r&d, search and rescue', choices, true)).toEqual([1, 2]);
    expect(matchTyped('Rome and R&D', choices, true)).toBeUndefined();
  });
});

describe('any text', () => {
  it('gives offered indexes without repeats, or nothing', () => {
    const labels = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 8 });
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), labels, fc.boolean(), (text, names, isMulti) => {
        const found = matchTyped(text, choicesOf(...names), isMulti);
        for (const index of found ?? []) expect(names[index]).toBeDefined();
        expect(new Set(found).size).toBe(found?.length ?? 0);
      }),
    );
  });

  it.each([
    ['10 MB', 'a'.repeat(10_000_000)],
    ['a run of spaces', ' '.repeat(4000)],
    ['a run of commas', '1,'.repeat(2000)],
    ['a run of marks', 'e\u0301'.repeat(2000)],
  ])('of %s is quick', (_, text) => {
    const many = choicesOf(...Array.from({ length: 5000 }, (_unused, index) => `Choice ${index}`));
    const spentMs = cpuClock();
    matchTyped(text, many, true);
    expect(spentMs()).toBeLessThan(200);
  });
});
