import { describe, expect, it } from 'vitest';
import { ownWords } from '../../../../src/channels/email/inbound/words/own-words.ts';
import { cpuClock } from '../../../cpu-clock.ts';

const reply = { isReply: true, isForward: false, isFlowed: false };
const first = { isReply: false, isForward: false, isFlowed: false };

describe('of a reply, what the person wrote is left', () => {
  it.each([
    ['Gmail', 'On Mon, Nov 30, 2026 at 9:58 AM Support <bot@b.example> wrote:'],
    ['Gmail, wrapped', 'On Mon, Nov 30, 2026 at 9:58 AM Support <\nbot@b.example> wrote:'],
    ['Apple Mail', 'On 30. Nov 2026, at 09:58, Support <bot@b.example> wrote:'],
    ['Thunderbird', 'On 30/11/2026 09:58, Support wrote:'],
    ['Gmail in German', 'Am Mo., 30. Nov. 2026 um 09:58 Uhr schrieb Support <bot@b.example>:'],
    ['Thunderbird in German', 'Am 30.11.26 um 09:58 schrieb Support:'],
    ['Gmail in French', 'Le lun. 30 nov. 2026 à 09:58, Support <bot@b.example> a écrit :'],
    ['Gmail in Spanish', 'El lun, 30 nov 2026 a las 9:58, Support (<bot@b.example>) escribió:'],
    ['Gmail in Italian', 'Il giorno lun 30 nov 2026 alle ore 09:58 Support <bot@b.example> ha scritto:'],
    ['Gmail in Portuguese', 'Em seg., 30 de nov. de 2026 às 09:58, Support <bot@b.example> escreveu:'],
    ['Gmail in Dutch', 'Op ma 30 nov 2026 om 09:58 schreef Support <bot@b.example>:'],
    ['Gmail in Polish', 'pon., 30 lis 2026 o 09:58 Support <bot@b.example> napisał(a):'],
    ['Gmail in Swedish', 'Den mån 30 nov. 2026 kl 09:58 skrev Support <bot@b.example>:'],
    ['Android in Russian', '30 ноября 2026 г. 9:58 пользователь "Support" <bot@b.example> написал:'],
    ['Gmail in Chinese', 'Support <bot@b.example> 于2026年11月30日周一 09:58写道：'],
    ['Gmail in Japanese', '2026年11月30日(月) 9:58 Support <bot@b.example>:'],
    ['an older Android', 'Support <bot@b.example> wrote:'],
  ])('%s', (_reader, head) => {
    expect(ownWords(`2\n\n${head}\n\n> Which region?\n> 1. US\n>\n> 2. Europe\n`, reply)).toBe('2');
  });

  it.each([
    [
      'Outlook',
      '________________________________\nFrom: Support <bot@b.example>\nSent: Monday, November 30, 2026 9:58 AM\nTo: ann@x.example\nSubject: Region',
    ],
    [
      'Outlook, older',
      '-----Original Message-----\nFrom: Support [mailto:bot@b.example]\nSent: Monday, November 30, 2026 9:58 AM\nTo: Ann\nSubject: Region',
    ],
    [
      'Outlook in German',
      'Von: Support <bot@b.example>\nGesendet: Montag, 30. November 2026 09:58\nAn: ann@x.example\nBetreff: Region',
    ],
    [
      'Outlook in French',
      'De : Support <bot@b.example>\nEnvoyé : lundi 30 novembre 2026 09:58\nÀ : ann@x.example\nObjet : Region',
    ],
    [
      'Outlook in Chinese',
      '发件人: Support <bot@b.example>\n发送时间: 2026年11月30日 9:58\n收件人: ann@x.example\n主题: Region',
    ],
    [
      'Outlook on the web, bold',
      '*From:* Support <bot@b.example>\n*Sent:* Monday, November 30, 2026 9:58 AM\n*To:* ann@x.example\n*Subject:* Region',
    ],
  ])('%s', (_reader, block) => {
    expect(ownWords(`Europe\n\n${block}\n\nWhich region?\n1. US\n2. Europe\n`, reply)).toBe('Europe');
  });

  it('a reply below the quote, and one between its lines', () => {
    expect(ownWords('On 30/11/2026 09:58, Support wrote:\n> Which region?\n\nEurope, please', reply)).toBe(
      'Europe, please',
    );
    expect(ownWords('> Which region?\nEurope\n> When?\nNow', reply)).toBe('Europe\nNow');
  });

  it('a reader that quotes without a mark', () => {
    expect(ownWords('Yes\n\nOn Mon, Nov 30, 2026 at 9:58 AM Support <bot@b.example> wrote:\nShall I?\n', reply)).toBe(
      'Yes',
    );
  });
});

describe('what cannot be told apart stays', () => {
  it.each([
    ['a sentence that ends in a colon', 'On Monday Bob wrote:\nI like it'],
    ['a list with labels', 'From: Berlin\nTo: Paris\nWhen: tomorrow'],
    ['a mark that quotes no mail', '> a saying of old\nWhat do you think?'],
    ['a greeting and a name', 'Europe\n\nBest regards,\nAnn'],
    ['cheers', 'Cheers!'],
    ['hyphens above a long text', `Notes\n--\n${'line\n'.repeat(30)}end`],
    ['a mail that only says what a phone says', 'Sent from my iPhone'],
    ['hyphens and nothing above them', '--\nAnn'],
  ])('%s', (_what, text) => {
    expect(ownWords(text, first)).toBe(text);
  });

  it('a mail that is passed on is read whole', () => {
    const text = 'Please read this\n\n---------- Forwarded message ---------\nFrom: Bob <bob@x.example>\n> quoted';
    expect(ownWords(text, reply)).toBe(text);
    const outlook =
      'See below\n\nFrom: Bob <bob@x.example>\nSent: Monday, November 30, 2026\nTo: Ann\nSubject: Plan\n\nThe plan';
    expect(ownWords(outlook, { ...first, isForward: true })).toBe(outlook);
  });

  it('nothing is left of a mail that is all quote', () => {
    expect(ownWords('> Which region?\n> 1. US', reply)).toBeUndefined();
  });
});

describe('signatures go', () => {
  it.each([
    'Europe\n-- \nAnn Example\nACME',
    'Europe\n\n--\nAnn',
    'Europe\n\nSent from my iPhone',
    'Europe\n\nGet Outlook for iOS',
    'Europe\n\nVon meinem iPhone gesendet',
    'Europe\n\nEnvoyé de mon iPhone',
    'Europe\n\n发自我的 iPhone',
    'Europe\n-- \nAnn\n\nOn 30/11/2026 09:58, Support wrote:\n> Which?',
    'Europe\n\nSent from my iPhone\n\n> On Nov 30, 2026, at 9:58, Support <bot@b.example> wrote:\n> \n> Which?',
  ])('%j', (text) => {
    expect(ownWords(text, reply)).toBe('Europe');
  });
});

it('the time it takes grows with the length only', () => {
  const hostile = [
    'On '.repeat(300_000),
    'On 1 wrote\n'.repeat(100_000),
    `${'From: a@b.example\n'.repeat(60_000)}`,
    '>'.repeat(1_000_000),
    '-- \n'.repeat(250_000),
    `On ${'<'.repeat(1_000_000)} wrote:`,
    '\n'.repeat(1_000_000),
    'On 1 wrote:\n'.repeat(300_000),
    `${'On 1 wrote:\n'.repeat(10_000)}${'\n'.repeat(300_000)}end`,
  ];
  const spentMs = cpuClock();
  for (const text of hostile) ownWords(text, reply);
  expect(spentMs()).toBeLessThan(3_000);
});
