import { describe, expect, it } from 'vitest';
import type { FormationTransformer } from '../../../src/formation/transformer/formation-transformer.ts';
import type { TemplateVariables } from '../../../src/protocol/transformer.ts';
import { load, loaded } from '../workshop.ts';

async function compiled(yaml: string, env: Record<string, string> = {}): Promise<FormationTransformer> {
  const files = {
    'formation.afs': 'id: acme\nagent: { type: script, replies: [] }\n',
    'transformers/hook.yaml': `name: hook\nbody: { text: "\${{ response.content }}" }\n${yaml}`,
  };
  const transformer = (await loaded(files, { env })).transformers.get('hook');
  if (!transformer) throw new Error('the transformer is not there');
  return transformer;
}

function variables(context: Record<string, unknown> = {}): TemplateVariables {
  return { response: { content: 'Hello' }, context, agent: { name: 'acme' }, timestamp: '', ui: {} };
}

describe('an endpoint', () => {
  it('is absent where the channel delivers by itself', async () => {
    const transformer = await compiled('version: 1\n');
    expect(transformer.endpoint).toBeUndefined();
    expect(transformer.version).toBe('1');
    expect(transformer.headers(variables())).toEqual({});
  });

  it('has its URL and its method from the file', async () => {
    const { endpoint } = await compiled('endpoint: { url: "${{ secrets.HOOK }}", method: PUT }\n', {
      HOOK: 'https://hooks.example/a?b=c',
    });
    expect(endpoint?.method).toBe('PUT');
    expect(endpoint?.url(variables())).toBe('https://hooks.example/a?b=c');
    expect((await compiled('endpoint: { url: "http://a.example:1/x" }\n')).endpoint?.method).toBe('POST');
  });

  it.each(['http://localhost:1/x', 'http://2130706433/', 'http://[fd00::1]/${{ context.room }}'])(
    'is at no address inside unless the formation allows that, which is told when it loads: %s',
    async (url) => {
      const files = (keys: string) => ({
        'formation.afs': `id: acme\nagent: { type: script, replies: [] }\n${keys}`,
        'transformers/hook.yaml': `name: hook\nendpoint: { url: "${url}" }\nbody: {}\n`,
      });
      expect((await load(files(''))).lines).toEqual([
        'transformers/hook.yaml:2:18: error: endpoint.url: its host is not on the public internet. To allow it, name it under async.allow_hosts of the formation.',
      ]);
      const allowed = 'async: { allow_hosts: [localhost, 127.0.0.1, "FD00:0:0::1"] }\n';
      expect((await load(files(allowed))).lines).toEqual([]);
    },
  );

  it('encodes what comes from a message, so that it cannot lead elsewhere', async () => {
    const { endpoint } = await compiled('endpoint: { url: "https://a.example/rooms/${{ context.room }}/send" }\n');
    expect(endpoint?.url(variables({ room: '../../admin?x=1#' }))).toBe(
      'https://a.example/rooms/..%2F..%2Fadmin%3Fx%3D1%23/send',
    );
    expect(endpoint?.url(variables({ room: 7 }))).toBe('https://a.example/rooms/7/send');
    expect(endpoint?.url(variables())).toBe('https://a.example/rooms//send');
    expect(() => endpoint?.url(variables({ room: '\ud800' }))).toThrow(
      expect.objectContaining({
        code: 'template_failed',
        message: 'Cannot write ${{ context.room }} into the URL: it holds characters that must not stand there.',
      }),
    );
  });
});

describe('an endpoint with a path from a message', () => {
  it('leads up to nothing else', async () => {
    const { endpoint } = await compiled(
      'endpoint: { url: "https://a.example/../rooms/.${{ context.room }}/${{ context.room }}?at=${{ context.at }}" }\n',
    );
    for (const room of ['.', '..']) {
      expect(() => endpoint?.url(variables({ room })), room).toThrow(
        expect.objectContaining({
          code: 'template_failed',
          message: 'Cannot write a path of "." or ".." into the URL: it holds characters that must not stand there.',
        }),
      );
    }
    expect(endpoint?.url(variables({ room: '...', at: '..' }))).toBe('https://a.example/../rooms/..../...?at=..');
  });
});

describe('headers', () => {
  it('are filled in, and left out when empty', async () => {
    const { headers } = await compiled(
      'headers: { X-Room: "room ${{ context.room }}", X-Absent: "${{ context.absent }}" }\n',
    );
    expect(headers(variables({ room: 7 }))).toEqual({ 'X-Room': 'room 7' });
  });

  it('hold no line break of a message', async () => {
    const { headers } = await compiled('headers: { X-Room: "${{ context.room }}" }\n');
    for (const room of ['a\r\nX-Evil: 1', 'a\nb', 'a\0b', '房间']) {
      expect(() => headers(variables({ room }))).toThrow(
        expect.objectContaining({
          code: 'template_failed',
          message: 'Cannot write headers.X-Room into a header: it holds characters that must not stand there.',
        }),
      );
    }
  });

  it.each([
    ['auth: { type: bearer, token: "${{ secrets.T }}" }', { Authorization: 'Bearer s3cret' }],
    ['auth: { type: basic, username: me, password: "${{ secrets.T }}" }', { Authorization: 'Basic bWU6czNjcmV0' }],
    ['auth: { type: header, name: X-Api-Key, value: "${{ secrets.T }}" }', { 'X-Api-Key': 's3cret' }],
  ])('carry the auth: %s', async (yaml, expected) => {
    const { headers } = await compiled(`${yaml}\n`, { T: 's3cret' });
    expect(headers(variables())).toEqual(expected);
  });
});
