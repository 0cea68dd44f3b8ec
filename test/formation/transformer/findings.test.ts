import { describe, expect, it } from 'vitest';
import { load } from '../workshop.ts';

const AFS = 'id: acme\nagent: { type: script, replies: [] }\n';
const VARIABLES =
  'response.content, response.html, response.files, response.metadata.*, response.ui, request.message, request.user_id, request.files, context.*, secrets.*, agent.name, timestamp, ui.telegram.reply_markup, ui.web.*, ui.toy.*, ui.discord.components, ui.email.choices, ui.slack.blocks';

/** Findings of a formation's own `transformers/telegram.yaml`. */
async function findings(yaml: string, env: Record<string, string> = {}): Promise<string[]> {
  const { lines } = await load({ 'formation.afs': AFS, 'transformers/telegram.yaml': yaml }, { env });
  return lines.map((line) => line.replace('transformers/telegram.yaml:', ''));
}

describe('an unknown variable', () => {
  it.each([
    ['respnse.content', ' Did you mean "response.content"?'],
    ['response.contnet', ' Did you mean "response.content"?'],
    ['content', ' Did you mean "response.content"?'],
    ['user_id', ' Did you mean "request.user_id"?'],
    ['reponse.metadata.a.b', ' Did you mean "response.metadata.a.b"?'],
    ['contxt.chat_id', ' Did you mean "context.chat_id"?'],
    ['secret.TOKEN', ' Did you mean "secrets.TOKEN"?'],
    ['ui.telegram.reply_markpu', ' Did you mean "ui.telegram.reply_markup"?'],
    ['ui.slack.block', ' Did you mean "ui.slack.blocks"?'],
    ['agent.nmae', ' Did you mean "agent.name"?'],
    ['response.content.length', ''],
    ['response', ''],
    ['context', ''],
    ['response.metadata', ''],
    ['ui.telegram', ''],
    ['ui.nowhere.buttons', ''],
    ['timestamp.year', ''],
    ['toString', ''],
    ['__proto__', ''],
  ])('%s is told at its place with the likely word', async (name, guess) => {
    expect(await findings(`name: telegram\nbody:\n  text: "a \${{ ${name} }}"\n`)).toEqual([
      `3:12: error: body.text: the variable "${name}" is not known.${guess} Allowed: ${VARIABLES}.`,
    ]);
  });

  it('is told wherever it stands, with a default or without', async () => {
    const yaml =
      'name: telegram\nbody:\n  a: [{ b: "${{ nope ?? \'x\' }}" }]\nheaders: { X-A: "${{ nope }}" }\n' +
      'auth: { type: bearer, token: "${{ nope }}" }\nendpoint: { url: "https://a.example/${{ nope }}" }\n';
    expect((await findings(yaml)).map((line) => line.replace(/ is not known.*/, ''))).toEqual([
      '3:13: error: body.a[0].b: the variable "nope"',
      '4:18: error: headers.X-A: the variable "nope"',
      '5:31: error: auth.token: the variable "nope"',
      '6:37: error: endpoint.url: the variable "nope"',
    ]);
  });

  it('may be one of a channel from outside, whose names are its own', async () => {
    expect(await findings('name: telegram\nbody: { a: "${{ ui.toy.anything.at_all }}" }\n')).toEqual([]);
  });
});

describe('a broken transformer', () => {
  it.each([
    ['body: {}\n', '1:1: error: name: missing, expected text.'],
    ['name: telegram\n', '1:1: error: body: missing, expected a map.'],
    ['name: telegram\nbody: []\n', '2:7: error: body: expected a map, found a list.'],
    [
      'name: telegran\nbody: {}\n',
      '1:7: error: name: found "telegran", expected "telegram" as the file is named. Rename one of them.',
    ],
    [
      'name: telegram\nbodi: {}\nbody: {}\n',
      '2:1: error: "bodi" is not known here. Did you mean "body"? Allowed: name, version, endpoint, auth, headers, body, content_transform.',
    ],
    [
      'name: telegram\nbody: {}\ncontent_transform: { maxlength: 5 }\n',
      '3:22: error: content_transform: "maxlength" is not known here. Did you mean "max_length"? Allowed: format, max_length, overflow, truncation_suffix.',
    ],
    [
      'name: telegram\nbody: {}\ncontent_transform: { format: mrkdn }\n',
      '3:30: error: content_transform.format: found "mrkdn". Did you mean "mrkdwn"? Allowed: plain, html, mrkdwn, markdown.',
    ],
    [
      'name: telegram\nbody: {}\ncontent_transform: { max_length: 0 }\n',
      '3:34: error: content_transform.max_length: found 0, expected at least 1.',
    ],
    [
      'name: telegram\nbody: {}\ncontent_transform: { max_length: 3, truncation_suffix: "...." }\n',
      '3:56: error: content_transform.truncation_suffix: must be shorter than max_length, which is 3.',
    ],
    [
      'name: telegram\nbody: {}\ncontent_transform: { truncation_suffix: "${{ agent.name }}" }\n',
      '3:41: error: content_transform.truncation_suffix: no placeholder can stand here.',
    ],
    [
      'name: telegram\nbody: {}\nauth: { type: bearr, token: a }\n',
      '3:15: error: auth.type: found "bearr". Did you mean "bearer"? Allowed: bearer, basic, header.',
    ],
    [
      'name: telegram\nbody: {}\nauth: { type: basic, username: a }\n',
      '3:1: error: auth.password: missing, expected text.',
    ],
    [
      'name: telegram\nbody: {}\nauth: { type: bearer, token: a }\nheaders: { authorization: b }\n',
      '4:12: error: headers.authorization: "auth" sets this header, too. Keep one of them.',
    ],
    [
      'name: telegram\nbody: {}\nheaders: { "X A": b }\n',
      '3:12: error: headers."X A": a header is named by letters, digits and "-".',
    ],
    [
      'name: telegram\nbody: {}\nheaders: { X-A: "a\\nb" }\n',
      '3:17: error: headers.X-A: a header takes no line break and only Latin-1 characters. Look at its secrets, too.',
    ],
    [
      'name: telegram\nbody: {}\nendpoint: { url: "https://a.example", method: GET }\n',
      '3:47: error: endpoint.method: found "GET". Allowed: POST, PUT, PATCH.',
    ],
    [
      'name: telegram\nbody: {}\nendpoint: { url: "a.example/hook" }\n',
      '3:18: error: endpoint.url: expected a URL that starts with https:// or http://.',
    ],
    [
      'name: telegram\nbody: {}\nendpoint: { url: "https://${{ context.host }}.example/hook" }\n',
      '3:18: error: endpoint.url: scheme, host and port must not hold a variable.',
    ],
    [
      'name: telegram\nbody: {}\nendpoint: { url: "${{ context.url }}" }\n',
      '3:18: error: endpoint.url: expected a URL that starts with https:// or http://.',
    ],
    [
      'name: telegram\nbody: {}\nendpoint: { url: "${{ secrets.HOOK }}" }\n',
      '3:19: error: endpoint.url: the secret HOOK is not set. Set HOOK in the environment or in .env.',
    ],
    [
      'name: telegram\nbody: { a: "${{ secrets.A }}" }\n',
      '2:13: error: body.a: the secret A is not set. Set A in the environment or in .env.',
    ],
    [
      'name: telegram\nbody: { a: "${{ context.a" }\n',
      "2:13: error: body.a: this is no placeholder. Write ${{ name }} or ${{ name ?? 'default' }}, the default in quotes.",
    ],
    ['name: telegram\nbody: { a: 1, a: 2 }\n', '2:15: error: The key "a" appears twice, first in line 2. Keep one.'],
    ['name: telegram\nbody:\n\ta: 1\n', '3:1: error: A tab cannot indent YAML. Use spaces.'],
  ])('%j is told with its place', async (yaml, line) => {
    expect(await findings(yaml)).toEqual([line]);
  });

  it('tells its other errors also when its keys are wrong', async () => {
    const yaml =
      'name: telegram\nbody: { a: "${{ nope }}" }\nheaders: { A: 1, B: "${{ secrets.B }}" }\nendpoint: { url: ftp://a }\n';
    expect((await findings(yaml)).map((line) => line.split(': ').slice(0, 3).join(': '))).toEqual([
      '2:13: error: body.a',
      '3:15: error: headers.A',
      '3:22: error: headers.B',
      '4:18: error: endpoint.url',
    ]);
  });

  it('never shows a secret that makes a wrong URL or header', async () => {
    const yaml =
      'name: telegram\nbody: {}\nendpoint: { url: "${{ secrets.S }}" }\nheaders: { A: "${{ secrets.S }}" }\n';
    expect(await findings(yaml, { S: 'hunter2\nhunter2' })).toEqual([
      '3:18: error: endpoint.url: expected a URL that starts with https:// or http://.',
      '4:15: error: headers.A: a header takes no line break and only Latin-1 characters. Look at its secrets, too.',
    ]);
  });
});

describe('html that Telegram would show raw', () => {
  const warning =
    '3:30: warning: content_transform.format: Telegram would show the tags. Add "parse_mode: HTML" to the body.';

  it('is warned of', async () => {
    expect(await findings('name: telegram\nbody: {}\ncontent_transform: { format: html }\n')).toEqual([warning]);
  });

  it('is not our business in a template of another name', async () => {
    const yaml = 'name: mine\nbody: {}\ncontent_transform: { format: html }\n';
    expect((await load({ 'formation.afs': AFS, 'transformers/mine.yaml': yaml })).lines).toEqual([]);
  });

  it.each([
    'name: telegram\nbody: { parse_mode: HTML }\ncontent_transform: { format: html }\n',
    'name: telegram\nbody: {}\ncontent_transform: { format: plain }\n',
    'name: telegram\nbody: {}\n',
  ])('is not warned of without need: %j', async (yaml) => {
    expect(await findings(yaml)).toEqual([]);
  });
});
