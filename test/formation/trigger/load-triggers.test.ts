import { describe, expect, it } from 'vitest';
import type { PromptVariables, Trigger } from '../../../src/protocol/trigger.ts';
import { load, loaded } from '../workshop.ts';

const AFS = 'id: acme\nagent: { type: script, replies: [] }\n';
const CRM = 'name: crm\nendpoint: { url: "https://crm.acme.example/in" }\nbody: { text: "${{ response.content }}" }\n';

async function trigger(text: string, env: Record<string, string> = {}): Promise<Trigger> {
  const files = { 'formation.afs': AFS, 'transformers/crm.yaml': CRM, 'triggers/alert.md': text };
  const found = (await loaded(files, { env })).triggers.get('alert');
  if (!found) throw new Error('the trigger is not there');
  return found;
}

async function faults(text: string, more: { afs?: string; name?: string; env?: Record<string, string> } = {}) {
  const files = {
    'formation.afs': more.afs ?? AFS,
    'transformers/crm.yaml': CRM,
    [`triggers/${more.name ?? 'alert'}.md`]: text,
  };
  return (await load(files, { env: more.env ?? {} })).lines;
}

function variables(more: Partial<PromptVariables> = {}): PromptVariables {
  return {
    data: {},
    request: { message: '', user_id: 'ann' },
    context: {},
    agent: { name: 'acme' },
    timestamp: '2026-11-30T12:00:00.000Z',
    ...more,
  };
}

describe('a trigger file', () => {
  it('says what to read, what to ask and where the answer goes', async () => {
    const alert = await trigger(
      `---
transformer: crm
webhook: "\${{ secrets.HOOK }}"
parse:
  message: $.event.text
  user_id: event.user
  session_id: $.event.channel
  files: $.event.files
  ui_response: $.actions[*].value
  context:
    channel: $.event.channel
    tags: $.event.tags
    missing: $.nothing
---

An alert from \${{ data.source ?? 'somewhere' }}: \${{ request.message }}
`,
      { HOOK: 'https://hooks.acme.example/T1' },
    );
    expect(alert).toMatchObject({ name: 'alert', transformer: 'crm', url: 'https://hooks.acme.example/T1' });
    const data = {
      event: {
        text: 'disk full',
        user: 7,
        channel: 'C1',
        tags: ['a', 'b'],
        files: [
          'https://files.example/a/plan.pdf?x=1',
          { url: 'https://files.example/2', name: '../log.txt', mime: 'text/plain' },
          { id: 3 },
          'file:///etc/passwd',
        ],
      },
      actions: [{ value: 'ui_abc#1' }, { value: 2 }],
    };
    expect(alert.read(data)).toEqual({
      message: 'disk full',
      userId: '7',
      sessionId: 'C1',
      files: [
        {
          name: 'plan.pdf',
          mime: 'application/octet-stream',
          ref: 'https://files.example/a/plan.pdf?x=1',
          url: 'https://files.example/a/plan.pdf?x=1',
        },
        { name: 'log.txt', mime: 'text/plain', ref: 'https://files.example/2', url: 'https://files.example/2' },
      ],
      callbacks: ['ui_abc#1'],
      context: { channel: 'C1', tags: ['a', 'b'] },
    });
    expect(alert.read({})).toEqual({ files: [], callbacks: [], context: {} });
    const request = { message: 'disk full', user_id: '7' };
    expect(alert.prompt(variables({ data: { source: 'db1' }, request }))).toBe('An alert from db1: disk full');
    expect(alert.prompt(variables({ request }))).toBe('An alert from somewhere: disk full');
  });

  it('needs no front matter', async () => {
    const alert = await trigger('\n\nIssue ${{ data.issue.number }} by ${{ data.issue.labels.0 }}.\n');
    expect(alert.prompt(variables({ data: { issue: { number: 7, labels: ['bug'] } } }))).toBe('Issue 7 by bug.');
    expect(alert.prompt(variables({ data: 'text' }))).toBe('Issue  by .');
    expect((await trigger('---\r\n---\r\nHello.\r\n')).prompt(variables())).toBe('Hello.');
  });

  it('without placeholders is an instruction, and the message stands below it', async () => {
    const alert = await trigger('---\nparse: { message: text }\n---\nHandle the message.\n');
    const request = { message: 'It is late.', user_id: 'ann' };
    expect(alert.prompt(variables({ request }))).toBe('Handle the message.\n\nIt is late.');
    const bare = await trigger('---\nparse: { message: text }\n---\n');
    expect(bare.prompt(variables({ request }))).toBe('It is late.');
  });

  it('fills in once, and never what an object inherits', async () => {
    const alert = await trigger('${{ data.v }} ${{ data.constructor.name }}|${{ data.o }}');
    expect(alert.prompt(variables({ data: { v: '${{ secrets.KEY }}', o: { a: 1 } } }))).toBe(
      '${{ secrets.KEY }} |{"a":1}',
    );
  });

  it('tells every fault at its place, with the likely word', async () => {
    const text = `---
transformr: crm
transformer: crmm
webhook: ftp://x.example
parse:
  message: $.event[
  user: $.x
  context: { "a-b": $.x, c: "a b" }
---
Alert \${{ dat.x }} and \${{ secrets.KEY }} and \${{ response.content }} and \${{ broken
`;
    expect(await faults(text, { env: { KEY: 'k' } })).toEqual([
      'triggers/alert.md:2:1: error: "transformr" is not known here. Did you mean "transformer"? Allowed: transformer, webhook, parse.',
      'triggers/alert.md:4:10: error: webhook: expected a URL that starts with https:// or http://.',
      expect.stringMatching(
        /^triggers\/alert\.md:6:12: error: parse\.message: this is no JSONPath: .*, at its character 9\.$/,
      ),
      'triggers/alert.md:7:3: error: parse: "user" is not known here. Allowed: message, user_id, session_id, files, ui_response, context.',
      'triggers/alert.md:8:14: error: parse.context.a-b: a variable is named by letters, digits and "_".',
      'triggers/alert.md:8:29: error: parse.context.c: expected a JSONPath such as "$.event.text", or a dotted path such as "event.text".',
      expect.stringMatching(
        /^triggers\/alert\.md:10:7: error: prompt: the variable "dat\.x" is not known\. Did you mean "data\.x"\? /,
      ),
      expect.stringMatching(/^triggers\/alert\.md:10:24: error: prompt: the variable "secrets\.KEY" is not known\./),
      expect.stringMatching(
        /^triggers\/alert\.md:10:47: error: prompt: the variable "response\.content" is not known\./,
      ),
      expect.stringMatching(/^triggers\/alert\.md:10:75: error: prompt: this is no placeholder\./),
    ]);
  });

  it('names a transformer that is there and a place for the answer', async () => {
    expect(await faults('---\ntransformer: crn\nwebhook: https://a.example/\n---\nHello.')).toEqual([
      'triggers/alert.md:2:14: error: transformer: found "crn". Did you mean "crm"? Allowed: discord, email, slack, telegram, crm.',
    ]);
    expect(await faults('---\ntransformer: slack\n---\nHello.')).toEqual([
      'triggers/alert.md:2:14: error: transformer: "slack" has no endpoint. Add a "webhook" here, or an endpoint there.',
    ]);
  });

  it('calls no host inside, unless the formation allows it by name', async () => {
    for (const host of [
      '127.0.0.1:8080',
      'localhost',
      'a.localhost',
      '10.0.0.5',
      '169.254.169.254',
      '[::1]',
      '0x7f.1',
    ]) {
      expect(await faults(`---\nwebhook: http://${host}/x\n---\nHello.`), host).toEqual([
        'triggers/alert.md:2:10: error: webhook: its host is not on the public internet. To allow it, name it under async.allow_hosts of the formation.',
      ]);
    }
    const afs = `${AFS}async: { allow_hosts: [LOCALHOST, "::1"] }\n`;
    expect(await faults('---\nwebhook: http://localhost:1/x\n---\nHello.', { afs })).toEqual([]);
    expect(await faults('---\nwebhook: "http://[::1]:1/x"\n---\nHello.', { afs })).toEqual([]);
  });

  it('keeps a secret out of what it tells', async () => {
    const lines = await faults('---\nwebhook: "${{ secrets.HOOK }}"\n---\nHello.', {
      env: { HOOK: 'no url but a token' },
    });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('token');
    expect(await faults('---\nwebhook: "${{ secrets.HOOK }}"\n---\nHello.')).toEqual([
      'triggers/alert.md:2:11: error: webhook: the secret HOOK is not set. Set HOOK in the environment or in .env.',
    ]);
  });

  it('that says nothing, does not end or has no name is told', async () => {
    expect(await faults('')).toEqual([
      'triggers/alert.md:1:1: error: there is nothing for the agent to read. Write a prompt below, or name parse.message.',
    ]);
    expect(await faults('---\nwebhook: https://a.example/\nHello.')).toEqual([
      'triggers/alert.md:1:1: error: The front matter begins here and does not end. Close it with a line "---".',
    ]);
    expect(await faults('Hello.', { name: 'a b' })).toEqual([
      'triggers/a b.md:1:1: error: "a b" is no name: a trigger is named by up to 64 letters, digits, "_" and "-". Rename the file.',
    ]);
    expect(await faults('---\na: [\n---\nHello.')).toHaveLength(1);
  });

  it('is checked beside a formation that has faults of its own', async () => {
    expect(await faults('Hi ${{ dat }}', { afs: 'id: acme\nagnt: 1\n' })).toEqual(
      expect.arrayContaining([
        expect.stringContaining('triggers/alert.md:1:4'),
        expect.stringContaining('formation.afs:2:1'),
      ]),
    );
  });

  it('refuses data of another kind than its paths expect', async () => {
    const alert = await trigger('---\nparse: { message: m, user_id: u }\n---\nHello.');
    expect(() => alert.read({ m: { a: 1 } })).toThrow(
      "Cannot read the data for the trigger 'alert': parse.message does not fit, it finds a list or an object instead of a text.",
    );
    expect(() => alert.read({ u: [1] })).toThrow(expect.objectContaining({ code: 'body_invalid' }));
    expect(alert.read({ m: 5, u: true })).toMatchObject({ message: '5', userId: 'true' });
  });
});

describe('async of a formation', () => {
  it('has defaults, and tells what is wrong', async () => {
    expect((await loaded({ 'formation.afs': AFS })).webhooks).toEqual({
      maxAttempts: 11,
      timeoutMs: 10_000,
      allowHosts: [],
    });
    const given =
      'async: { webhook_url: "https://acme.example/in", webhook_retries: 3, webhook_timeout: 2.5, allow_hosts: [Bridge.internal, 10.0.0.5] }\n';
    expect((await loaded({ 'formation.afs': AFS + given })).webhooks).toEqual({
      defaultUrl: 'https://acme.example/in',
      maxAttempts: 4,
      timeoutMs: 2_500,
      allowHosts: ['bridge.internal', '10.0.0.5'],
    });
    const bad = 'async: { webhook_url: "http://10.0.0.5/", webhook_retrie: 3, allow_hosts: ["https://a.example"] }\n';
    expect((await load({ 'formation.afs': AFS + bad })).lines).toEqual([
      expect.stringContaining('async.webhook_url: its host is not on the public internet.'),
      expect.stringContaining('"webhook_retrie" is not known here. Did you mean "webhook_retries"?'),
      expect.stringContaining('async.allow_hosts[0]: expected the name or the address of a host'),
    ]);
    expect((await load({ 'formation.afs': `${AFS}async: { webhook_url: "http://10.0.0.5/" }\n` })).lines).toEqual([
      'formation.afs:3:23: error: async.webhook_url: its host is not on the public internet. To allow it, name it under async.allow_hosts of the formation.',
    ]);
  });
});
